// Reads the ids of the entities that a site shall never have again, and the pages that named them.
// params: site
// returns: ids, places (id and page address, with a tab between)
// plan: NodeUniqueIndexSeek on Meta(key)
MATCH (m:Meta {key: 'forgotten:' + $site})
RETURN m.ids AS ids, coalesce(m.places, []) AS places
