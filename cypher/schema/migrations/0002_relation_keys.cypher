// Gives the facts of older graphs the key by which they are found and kept single.
// params: none
// returns: nothing
// plan: scan of RELATES; commits every 1000 facts
MATCH (h:Entity)-[r:RELATES]->(t)
WHERE r.key IS NULL AND r.entries IS NOT NULL
CALL (h, r, t) {
  SET r.key = h.id + '\t' + r.type + '\t' + r.group + '\t' + t.id
} IN TRANSACTIONS OF 1000 ROWS
