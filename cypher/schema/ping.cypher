// Asks nothing of the database: that it answers says that it runs, knows us and is online.
// params: none
// returns: alive (true)
// plan: no access to data
RETURN true AS alive
