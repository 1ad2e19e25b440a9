// Turns a page back into a stub: linked to, but not here.
// params: site, url
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
MATCH (p:Page {site: $site, url: $url})
SET p = {site: $site, url: $url, status: 'unseen'}
