// Full text of a baseline's chunks, with the same analyzer as our blocks.
// params: none
// returns: nothing
// plan: schema change
CREATE FULLTEXT INDEX baseline_text IF NOT EXISTS FOR (c:BaselineChunk) ON EACH [c.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}
