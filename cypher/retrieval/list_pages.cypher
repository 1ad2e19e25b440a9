// Every page that mentions one of these entities, with the block that does.
// params: ask {site, languages, ids, limit}
// returns: rows [{url, title, id (block), quote (surface), name (of the entity)}]
// plan: unique index look-ups, MENTIONS backwards, one block a page
UNWIND $ask.ids AS id
MATCH (e:Entity {id: id})
MATCH (b:Block)-[m:MENTIONS]->(e)
WHERE b.leaf AND (size($ask.languages) = 0 OR b.lang IN $ask.languages)
WITH e, b, m ORDER BY b.order, m.start
WITH b.url AS url, head(collect({b: b, quote: m.surface, name: e.name})) AS first
MATCH (p:Page {site: $ask.site, url: url})
WITH url, p, first ORDER BY url LIMIT $ask.limit
RETURN collect({url: url, title: p.title, id: first.b.id, quote: first.quote, name: first.name}) AS rows
