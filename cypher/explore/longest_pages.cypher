// The pages with the most words in their leaf blocks.
// params: site, limit
// returns: url, blocks, words
// plan: index scan of Block(site)
MATCH (b:Block {site: $site})
WHERE b.leaf
RETURN b.url AS url, count(*) AS blocks, sum(b.words) AS words
ORDER BY words DESC, url
LIMIT $limit
