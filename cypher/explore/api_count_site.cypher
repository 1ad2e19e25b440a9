// How many nodes a site has.
// params: site
// returns: nodes
// plan: index scans by site, counts only
CALL () {
  MATCH (n:Page) WHERE n.site = $site RETURN count(n) AS n
  UNION ALL
  MATCH (n:Block) WHERE n.site = $site RETURN count(n) AS n
  UNION ALL
  MATCH (n:Entity) WHERE n.site = $site RETURN count(n) AS n
  UNION ALL
  MATCH (n:Topic) WHERE n.site = $site RETURN count(n) AS n
}
RETURN sum(n) AS nodes
