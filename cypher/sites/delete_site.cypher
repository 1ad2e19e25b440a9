// Deletes all of a site: blocks first, so that no hub is left with many edges when its turn comes. Can be run again.
// params: site, batch (nodes a transaction)
// returns: nothing
// plan: index seeks by site; commits every `batch` nodes
CALL () {
  MATCH (n:Block {site: $site}) RETURN n
  UNION ALL
  MATCH (n:Topic {site: $site}) RETURN n
  UNION ALL
  MATCH (n:Entity {site: $site}) RETURN n
  UNION ALL
  MATCH (n:Page {site: $site}) RETURN n
  UNION ALL
  MATCH (n:Meta) WHERE n.site = $site OR n.key ENDS WITH ':' + $site AND NOT n.key STARTS WITH 'vectors:' RETURN n
}
CALL (n) {
  DETACH DELETE n
} IN TRANSACTIONS OF $batch ROWS
