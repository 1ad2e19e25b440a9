// State of every index, for the readiness check.
// params: none
// returns: name, state, type
// plan: a procedure-free SHOW; touches no data
SHOW INDEXES YIELD name, state, type
RETURN name, state, type
ORDER BY name
