// Reads the links of a site that lead to pages which are not here, and those that were led on to another page.
// params: site
// returns: source, page (where the edge leads), target (the address in the page)
// plan: NodeIndexSeek on Page(site), expand HYPERLINK backwards
MATCH (q:Page {site: $site})<-[l:HYPERLINK]-(p:Page)
WHERE q.status = 'unseen' OR l.target IS NOT NULL
RETURN p.url AS source, q.url AS page, coalesce(l.target, q.url) AS target
ORDER BY target, source
