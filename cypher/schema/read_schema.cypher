// Reads the schema version and which model made each vector property.
// params: none
// returns: key, version (of `schema`), model and size (of `vectors:PROPERTY`)
// plan: NodeByLabelScan on Meta, which has few nodes
MATCH (m:Meta)
WHERE m.key = 'schema' OR m.key STARTS WITH 'vectors:'
RETURN m.key AS key, m.version AS version, m.model AS model, m.size AS size
ORDER BY key
