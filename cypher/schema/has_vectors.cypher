// Whether any node or relation holds a vector of a property.
// params: property
// returns: found
// plan: label scans that end at the first hit; asked only when models differ
CALL () {
  MATCH (n:Block) WHERE n[$property] IS NOT NULL RETURN 1 AS found LIMIT 1
  UNION ALL
  MATCH (n:Page) WHERE n[$property] IS NOT NULL RETURN 1 AS found LIMIT 1
  UNION ALL
  MATCH (n:Entity) WHERE n[$property] IS NOT NULL RETURN 1 AS found LIMIT 1
  UNION ALL
  MATCH (n:Topic) WHERE n[$property] IS NOT NULL RETURN 1 AS found LIMIT 1
  UNION ALL
  MATCH ()-[r:RELATES]->() WHERE r[$property] IS NOT NULL RETURN 1 AS found LIMIT 1
}
RETURN count(*) > 0 AS found
