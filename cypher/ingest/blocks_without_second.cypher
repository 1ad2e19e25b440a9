// Finds some leaf blocks of a site that have no vector in embedding_2 yet, with the text that vectors are made of.
// params: site, limit
// returns: id, text
// plan: NodeIndexSeek on Block(site), NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
MATCH (b:Block {site: $site})
USING INDEX b:Block(site)
WHERE b.embedding_2 IS NULL AND b.leaf AND b.repeated IS NULL
WITH b LIMIT $limit
MATCH (p:Page {site: b.site, url: b.url})
USING INDEX p:Page(site, url)
WITH b, CASE WHEN p.title = '' OR p.title = head(b.heading_path) THEN b.heading_path
             ELSE [p.title] + b.heading_path END AS context
RETURN b.id AS id,
       reduce(joined = '', part IN context | joined + CASE joined WHEN '' THEN '' ELSE ' > ' END + part)
       + CASE WHEN context = [] THEN '' ELSE '\n' END + b.text AS text
