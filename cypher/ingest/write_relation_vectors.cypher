// Stores vectors of relations.
// params: rows (list of {id, vector}; id is an element id)
// returns: nothing
// plan: DirectedRelationshipByElementIdSeek
CYPHER replan=skip
UNWIND $rows AS row
MATCH ()-[r:RELATES]->()
WHERE elementId(r) = row.id
CALL db.create.setRelationshipVectorProperty(r, 'embedding', row.vector)
