// Forgets which model made a vector property.
// params: property
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key)
MATCH (m:Meta {key: 'vectors:' + $property})
DELETE m
