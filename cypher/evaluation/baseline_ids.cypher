// Ids of a baseline's chunks.
// params: none
// returns: nothing
// plan: schema change
CREATE RANGE INDEX baseline_id IF NOT EXISTS FOR (c:BaselineChunk) ON (c.id)
