// Removes relations that no source supports any more.
// params: relations (list of element ids)
// returns: nothing
// plan: DirectedRelationshipByElementIdSeek
UNWIND $relations AS relation
MATCH ()-[r:RELATES]->()
WHERE elementId(r) = relation
DELETE r
