// Removes the vectors of a property from all nodes, in batches; with `embedding` go the tokens, of the same model.
// params: property
// returns: nothing
// plan: label scans; commits every 1,000 nodes; can be run again
MATCH (n:Block|Page|Entity|Topic)
WHERE n[$property] IS NOT NULL
CALL (n) {
  SET n[$property] = null, n.tokens = CASE $property WHEN 'embedding' THEN null ELSE n.tokens END
} IN TRANSACTIONS OF 1000 ROWS
