// Some blocks of a site with their pages, as far as they are still there.
// params: site, ids
// returns: id, url, title, anchor, fetched_at
// plan: unique lookups of Block.id, then of Page by site and url
UNWIND $ids AS id
MATCH (b:Block {id: id})
WHERE b.site = $site
MATCH (p:Page {site: b.site, url: b.url})
RETURN DISTINCT b.id AS id, p.url AS url, p.title AS title, b.anchor AS anchor, toString(p.fetched_at) AS fetched_at
