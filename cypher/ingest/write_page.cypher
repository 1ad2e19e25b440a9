// Writes the properties of one page.
// params: site, url, properties (a null removes a property)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
MATCH (p:Page {site: $site, url: $url})
SET p += $properties
