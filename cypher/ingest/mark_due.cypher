// Lets all pages and entities of a site be looked at by its communities: a graph of an older version says of none.
// params: site
// returns: nothing
// plan: NodeIndexSeek on Page(site), NodeIndexSeek on Entity(site); commits every 5000 nodes
CALL () {
  MATCH (n:Page {site: $site})
  WHERE n.content_hash IS NOT NULL
  RETURN n
  UNION ALL
  MATCH (n:Entity {site: $site})
  WHERE n.embedding IS NOT NULL
  RETURN n
}
CALL (n) {
  SET n.due = n.site
} IN TRANSACTIONS OF 5000 ROWS
