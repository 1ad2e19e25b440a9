// Notes the schema version.
// params: version
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'schema'})
SET m.version = $version
