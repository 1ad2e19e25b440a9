// How the parts of the site link to each other: the first word of the path of each address.
// params: site, limit
// returns: from_section, to_section, links
// plan: index scan of Page(site), one step over their links
MATCH (p:Page {site: $site})-[l:HYPERLINK]->(q:Page {site: $site})
WHERE l.region = 'main'
WITH coalesce(split(p.url, '/')[3], '') AS from_section, coalesce(split(q.url, '/')[3], '') AS to_section, count(l) AS links
WHERE from_section <> to_section
RETURN from_section, to_section, links
ORDER BY links DESC, from_section, to_section
LIMIT $limit
