// The pages that most other pages link to, from their own text and from menus.
// params: site, limit
// returns: url, title, from_text, from_menus
// plan: index scan of Page(site), degrees of their links
MATCH (p:Page {site: $site})<-[l:HYPERLINK]-(q:Page)
WHERE p <> q
WITH p, sum(CASE l.region WHEN 'main' THEN 1 ELSE 0 END) AS from_text, count(l) AS links
RETURN p.url AS url, p.title AS title, from_text, links - from_text AS from_menus
ORDER BY from_text DESC, from_menus DESC, url
LIMIT $limit
