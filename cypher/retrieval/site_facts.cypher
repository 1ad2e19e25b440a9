// What every site holds: how many blocks in which language, which entity and relation types, what its codes begin with
// (`math` of `MATH 20A`), the things that others belong to, with every name they have, and short describing values.
// params: owners (entity types), describing (relation types to values)
// returns: site, kind (blocks | entities | relations | topics | codes | owners | values), name (language, type, letters
//   or name), of (the type that has the codes, the id of the owner or value, else ''), total
// plan: seven label or type scans with grouping; asked once per process and then kept for some minutes
CALL () {
  MATCH (b:Block)
  RETURN b.site AS site, 'blocks' AS kind, coalesce(b.lang, '') AS name, '' AS of, count(*) AS total
  UNION ALL
  MATCH (e:Entity)
  RETURN e.site AS site, 'entities' AS kind, e.type AS name, '' AS of, count(*) AS total
  UNION ALL
  MATCH (e:Entity)-[r:RELATES]->()
  RETURN e.site AS site, 'relations' AS kind, r.type AS name, '' AS of, count(*) AS total
  UNION ALL
  MATCH (t:Topic)
  RETURN t.site AS site, 'topics' AS kind, t.kind AS name, '' AS of, count(*) AS total
  UNION ALL
  MATCH (e:Entity)
  WHERE e.key =~ '[a-z]{2,6} [0-9]{1,4}[a-z]{0,3}'
  WITH e.site AS site, e.type AS of, split(e.key, ' ')[0] AS name, count(*) AS total
  WHERE total > 2
  RETURN site, 'codes' AS kind, name, of, total
  UNION ALL
  MATCH (e:Entity)
  WHERE e.type IN $owners
  UNWIND [e.name] + coalesce(e.aliases, []) AS name
  RETURN DISTINCT e.site AS site, 'owners' AS kind, name, e.id AS of, 1 AS total
  UNION ALL
  MATCH (v:Entity {type: 'value'})<-[r:RELATES]-()
  WHERE r.type IN $describing AND size(v.name) <= 60
  WITH v, count(*) AS total, collect(DISTINCT r.type) AS types
  WHERE total > 1 OR types <> ['described_as']
  RETURN v.site AS site, 'values' AS kind, v.name AS name, v.id AS of, total
}
RETURN site, kind, name, of, total
ORDER BY site, kind, total DESC, name, of
