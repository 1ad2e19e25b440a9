// The facts of a site with the block that states each, to draft questions from. Facts of a head that shares its name
// with another entity of its type are left out, for a question could not tell them apart.
// params: site, limit
// returns: head, name, type, relation, tail, tail_name, tail_type, id (block), url, text (headings and text)
// plan: index scan of Entity(site) grouped by name, facts of each, one unique seek of a block a fact
MATCH (e:Entity {site: $site})
WITH e.type AS type, e.name AS name, collect(e) AS same
WHERE size(same) = 1
WITH same[0] AS h
MATCH (h)-[r:RELATES]->(t:Entity)
WHERE size(r.sources) > 0
WITH h, r, t
ORDER BY h.id, r.type, t.id
LIMIT $limit
MATCH (b:Block {id: head(r.sources)})
RETURN h.id AS head, h.name AS name, h.type AS type, r.type AS relation, t.id AS tail, t.name AS tail_name,
       t.type AS tail_type, b.id AS id, b.url AS url,
       left(trim(coalesce(b.headings, '') + '\n' + b.text), 1500) AS text
ORDER BY head, relation, tail
