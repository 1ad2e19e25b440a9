// Pages of the site that no other page links to from its text.
// params: site, limit
// returns: url, title, menus (links from menus)
// plan: index scan of Page(site), degrees of their links
MATCH (p:Page {site: $site})
WHERE p.content_hash IS NOT NULL
  AND NOT EXISTS { MATCH (q:Page)-[l:HYPERLINK]->(p) WHERE l.region = 'main' AND q <> p }
RETURN p.url AS url, p.title AS title, COUNT { (:Page)-[:HYPERLINK]->(p) } AS menus
ORDER BY menus, url
LIMIT $limit
