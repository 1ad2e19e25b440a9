// Bookkeeping is known by its key.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT meta_key IF NOT EXISTS FOR (m:Meta) REQUIRE m.key IS UNIQUE
