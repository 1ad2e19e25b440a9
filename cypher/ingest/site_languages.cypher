// Counts the pages of a site by language.
// params: site
// returns: lang, pages
// plan: NodeIndexSeek on Page(site)
MATCH (p:Page {site: $site})
WHERE p.content_hash IS NOT NULL AND p.lang IS NOT NULL
RETURN p.lang AS lang, count(*) AS pages
ORDER BY lang
