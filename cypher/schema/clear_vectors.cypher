// Removes the vectors of a property from all nodes, in batches.
// params: property
// returns: nothing
// plan: label scans; commits every 1,000 nodes; can be run again
MATCH (n:Block|Page|Entity|Topic)
WHERE n[$property] IS NOT NULL
CALL (n) {
  SET n[$property] = null
} IN TRANSACTIONS OF 1000 ROWS
