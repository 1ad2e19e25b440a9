// Lists entities of a site with what is known of them, the most mentioned first.
// params: site, type (empty: all but values), text (empty: all; else part of a name), limit
// returns: id, name, type, aliases, anchor_url, mentions
// plan: NodeIndexSeek on Entity(site, type)
MATCH (e:Entity {site: $site})
WHERE e.type <> 'value' AND ($type = '' OR e.type = $type)
  AND ($text = '' OR toLower(e.name) CONTAINS toLower($text) OR any(alias IN e.aliases WHERE toLower(alias) CONTAINS toLower($text)))
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases, e.anchor_url AS anchor_url,
       COUNT { (e)<-[:MENTIONS]-() } AS mentions
ORDER BY mentions DESC, id
LIMIT $limit
