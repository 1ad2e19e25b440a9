// The text, page, surroundings and entities of the candidate blocks of any mode.
// params: ask {ids, context_words (a parent or neighbour longer than this is left out), tokens (whether they are wanted),
//   ends (the marks after which a text leads on to nothing)}
// returns: rows [{id, url, title, kind, text, markdown (of definitions, else ''), headings (list), anchor, lang, words,
//   fetched_at, modified, published, parent (text or ''), neighbours (list of texts, the one before and the one after),
//   following ([{id, kind, text, anchor}] of the block that a text without an end leads on to, or []), entities,
//   tokens (bytes or null)}]
// plan: one index look-up a block and its page; parents by CONTAINS, neighbours only for short blocks, what follows only for
//   texts that lead on
UNWIND $ask.ids AS id
MATCH (b:Block {id: id})
MATCH (p:Page {site: b.site, url: b.url})
OPTIONAL MATCH (parent:Block)-[:CONTAINS]->(b)
WITH b, p, head(collect(parent)) AS parent
RETURN collect({
  id: b.id, url: b.url, title: p.title, kind: b.kind, text: b.text,
  markdown: CASE b.kind WHEN 'definitions' THEN b.markdown ELSE '' END, headings: b.heading_path, anchor: b.anchor,
  tokens: CASE WHEN $ask.tokens THEN b.tokens END, lang: coalesce(b.lang, p.lang), words: b.words, fetched_at: p.fetched_at, modified: p.modified,
  published: p.published, parent: CASE WHEN parent.words <= $ask.context_words THEN parent.text ELSE '' END,
  neighbours: COLLECT {
    MATCH (parent)-[:CONTAINS]->(near:Block)
    WHERE b.words <= 40 AND near.leaf AND near.order IN [b.order - 1, b.order + 1] AND near.words <= $ask.context_words
    RETURN near.text ORDER BY near.order LIMIT 2
  },
  following: COLLECT {
    MATCH (parent)-[:CONTAINS]->(near:Block)
    WHERE NOT right(b.text, 1) IN $ask.ends AND b.kind <> 'table' AND near.order > b.order
    WITH b, near ORDER BY near.order LIMIT 1
    OPTIONAL MATCH (near)-[:CONTAINS]->(part:Block) WHERE part.leaf
    WITH b, near, part ORDER BY part.order LIMIT 1
    WITH b, CASE WHEN near.leaf THEN near ELSE part END AS next
    WHERE next.heading_path = b.heading_path AND next.repeated IS NULL
    RETURN {id: next.id, kind: next.kind, text: next.text, anchor: next.anchor}
  },
  entities: COLLECT {
    MATCH (b)-[:MENTIONS]->(e:Entity) WHERE e.type <> 'value'
    RETURN DISTINCT e.name LIMIT 12
  }
}) AS rows
