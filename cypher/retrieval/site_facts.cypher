// What every site holds: how many blocks in which language, which entity and relation types.
// params: none
// returns: site, kind (blocks | entities | relations | topics), name (language or type), total
// plan: four label or type scans with grouping; asked once per process and then kept for some minutes
CALL () {
  MATCH (b:Block)
  RETURN b.site AS site, 'blocks' AS kind, coalesce(b.lang, '') AS name, count(*) AS total
  UNION ALL
  MATCH (e:Entity)
  RETURN e.site AS site, 'entities' AS kind, e.type AS name, count(*) AS total
  UNION ALL
  MATCH (e:Entity)-[r:RELATES]->()
  RETURN e.site AS site, 'relations' AS kind, r.type AS name, count(*) AS total
  UNION ALL
  MATCH (t:Topic)
  RETURN t.site AS site, 'topics' AS kind, t.kind AS name, count(*) AS total
}
RETURN site, kind, name, total
ORDER BY site, kind, total DESC, name
