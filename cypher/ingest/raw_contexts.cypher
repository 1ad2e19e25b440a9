// Reads the facts that tell entities of one name apart: what they belong to, and what only one thing has.
// params: site, types (relation types)
// returns: type, tail, tail_key, entries
// plan: NodeIndexSeek on Entity(site), expand RELATES outwards
MATCH (h:Entity {site: $site})-[r:RELATES]->(t:Entity)
WHERE h.type <> 'value' AND r.type IN $types
RETURN r.type AS type, t.name AS tail, h.name AS head, h.type AS head_type, t.type AS tail_type, r.entries AS entries
