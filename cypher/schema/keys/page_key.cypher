// A page is known by its site and address.
// params: none
// returns: nothing
// plan: schema change
CREATE CONSTRAINT page_key IF NOT EXISTS FOR (p:Page) REQUIRE (p.site, p.url) IS UNIQUE
