// Finds the pages of a site with news for its communities: `due` is the site while there are some.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX page_due IF NOT EXISTS FOR (p:Page) ON (p.due, p.url)
