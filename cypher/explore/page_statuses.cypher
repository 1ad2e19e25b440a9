// How many pages have which status, by language.
// params: site
// returns: status, lang, pages
// plan: index scan of Page(site)
MATCH (p:Page {site: $site})
RETURN p.status AS status, p.lang AS lang, count(*) AS pages
ORDER BY pages DESC, status, lang
