// Blocks that hold the words, best first, with the place where a reader finds them.
// params: site, words (Lucene syntax), limit
// returns: score, place (address and anchor), headings, text
// plan: full-text index block_text, filtered by site
CALL db.index.fulltext.queryNodes('block_text', $words) YIELD node, score
WHERE node.site = $site AND node.leaf
RETURN score, node.url + CASE WHEN node.anchor IS NULL THEN '' ELSE '#' + node.anchor END AS place,
       node.headings AS headings, left(node.text, 300) AS text
LIMIT $limit
