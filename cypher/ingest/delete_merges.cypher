// Forgets merges.
// params: site, raws
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key)
UNWIND $raws AS raw
MATCH (m:Meta {key: 'merge:' + $site + ':' + raw})
DELETE m
