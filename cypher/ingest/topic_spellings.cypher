// Counts how the things that keyword topics stand for are written on the pages.
// params: site, keys (the topics' titles in the form in which names are compared)
// returns: surface, times
// plan: NodeIndexSeek on Entity(site), expand MENTIONS backwards
MATCH (e:Entity {site: $site})
WHERE e.key IN $keys AND e.type <> 'value'
MATCH (e)<-[m:MENTIONS]-(:Block)
WHERE m.found_by IS NULL AND m.surface <> ''
RETURN m.surface AS surface, count(*) AS times
ORDER BY surface
