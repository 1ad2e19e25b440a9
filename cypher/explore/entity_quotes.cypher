// The blocks that mention an entity, with the words they use for it.
// params: id, limit
// returns: surface, place, headings, text
// plan: unique seek of Entity(id), its mentions
MATCH (e:Entity {id: $id})<-[m:MENTIONS]-(b:Block)
RETURN m.surface AS surface, b.url + CASE WHEN b.anchor IS NULL THEN '' ELSE '#' + b.anchor END AS place,
       b.headings AS headings, left(b.text, 200) AS text
ORDER BY place, m.start
LIMIT $limit
