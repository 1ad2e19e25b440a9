// Reads the leaf blocks of a site as the pass over repeated texts sees them, some at a time.
// params: site, after (the last id read, empty at first), limit
// returns: id, url, text, words, main (as the page gave it), repeated (whether it is marked), shown (its main now)
// plan: NodeIndexSeek on Block(site), ordered by id
CYPHER replan=skip
MATCH (b:Block {site: $site})
USING INDEX b:Block(site)
WHERE b.leaf AND b.id > $after
WITH b ORDER BY b.id LIMIT $limit
RETURN b.id AS id, b.url AS url, b.text AS text, b.words AS words, coalesce(b.own_main, b.main) AS main,
       coalesce(b.repeated, false) AS repeated, b.main AS shown
ORDER BY id
