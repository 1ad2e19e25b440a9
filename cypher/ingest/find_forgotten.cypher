// Finds what stands in the graph under a forgotten id, key or name.
// params: site, ids, keys, names (lower case, parts of values)
// returns: id, type, key, name
// plan: NodeIndexSeek on Entity(site)
MATCH (e:Entity {site: $site})
WHERE e.id IN $ids OR e.key IN $keys OR e.type = 'value' AND any(name IN $names WHERE toLower(e.name) CONTAINS name)
RETURN e.id AS id, e.type AS type, e.key AS key, e.name AS name
ORDER BY id
