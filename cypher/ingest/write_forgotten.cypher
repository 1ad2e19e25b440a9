// Notes ids of entities, and of the spellings that went into them, that no later crawl may bring back.
// params: site, ids, places (id and page address, with a tab between)
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'forgotten:' + $site})
SET m.site = $site, m.ids = [id IN coalesce(m.ids, []) WHERE NOT id IN $ids] + $ids,
    m.places = [place IN coalesce(m.places, []) WHERE NOT place IN $places] + $places
