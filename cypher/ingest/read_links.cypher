// Reads the outgoing links of some pages by the address that stands in them.
// params: pages (list of {site, url})
// returns: site, url, target, anchor_text, region, count
// plan: NodeUniqueIndexSeek on Page(site, url), expand HYPERLINK outwards
CYPHER replan=skip
UNWIND $pages AS page
MATCH (p:Page {site: page.site, url: page.url})-[l:HYPERLINK]->(q:Page)
USING INDEX p:Page(site, url)
RETURN p.site AS site, p.url AS url, coalesce(l.target, q.url) AS target, l.anchor_text AS anchor_text,
       l.region AS region, l.count AS count
