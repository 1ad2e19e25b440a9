// Reads the keyword topics of a site with the entities that are about them.
// params: site
// returns: id, title
// plan: NodeIndexSeek on Topic(site)
MATCH (t:Topic {site: $site, kind: 'keyword'})
RETURN t.id AS id, t.title AS title
ORDER BY id
