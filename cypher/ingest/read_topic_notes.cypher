// Reads how many nodes the communities of a site were built of, and how many were attached or went since.
// params: site
// returns: built, attached, fits (whether vectors are still made by the same model)
// plan: NodeUniqueIndexSeek on Meta(key), twice
CYPHER replan=skip
MATCH (m:Meta {key: 'topics:' + $site})
OPTIONAL MATCH (v:Meta {key: 'vectors:embedding'})
RETURN m.built AS built, m.attached AS attached, coalesce(m.embedder = v.model, false) AS fits
