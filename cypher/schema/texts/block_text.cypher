// Full text of blocks; the analyzer knows Chinese, Japanese and Korean and passes other words whole.
// params: none
// returns: nothing
// plan: schema change
CREATE FULLTEXT INDEX block_text IF NOT EXISTS FOR (b:Block) ON EACH [b.text, b.headings]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
