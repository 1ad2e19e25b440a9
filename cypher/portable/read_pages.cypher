// Pages of a site in the order of their addresses, a batch at a time.
// params: site, after (the last address, or ""), limit
// returns: after, properties
// plan: range seek on Page(site, url), in its order
MATCH (n:Page {site: $site})
WHERE n.url > $after
RETURN n.url AS after, properties(n) AS properties
ORDER BY n.url
LIMIT $limit
