// Entities by name or alias, best first.
// params: site, words (Lucene syntax), limit
// returns: score, id, name, type, aliases, anchor_url
// plan: full-text index entity_text, filtered by site
CALL db.index.fulltext.queryNodes('entity_text', $words) YIELD node, score
WHERE node.site = $site
RETURN score, node.id AS id, node.name AS name, node.type AS type, node.aliases AS aliases,
       node.anchor_url AS anchor_url
LIMIT $limit
