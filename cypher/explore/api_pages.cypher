// Pages of a site in the order of their address, from a cursor on; stubs that were never fetched are left out.
// params: site, after (address, "" for the start), contains ("" for all), limit
// returns: url, title, lang, status, description, fetched_at, modified
// plan: index range scan of Page (site, url)
MATCH (p:Page)
WHERE p.site = $site AND p.url > $after
  AND NOT p.status IN ['unseen', 'external']
  AND ($contains = '' OR toLower(p.title) CONTAINS toLower($contains) OR toLower(p.url) CONTAINS toLower($contains))
RETURN p.url AS url, p.title AS title, p.lang AS lang, p.status AS status, p.description AS description,
       toString(p.fetched_at) AS fetched_at, toString(p.modified) AS modified
ORDER BY p.url
LIMIT $limit
