// Takes entities out with every edge, and notes their ids so that no later crawl brings them back.
// params: site, ids
// returns: forgotten
// plan: unique lookups of Entity.id and Meta.key
MERGE (m:Meta {key: 'forgotten:' + $site})
SET m.ids = [id IN coalesce(m.ids, []) WHERE NOT id IN $ids] + $ids
WITH m
UNWIND $ids AS id
MATCH (e:Entity {id: id})
DETACH DELETE e
RETURN count(*) AS forgotten
