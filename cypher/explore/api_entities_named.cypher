// Entities of a site by id, name or alias, exactly as written but for case.
// params: site, name
// returns: id, name, type
// plan: index scan of Entity by site
MATCH (e:Entity)
WHERE e.site = $site
  AND (e.id = $name OR toLower(e.name) = toLower($name)
       OR any(alias IN coalesce(e.aliases, []) WHERE toLower(alias) = toLower($name)))
RETURN e.id AS id, e.name AS name, e.type AS type
ORDER BY COUNT { (:Block)-[:MENTIONS]->(e) } DESC, id
