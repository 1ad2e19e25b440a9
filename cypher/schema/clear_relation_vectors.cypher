// Removes the vectors of a property from all relations, in batches.
// params: property
// returns: nothing
// plan: relationship type scan; commits every 1,000 relations; can be run again
MATCH ()-[r:RELATES]->()
WHERE r[$property] IS NOT NULL
CALL (r) {
  SET r[$property] = null
} IN TRANSACTIONS OF 1000 ROWS
