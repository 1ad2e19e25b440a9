// Removes the vectors of blocks that have no tokens beside them, so that the next sweep makes both; in batches.
// params: none
// returns: nothing
// plan: scan of Block; commits every 1,000 blocks; can be run again
MATCH (b:Block)
WHERE b.embedding IS NOT NULL AND b.tokens IS NULL
CALL (b) {
  SET b.embedding = null
} IN TRANSACTIONS OF 1000 ROWS
