// What the graph holds of each site; attribute values are no entities here.
// params: none
// returns: site, pages, blocks, entities, topics, languages, fetched_at, imported_at (of a graph that came from a file)
// plan: index scan of Page by site; one count of blocks a site through the Block.site range
MATCH (p:Page)
WHERE NOT p.status IN ['unseen', 'external']
WITH p.site AS site, count(p) AS pages, collect(DISTINCT p.lang) AS languages, max(p.fetched_at) AS fetched_at
CALL (site) {
  MATCH (b:Block {site: site})
  RETURN count(b) AS blocks
}
CALL (site) {
  MATCH (e:Entity {site: site})
  WHERE e.type <> 'value'
  RETURN count(e) AS entities
}
CALL (site) {
  MATCH (t:Topic {site: site})
  RETURN count(t) AS topics
}
OPTIONAL MATCH (imported:Meta {key: 'imported:' + site})
RETURN site, pages, blocks, entities, topics, [lang IN languages WHERE lang <> ''] AS languages, fetched_at,
       imported.at AS imported_at
ORDER BY site
