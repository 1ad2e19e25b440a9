// Takes the block trees of pages apart, so that they can be written anew; the blocks stay.
// params: pages (list of {site, url})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), the CONTAINS tree below it
CYPHER replan=skip
UNWIND $pages AS page
MATCH (p:Page {site: page.site, url: page.url})-[paths:CONTAINS*1..]->(:Block)
USING INDEX p:Page(site, url)
UNWIND paths AS edge
WITH DISTINCT edge
DELETE edge
