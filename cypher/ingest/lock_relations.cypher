// Locks the relations that exist of some keys until the transaction ends, and reads their sources. Absent keys are
// locked too, so that two writers do not make one fact twice.
// params: keys (sorted)
// returns: key, relation (element id), head, tail, type, group, entries, head_name, tail_name
// plan: DirectedRelationshipUniqueIndexSeek on RELATES(key)
CYPHER replan=skip
UNWIND $keys AS key
MATCH (h)-[r:RELATES {key: key}]->(t)
SET r.touched = true
WITH r, h, t
RETURN r.key AS key, elementId(r) AS relation, h.id AS head, t.id AS tail, r.type AS type, r.group AS group,
       r.entries AS entries, h.name AS head_name, coalesce(t.name, t.title) AS tail_name
