// Bookkeeping of a site.
// params: site
// returns: after, properties
// plan: NodeByLabelScan on Meta, which has few nodes
MATCH (n:Meta)
WHERE n.site = $site OR n.key ENDS WITH ':' + $site AND NOT n.key STARTS WITH 'vectors:'
RETURN n.key AS after, properties(n) AS properties
ORDER BY n.key
