// Reads the outgoing links of one page by the address that stands in it.
// params: site, url
// returns: target, anchor_text, region, count
// plan: NodeUniqueIndexSeek on Page(site, url), expand HYPERLINK outwards
MATCH (:Page {site: $site, url: $url})-[l:HYPERLINK]->(q:Page)
RETURN coalesce(l.target, q.url) AS target, l.anchor_text AS anchor_text, l.region AS region, l.count AS count
