// Nodes whose name or title holds the words, for the search box of the graph view.
// params: site, text, limit
// returns: kind, site, key, url, name, detail
// plan: index scan of entities, topics and pages of the site; capped
CALL () {
  MATCH (n:Entity) WHERE n.site = $site AND n.type <> 'value' AND toLower(n.name) CONTAINS toLower($text)
  RETURN n, 0 AS rank ORDER BY size(n.name) LIMIT $limit
  UNION
  MATCH (n:Page) WHERE n.site = $site AND n.status <> 'external' AND toLower(n.title) CONTAINS toLower($text)
  RETURN n, 1 AS rank ORDER BY size(n.title) LIMIT $limit
  UNION
  MATCH (n:Topic) WHERE n.site = $site AND toLower(n.title) CONTAINS toLower($text)
  RETURN n, 2 AS rank ORDER BY size(n.title) LIMIT $limit
}
RETURN toLower(head(labels(n))) AS kind, n.site AS site, coalesce(n.id, n.url) AS key,
       coalesce(n.url, n.anchor_url, head(COLLECT { MATCH (n)<-[:MENTIONS]-(b:Block) RETURN b.url ORDER BY b.id LIMIT 1 })) AS url,
       coalesce(n.name, n.title, n.url) AS name, coalesce(n.type, n.kind, n.lang, '') AS detail
ORDER BY rank, size(name)
LIMIT $limit
