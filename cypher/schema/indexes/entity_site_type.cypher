// Finds the entities of a type in a site.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX entity_site_type IF NOT EXISTS FOR (e:Entity) ON (e.site, e.type)
