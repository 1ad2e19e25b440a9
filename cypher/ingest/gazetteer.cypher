// Lists the names of a site's entities that have a page of their own.
// params: site
// returns: id, type, name, aliases
// plan: NodeIndexSeek on Entity(site)
MATCH (e:Entity {site: $site})
WHERE e.anchor_url IS NOT NULL AND e.type <> 'value'
RETURN e.id AS id, e.type AS type, e.name AS name, e.aliases AS aliases
ORDER BY id
