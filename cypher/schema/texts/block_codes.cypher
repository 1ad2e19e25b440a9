// Codes of blocks, matched exactly: split at spaces only, case kept.
// params: none
// returns: nothing
// plan: schema change
CREATE FULLTEXT INDEX block_codes IF NOT EXISTS FOR (b:Block) ON EACH [b.codes]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
