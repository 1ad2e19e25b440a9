// The topics of a site from the highest level down, and a few entities about each of the lowest ones.
// params: site, limit, members (entities a topic)
// returns: kind, site, key, url, name, detail, level, degree
// plan: index scan of Topic by site, capped expansions
MATCH (t:Topic)
WHERE t.site = $site
WITH t, COUNT { (t)--() } AS degree
ORDER BY t.level DESC, degree DESC, t.id
LIMIT $limit
CALL (t, degree) {
  RETURN t AS n, degree AS size
  UNION
  WITH t
  WHERE t.kind = 'keyword'
  MATCH (e:Entity)-[:RELATES {type: 'about'}]->(t)
  WITH e ORDER BY e.id LIMIT $members
  RETURN e AS n, COUNT { (e)--() } AS size
}
WITH DISTINCT n, size
RETURN toLower(head(labels(n))) AS kind, n.site AS site, n.id AS key, null AS url, coalesce(n.title, n.name) AS name,
       coalesce(n.kind, n.type, '') AS detail, n.level AS level, size AS degree
