// The pages of a site that most other pages lead to, nearest to the start page first: the site map of the graph view.
// params: site, limit
// returns: kind, site, key, url, name, detail, degree
// plan: index scan of Page by site, degrees from the store
MATCH (n:Page)
WHERE n.site = $site AND NOT n.status IN ['unseen', 'external']
WITH n, COUNT { (n)<-[:HYPERLINK]-() } AS degree
ORDER BY coalesce(n.depth, 0), degree DESC, n.url
LIMIT $limit
RETURN 'page' AS kind, n.site AS site, n.url AS key, n.url AS url, coalesce(n.title, n.url) AS name,
       coalesce(n.lang, '') AS detail, degree
