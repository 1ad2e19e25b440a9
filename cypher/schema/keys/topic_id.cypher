// A topic is known by its id: site, kind and hash.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT topic_id IF NOT EXISTS FOR (t:Topic) REQUIRE t.id IS UNIQUE
