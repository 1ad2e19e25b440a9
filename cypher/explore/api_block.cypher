// One block with its page, its parent and the entities it mentions.
// params: id
// returns: block (map), page (map), parent (map), entities
// plan: unique lookup of Block.id
MATCH (b:Block {id: $id})
OPTIONAL MATCH (p:Page {site: b.site, url: b.url})
OPTIONAL MATCH (q:Block)-[:CONTAINS]->(b)
CALL (b) {
  MATCH (b)-[m:MENTIONS]->(e:Entity)
  WITH e, m ORDER BY m.start LIMIT 60
  RETURN collect(DISTINCT {id: e.id, name: e.name, type: e.type, surface: m.surface, start: m.start, end: m.end})
    AS entities
}
RETURN {id: b.id, kind: b.kind, text: b.text, markdown: b.markdown, heading_path: b.heading_path, order: b.order,
        words: b.words, main: b.main, anchor: b.anchor, lang: b.lang} AS block,
       {site: b.site, url: b.url, title: p.title, lang: p.lang, fetched_at: toString(p.fetched_at),
        modified: toString(p.modified)} AS page,
       CASE WHEN q IS NULL THEN null ELSE {id: q.id, kind: q.kind, text: q.text, heading_path: q.heading_path} END
         AS parent,
       entities
LIMIT 1
