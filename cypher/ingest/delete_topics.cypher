// Removes topics with their edges.
// params: ids
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id)
CYPHER replan=skip
UNWIND $ids AS id
MATCH (t:Topic {id: id})
DETACH DELETE t
