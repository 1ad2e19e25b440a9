// Reads the pages of a site with news for communities.
// params: site
// returns: url, page (its content hash)
// plan: NodeIndexSeek on Page(due, url)
CYPHER replan=skip
MATCH (p:Page {due: $site})
USING INDEX p:Page(due, url)
WHERE p.url > ''
RETURN p.url AS url, p.content_hash AS page
