// Every leaf block of a site with its headings, to look for gold words in.
// params: site
// returns: id, url, text
// plan: index seek by site
MATCH (b:Block {site: $site})
WHERE b.leaf
RETURN b.id AS id, b.url AS url, coalesce(b.headings, '') + ' ' + b.text AS text
ORDER BY id
