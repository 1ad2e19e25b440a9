// Reads the texts of the leaf blocks of a site, some at a time.
// params: site, after (the last id read, empty at first), limit
// returns: id, url, text, entities (ids mentioned by the page itself), named (list of {entity, surface, start, end} found before)
// plan: NodeIndexSeek on Block(site), ordered by id
CYPHER replan=skip
MATCH (b:Block {site: $site})
USING INDEX b:Block(site)
WHERE b.leaf AND b.id > $after
WITH b ORDER BY b.id LIMIT $limit
OPTIONAL MATCH (b)-[m:MENTIONS]->(e:Entity)
RETURN b.id AS id, b.url AS url, b.text AS text,
       collect(CASE WHEN m IS NULL OR m.found_by IS NOT NULL THEN null ELSE e.id END) AS entities,
       collect(CASE WHEN m.found_by = 'names' THEN {entity: e.id, surface: m.surface, start: m.start, end: m.end} END) AS named
ORDER BY id
