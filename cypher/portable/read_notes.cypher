// Bookkeeping of a site, without when it was imported: that belongs to one graph alone.
// params: site
// returns: after, properties
// plan: NodeByLabelScan on Meta, which has few nodes
MATCH (n:Meta)
WHERE (n.site = $site OR n.key ENDS WITH ':' + $site AND NOT n.key STARTS WITH 'vectors:')
  AND NOT n.key STARTS WITH 'imported:'
RETURN n.key AS after, properties(n) AS properties
ORDER BY n.key
