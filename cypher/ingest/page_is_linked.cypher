// Tells whether other pages link to a page.
// params: site, url
// returns: linked
// plan: NodeUniqueIndexSeek on Page(site, url)
MATCH (p:Page {site: $site, url: $url})
RETURN EXISTS { (p)<-[:HYPERLINK]-(q:Page) WHERE q <> p } AS linked
