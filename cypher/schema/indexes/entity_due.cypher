// Finds the entities of a site with news for its communities: `due` is the site while there are some.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX entity_due IF NOT EXISTS FOR (e:Entity) ON (e.due, e.id)
