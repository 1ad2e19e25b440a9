// Removes pages that were never fetched and that nothing links to any more.
// params: site, urls
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
UNWIND $urls AS url
MATCH (p:Page {site: $site, url: url})
WHERE p.status IN ['unseen', 'external'] AND NOT EXISTS { (p)<-[:HYPERLINK]-() }
DETACH DELETE p
