// One node of any kind, as the graph view draws it. Pages are found by site and address, the others by id.
// params: kind (page, block, entity, topic), site, key
// returns: ref, kind, name, detail, url
// plan: one unique lookup; the other three branches are cut by kind
CALL () {
  MATCH (n:Page {site: $site, url: $key}) WHERE $kind = 'page' RETURN n
  UNION
  MATCH (n:Block {id: $key}) WHERE $kind = 'block' RETURN n
  UNION
  MATCH (n:Entity {id: $key}) WHERE $kind = 'entity' RETURN n
  UNION
  MATCH (n:Topic {id: $key}) WHERE $kind = 'topic' RETURN n
}
RETURN toLower(head(labels(n))) AS kind, n.site AS site, coalesce(n.id, n.url) AS key, n.url AS url,
       coalesce(n.name, n.title, left(n.text, 120), n.url) AS name, coalesce(n.type, n.kind, n.lang, '') AS detail
