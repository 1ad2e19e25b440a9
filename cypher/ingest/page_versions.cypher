// Reads the other versions of pages: other addresses, and the same page in other languages.
// params: site
// returns: url, aliases, alternates
// plan: NodeIndexSeek on Page(site)
MATCH (p:Page {site: $site})
WHERE p.content_hash IS NOT NULL AND (size(p.aliases) > 0 OR size(p.alternates) > 0)
RETURN p.url AS url, p.aliases AS aliases, p.alternates AS alternates
ORDER BY url
