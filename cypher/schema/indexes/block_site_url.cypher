// Finds the blocks of a site and those of a page.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX block_site_url IF NOT EXISTS FOR (b:Block) ON (b.site, b.url)
