// The facts of a site with the block that states each, to draft questions from. A site's own sections and topics, and
// facts whose head shares its name with another entity of the type, are left out.
// params: site, limit
// returns: head, name, type, relation, tail, tail_name, tail_type, id (block), url, text
// plan: index scan of Entity(site), its facts, one block a fact
MATCH (h:Entity {site: $site})-[r:RELATES]->(t:Entity)
WHERE size(r.sources) > 0
  AND NOT EXISTS { MATCH (o:Entity {site: $site, type: h.type}) WHERE o.name = h.name AND o <> h }
MATCH (b:Block {id: head(r.sources)})
RETURN h.id AS head, h.name AS name, h.type AS type, r.type AS relation, t.id AS tail, t.name AS tail_name,
       t.type AS tail_type, b.id AS id, b.url AS url,
       left(trim(coalesce(b.headings, '') + '\n' + b.text), 1500) AS text
ORDER BY head, relation, tail
LIMIT $limit
