// The drawing behind an answer: the given blocks, their pages and sections, and the entities they mention.
// params: site, blocks (list of block ids), limit (entities a block)
// returns: source (node map), edge, edge_type, target (node map)
// plan: unique lookups of Block.id; capped expansions
UNWIND $blocks AS id
MATCH (b:Block {id: id})
WHERE b.site = $site
CALL (b) {
  MATCH (p:Page {site: b.site, url: b.url})
  RETURN p AS a, 'CONTAINS' AS edge, '' AS edge_type, b AS z
  UNION
  MATCH (b)-[m:MENTIONS]->(e:Entity)
  WHERE e.type <> 'value'
  WITH b, m, e ORDER BY m.start LIMIT $limit
  RETURN b AS a, 'MENTIONS' AS edge, coalesce(m.surface, '') AS edge_type, e AS z
}
WITH DISTINCT a, edge, edge_type, z
RETURN {kind: toLower(head(labels(a))), site: a.site, key: coalesce(a.id, a.url), url: a.url,
        name: coalesce(a.name, a.title, left(a.text, 120), a.url), detail: coalesce(a.type, a.kind, a.lang, '')}
         AS source,
       edge, edge_type,
       {kind: toLower(head(labels(z))), site: z.site, key: coalesce(z.id, z.url), url: z.url,
        name: coalesce(z.name, z.title, left(z.text, 120), z.url), detail: coalesce(z.type, z.kind, z.lang, '')}
         AS target
