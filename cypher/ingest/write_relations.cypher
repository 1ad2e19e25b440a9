// Writes the new sources of relations that were locked before.
// params: rows (list of {relation, properties})
// returns: nothing
// plan: DirectedRelationshipByElementIdSeek
CYPHER replan=skip
UNWIND $rows AS row
MATCH ()-[r:RELATES]->()
WHERE elementId(r) = row.relation
SET r += row.properties
REMOVE r.touched
