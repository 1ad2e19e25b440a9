// Reads one entry of the bookkeeping.
// params: key
// returns: meta (map); no row when there is none
// plan: NodeUniqueIndexSeek on Meta(key)
MATCH (m:Meta {key: $key})
RETURN properties(m) AS meta
