// Entities of a site by name, from a cursor on; attribute values are left out unless asked for by type.
// params: site, after (id, "" for the start), contains, type ("" for all but values), limit
// returns: id, name, type, aliases, anchor_url, mentions
// plan: index scan of Entity.id, filtered by site prefix
MATCH (e:Entity)
WHERE e.site = $site AND e.id > $after
  AND (($type = '' AND e.type <> 'value') OR e.type = $type)
  AND ($contains = '' OR toLower(e.name) CONTAINS toLower($contains))
WITH e ORDER BY e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases, e.anchor_url AS anchor_url,
       COUNT { (:Block)-[:MENTIONS]->(e) } AS mentions
ORDER BY id
