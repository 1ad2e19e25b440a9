// Finds the blocks of a site without an address: exact scans of small sites.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX block_site IF NOT EXISTS FOR (b:Block) ON (b.site)
