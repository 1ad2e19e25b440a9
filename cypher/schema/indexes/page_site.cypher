// Finds the pages of a site.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX page_site IF NOT EXISTS FOR (p:Page) ON (p.site)
