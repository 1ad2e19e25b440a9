// The indexes of the database and how far each is filled.
// params: none
// returns: name, state (ONLINE, POPULATING or FAILED), percent, size (of vectors, else null)
// plan: a SHOW; touches no data
SHOW INDEXES YIELD name, state, populationPercent, type, options
WHERE type <> 'LOOKUP'
RETURN name, state, populationPercent AS percent,
       options.indexConfig['vector.dimensions'] AS size
ORDER BY name
