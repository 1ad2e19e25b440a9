// Notes how many nodes the communities of a site were built of, how many were attached or went since, and whose
// vectors they were made with.
// params: site, built, attached
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), twice, merge
CYPHER replan=skip
OPTIONAL MATCH (v:Meta {key: 'vectors:embedding'})
MERGE (m:Meta {key: 'topics:' + $site})
SET m.built = $built, m.attached = $attached, m.embedder = v.model
