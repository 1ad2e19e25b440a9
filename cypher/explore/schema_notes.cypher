// The bookkeeping: schema version, which model made which vectors, notes of the sites.
// params: none
// returns: key, note (map)
// plan: NodeByLabelScan on Meta, which has few nodes
MATCH (m:Meta)
RETURN m.key AS key, properties(m) AS note
ORDER BY key
