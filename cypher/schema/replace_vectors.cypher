// Notes that a vector property comes from another model; only for a property that holds no vector.
// params: property, model, size
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'vectors:' + $property})
SET m.model = $model, m.size = $size
