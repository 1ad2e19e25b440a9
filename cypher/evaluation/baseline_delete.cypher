// Deletes all that a baseline wrote. Can be run again.
// params: batch (nodes a transaction)
// returns: nothing
// plan: two label scans; commits every `batch` nodes
CALL () {
  MATCH (n:BaselineChunk) RETURN n
  UNION ALL
  MATCH (n:BaselineDocument) RETURN n
}
CALL (n) {
  DETACH DELETE n
} IN TRANSACTIONS OF $batch ROWS
