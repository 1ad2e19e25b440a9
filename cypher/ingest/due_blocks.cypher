// Reads what pages with news bring to communities, some pages at a time: blocks in none, and blocks of one that changed
// since or count as no content any more.
// params: site, after (the last address read, empty at first), limit (pages)
// returns: pages (list of [url, content hash, title, found]) in one row, which costs less than a row a page; found is a
//          list of [id, made_of, text, headings, home (its community), stays (whether it is still content), vector (of a
//          block in no community)]
// plan: NodeIndexSeek on Page(due, url), NodeIndexSeek on Block(site, url), expand CONTAINS backwards
CYPHER replan=skip
MATCH (p:Page {due: $site})
USING INDEX p:Page(due, url)
WHERE p.url > $after
WITH p ORDER BY p.url LIMIT $limit
OPTIONAL MATCH (b:Block {site: p.site, url: p.url})
USING INDEX b:Block(site, url)
OPTIONAL MATCH (b)<-[c:CONTAINS]-(t:Topic)
WITH p, b, c, t, b.leaf AND b.main >= 0.4 AND b.embedding IS NOT NULL AS stays
WITH p, collect(CASE WHEN t IS NULL AND stays OR t IS NOT NULL AND (NOT stays OR coalesce(c.made_of <> b.content_hash, true))
                     THEN [b.id, b.content_hash, b.text, b.heading_path, t.id, stays, CASE WHEN t IS NULL THEN b.embedding END]
                END) AS found
ORDER BY p.url
RETURN collect([p.url, p.content_hash, coalesce(p.title, ''), found]) AS pages
