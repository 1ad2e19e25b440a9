// An entity is known by its id: site, type and key.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE
