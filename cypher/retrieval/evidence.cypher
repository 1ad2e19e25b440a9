// The text, page, surroundings and entities of the candidate blocks of any mode.
// params: ask {ids, context_words (a parent or neighbour longer than this is left out)}
// returns: id, site, url, title, kind, text, markdown, headings (list), anchor, lang, words, main, order, fetched_at,
//   modified, published, parent (text or ''), neighbours (list of texts, the one before and the one after), entities
// plan: one index look-up a block and its page; parents by CONTAINS, neighbours only for short blocks
UNWIND $ask.ids AS id
MATCH (b:Block {id: id})
MATCH (p:Page {site: b.site, url: b.url})
OPTIONAL MATCH (parent:Block)-[:CONTAINS]->(b)
WITH b, p, head(collect(parent)) AS parent
RETURN b.id AS id, b.site AS site, b.url AS url, p.title AS title, b.kind AS kind, b.text AS text,
  b.markdown AS markdown, b.heading_path AS headings, b.anchor AS anchor, coalesce(b.lang, p.lang) AS lang,
  b.words AS words, b.main AS main, b.order AS order, p.fetched_at AS fetched_at, p.modified AS modified,
  p.published AS published, p.alternates AS alternates,
  CASE WHEN parent.words <= $ask.context_words THEN parent.text ELSE '' END AS parent,
  COLLECT {
    MATCH (parent)-[:CONTAINS]->(near:Block)
    WHERE b.words <= 40 AND near.leaf AND near.order IN [b.order - 1, b.order + 1] AND near.words <= $ask.context_words
    RETURN near.text ORDER BY near.order LIMIT 2
  } AS neighbours,
  COLLECT {
    MATCH (b)-[:MENTIONS]->(e:Entity) WHERE e.type <> 'value'
    RETURN DISTINCT e.name LIMIT 12
  } AS entities
