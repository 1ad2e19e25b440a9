// Finds what should not be in the graph of a site: facts without support, blocks without a page, wrong counts.
// params: site
// returns: problem, count, example
// plan: NodeIndexSeek on Entity(site), Block(site) and Topic(site)
CALL () {
  MATCH (e:Entity {site: $site})
  WHERE e.type <> 'value' AND NOT EXISTS { (e)<-[m:MENTIONS]-() WHERE m.found_by IS NULL }
  RETURN 'entities that no page mentions' AS problem, count(*) AS count, min(e.id) AS example
  UNION ALL
  MATCH (e:Entity {site: $site, type: 'value'})
  WHERE NOT EXISTS { (e)<-[:RELATES]-() }
  RETURN 'values that no fact points at' AS problem, count(*) AS count, min(e.id) AS example
  UNION ALL
  MATCH (b:Block {site: $site})
  WHERE NOT EXISTS { (b)<-[:CONTAINS]-(:Page) } AND NOT EXISTS { (b)<-[:CONTAINS]-(:Block) }
  RETURN 'blocks in no page' AS problem, count(*) AS count, min(b.id) AS example
  UNION ALL
  MATCH (e:Entity {site: $site})-[r:RELATES]->()
  WHERE size(r.sources) = 0 OR r.weight <> size(r.sources)
  RETURN 'relations whose weight is not their number of sources' AS problem, count(*) AS count, min(r.text) AS example
  UNION ALL
  MATCH (e:Entity {site: $site})-[r:RELATES]->()
  UNWIND r.sources AS source
  WITH r, source WHERE NOT EXISTS { MATCH (:Block {id: source}) }
  RETURN 'relations with a source that is gone' AS problem, count(DISTINCT r) AS count, min(r.text) AS example
  UNION ALL
  MATCH (:Entity {site: $site})-[r:RELATES]->()
  WHERE r.touched IS NOT NULL
  RETURN 'relations left locked' AS problem, count(*) AS count, min(r.text) AS example
  UNION ALL
  MATCH (t:Topic {site: $site, kind: 'keyword'})
  WHERE NOT EXISTS { (t)<-[:RELATES]-(:Entity) }
  RETURN 'keyword topics that nothing is about' AS problem, count(*) AS count, min(t.id) AS example
  UNION ALL
  MATCH (t:Topic {site: $site, kind: 'community'})
  WHERE NOT EXISTS { (t)-[:CONTAINS]->() }
  RETURN 'empty communities' AS problem, count(*) AS count, min(t.id) AS example
  UNION ALL
  MATCH (b:Block {site: $site})
  WHERE b.leaf AND b.embedding IS NULL AND b.repeated IS NULL
  RETURN 'leaf blocks without a vector' AS problem, count(*) AS count, min(b.id) AS example
}
WITH problem, count, example
WHERE count > 0
RETURN problem, count, example
ORDER BY problem
