// Attributes of one entity for which pages in one language give different values: pages that may contradict each other.
// A value whose words stand in another one ("June" beside "1 to 26 June") says the same, only less.
// params: site, skip (attributes that may well have several values), limit
// returns: id, name, type, attribute, lang, values (list of value, url, title, block_id, fetched_at)
// plan: index scan of Entity by site, then its attributes and their first sources
MATCH (e:Entity)-[r:RELATES]->(v:Entity)
WHERE e.site = $site AND e.type <> 'value' AND v.type = 'value' AND NOT r.type IN $skip
UNWIND r.sources[0..3] AS source
MATCH (b:Block {id: source})
MATCH (p:Page {site: b.site, url: b.url})
WITH e, r.type AS attribute, coalesce(p.lang, '') AS lang, p, v, head(collect(b)) AS b
ORDER BY p.fetched_at DESC, p.url, v.name
WITH e, attribute, lang, collect({value: v.name, url: p.url, title: p.title, block_id: b.id, anchor: b.anchor,
                                  fetched_at: toString(p.fetched_at)}) AS values,
     count(DISTINCT p.url) AS pages, collect(DISTINCT ' ' + toLower(v.name) + ' ') AS said
WITH e, attribute, lang, values, pages,
     size([one IN said WHERE none(more IN said WHERE more <> one AND more CONTAINS one)]) AS different
WHERE pages > 1 AND different > 1
  AND none(one IN values WHERE size([x IN values WHERE x.url = one.url]) >= different)
RETURN e.id AS id, e.name AS name, e.type AS type, attribute, lang, values[0..6] AS values
ORDER BY name, attribute
LIMIT $limit
