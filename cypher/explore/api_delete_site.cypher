// Deletes every node of a site with its edges, in batches, so that a big site fits a small heap; can be run again.
// params: site
// returns: nothing
// plan: index scans by site; commits every 2000 nodes
MATCH (n)
WHERE (n:Page OR n:Block OR n:Entity OR n:Topic) AND n.site = $site
   OR (n:Meta AND n.key ENDS WITH ':' + $site)
CALL (n) {
  DETACH DELETE n
} IN TRANSACTIONS OF 2000 ROWS
