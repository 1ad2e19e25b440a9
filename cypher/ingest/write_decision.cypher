// Records what a person decided about two raw entities; an earlier decision about them is replaced.
// params: site, one, other, same
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
MERGE (m:Meta {key: 'decision:' + $site + ':' + $one + '|' + $other})
SET m.site = $site, m.one = $one, m.other = $other, m.same = $same
