// Writes chunks of a baseline, each a child of its document; they are deleted after the run.
// params: rows [{id, url, text, embedding}]
// returns: nothing
// plan: one merge of the document a row, by its own index
UNWIND $rows AS row
MERGE (d:BaselineDocument {url: row.url})
CREATE (c:BaselineChunk {id: row.id, url: row.url, text: row.text})-[:FROM_DOCUMENT]->(d)
WITH c, row
CALL db.create.setNodeVectorProperty(c, 'embedding', row.embedding)
