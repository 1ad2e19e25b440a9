// Notes when the graph of some sites came in from a file: such files hold no times of their own.
// params: times (map of site to time)
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'imports'})
SET m += $times
