// A block is known by its id, which begins with the site.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT block_id IF NOT EXISTS FOR (b:Block) REQUIRE b.id IS UNIQUE
