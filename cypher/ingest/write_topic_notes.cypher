// Notes how many nodes the communities of a site were built of, and how many were attached or went since.
// params: site, built, attached
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'topics:' + $site})
SET m.built = $built, m.attached = $attached
