// Gathers what the pages of a site say of each raw entity, that is, of each entity before resolution.
// params: site
// returns: raw, entity, vector, names, other_names, given, anchors, pages (some), mentions
// plan: NodeIndexSeek on Entity(site), expand MENTIONS backwards
MATCH (e:Entity {site: $site})<-[m:MENTIONS]-(b:Block)
WHERE e.type <> 'value' AND m.found_by IS NULL
WITH e, coalesce(m.raw, e.id) AS raw, m, b
RETURN raw, e.id AS entity, e.embedding AS vector,
       collect(DISTINCT CASE m.surface WHEN '' THEN null ELSE m.surface END)[..20] AS names,
       reduce(other = [], list IN collect(DISTINCT m.names)[..20] | other + list) AS other_names,
       reduce(given = [], list IN collect(DISTINCT CASE WHEN m.anchor_url IS NULL THEN null
              ELSE coalesce(m.names, []) + CASE m.surface WHEN '' THEN [] ELSE [m.surface] END END) | given + list) AS given,
       collect(DISTINCT m.anchor_url) AS anchors, collect(DISTINCT b.url)[..20] AS pages, count(*) AS mentions
ORDER BY raw
