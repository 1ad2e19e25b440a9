// The leaf blocks of one page as a reader meets them, with the headings they stand under.
// params: site, url
// returns: order, kind, headings, text, main (how surely it is main content)
// plan: unique seek of the page, then its tree
MATCH (p:Page {site: $site, url: $url})-[:CONTAINS*1..12]->(b:Block)
WHERE b.leaf
RETURN DISTINCT b.order AS order, b.kind AS kind, b.headings AS headings, left(b.text, 200) AS text, b.main AS main
ORDER BY order
