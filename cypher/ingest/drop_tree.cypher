// Takes the block tree of a page apart, so that it can be written anew; the blocks stay.
// params: site, url
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), the CONTAINS tree below it
MATCH (:Page {site: $site, url: $url})-[paths:CONTAINS*1..]->(:Block)
UNWIND paths AS edge
WITH DISTINCT edge
DELETE edge
