// Reads how many members the communities of a site had when they were settled last, and how many they have now, with
// what is noted of them together.
// params: site
// returns: whole (nodes that all were built of), moved (how many came or went since), fits (whether vectors are still made
//          by the same model), communities (list of [id, level, size (members then), built (how many of these it was built
//          with), members (now), centred (whether its centre is known), centre and founders (keys of those it was built
//          with), both only where there are news])
// plan: NodeUniqueIndexSeek on Meta(key), twice, NodeIndexSeek on Page(due, url), Entity(due, id) and Topic(site), degrees
CYPHER replan=skip
OPTIONAL MATCH (n:Meta {key: 'topics:' + $site})
OPTIONAL MATCH (v:Meta {key: 'vectors:embedding'})
WITH n.built AS whole, n.attached AS moved, coalesce(n.embedder = v.model, false) AS fits,
     EXISTS { MATCH (p:Page {due: $site}) USING INDEX p:Page(due, url) WHERE p.url > '' }
     OR EXISTS { MATCH (e:Entity {due: $site}) USING INDEX e:Entity(due, id) WHERE e.id > '' } AS news
MATCH (t:Topic {site: $site})
USING INDEX t:Topic(site)
WHERE t.kind = 'community'
WITH t, whole, moved, fits, news, COUNT { (t)-[:CONTAINS]->() } AS members
ORDER BY t.level, t.id
RETURN whole, moved, fits, collect([t.id, t.level, t.size, t.built, members, t.centre IS NOT NULL,
                                    CASE WHEN news THEN t.centre END, CASE WHEN news THEN t.founders END]) AS communities
