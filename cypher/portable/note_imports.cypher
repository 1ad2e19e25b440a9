// Notes when the graph of some sites came in from a file: such files hold no times of their own.
// params: sites (names), at (time)
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
UNWIND $sites AS site
MERGE (m:Meta {key: 'imported:' + site})
SET m.site = site, m.at = $at
