// Drops an index, if it is there.
// params: name
// returns: nothing
// plan: schema change
DROP INDEX $name IF EXISTS
