// Notes which model makes a vector property, unless it is noted already; says what is noted.
// params: property, model, size
// returns: model, size: what the graph holds, ours or an earlier one
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'vectors:' + $property})
ON CREATE SET m.model = $model, m.size = $size
RETURN m.model AS model, m.size AS size
