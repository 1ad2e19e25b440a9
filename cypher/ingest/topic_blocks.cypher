// Reads the leaf blocks that communities are made of, some at a time.
// params: site, after (the last id read, empty at first), limit
// returns: id, made_of, vector, text, headings, title
// plan: NodeIndexSeek on Block(site), NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
MATCH (b:Block {site: $site})
USING INDEX b:Block(site)
WHERE b.leaf AND b.embedding IS NOT NULL AND b.main >= 0.4 AND b.id > $after
WITH b ORDER BY b.id LIMIT $limit
OPTIONAL MATCH (p:Page {site: b.site, url: b.url})
USING INDEX p:Page(site, url)
RETURN b.id AS id, b.content_hash AS made_of, b.embedding AS vector, b.text AS text, b.heading_path AS headings,
       coalesce(p.title, '') AS title
ORDER BY id
