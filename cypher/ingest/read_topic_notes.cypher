// Reads how many nodes the communities of a site were built of, and how many were attached or went since.
// params: site
// returns: built, attached
// plan: NodeUniqueIndexSeek on Meta(key)
MATCH (m:Meta {key: 'topics:' + $site})
RETURN m.built AS built, m.attached AS attached
