// A fact is known by its key: ends, type and group of alternatives. So no lock on its ends, often hubs, is needed.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT relation_key IF NOT EXISTS FOR ()-[r:RELATES]-() REQUIRE r.key IS UNIQUE
