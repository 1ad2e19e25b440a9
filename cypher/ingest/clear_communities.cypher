// Takes all members out of some communities.
// params: ids
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS
CYPHER replan=skip
UNWIND $ids AS id
MATCH (:Topic {id: id})-[c:CONTAINS]->()
DELETE c
