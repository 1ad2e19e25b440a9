// Finds the entities of a site.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX entity_site IF NOT EXISTS FOR (e:Entity) ON (e.site)
