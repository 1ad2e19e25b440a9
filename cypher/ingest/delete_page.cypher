// Removes a page node with its links.
// params: site, url
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
MATCH (p:Page {site: $site, url: $url})
DETACH DELETE p
