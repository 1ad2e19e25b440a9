// Lists the pages of a site that are here.
// params: site
// returns: url
// plan: NodeIndexSeek on Page(site)
MATCH (p:Page {site: $site})
WHERE p.content_hash IS NOT NULL
RETURN p.url AS url
ORDER BY url
