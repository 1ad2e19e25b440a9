// The blocks of a few pages, in their order in the page: for a question that a page answers as a whole.
// params: ask {site, urls (of pages, few), limit (blocks in all)}
// returns: rows [{id, url}]
// plan: one index look-up a page, by site and address
UNWIND range(0, size($ask.urls) - 1) AS place
MATCH (b:Block {site: $ask.site, url: $ask.urls[place]})
WHERE b.leaf AND b.repeated IS NULL
OPTIONAL MATCH (parent:Block)-[:CONTAINS]->(b)
WITH place, b, coalesce(head(collect(parent.order)), -1) AS section
ORDER BY place, section, b.order LIMIT $ask.limit
RETURN collect({id: b.id, url: b.url}) AS rows
