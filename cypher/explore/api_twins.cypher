// Entities of one type that share a name or an alias: one thing under two ids, or namesakes; a person decides.
// params: site, limit
// returns: name, type, entities (list of id, name, aliases, anchor_url, mentions, facts)
// plan: index scan of Entity by site, grouped by name
MATCH (e:Entity)
WHERE e.site = $site AND e.type <> 'value'
UNWIND [e.name] + coalesce(e.aliases, []) AS name
WITH e.type AS type, toLower(trim(name)) AS shared, collect(DISTINCT e) AS found
WHERE size(found) > 1
WITH type, found, collect(shared) AS shared
ORDER BY size(found) DESC, type, head(shared)
LIMIT $limit
UNWIND found AS e
WITH type, shared, e ORDER BY e.id
WITH type, shared, collect({id: e.id, name: e.name, aliases: e.aliases, anchor_url: e.anchor_url,
                            mentions: COUNT { (e)<-[:MENTIONS]-() }, facts: COUNT { (e)-[:RELATES]-() }}) AS entities
RETURN head(shared) AS name, type, entities
ORDER BY name
