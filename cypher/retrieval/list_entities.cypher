// Lists and counts: all entities of a type that meet every condition, each with the block that shows it.
// params: ask {site, languages, types, conditions [{prefixes, ids, outgoing, incoming, via_outgoing, via_incoming,
//   values_of, names, contains, low, high, first, last, absent, unsaid, levels, words, pages, taken, roles, negated}],
//   near (ids that all which is asked for is linked to, or none), over (whether by a thing between), limit}; a condition
//   holds when any of its parts does (none, where negated): key prefix, link to one of ids (over the types of outgoing
//   or incoming, or any; with via, over a thing between), a value named, holding a text or in a range, the number in the
//   key from first to last, no relation of the absent types and no "unsaid" in its own block (but before "none"), a
//   level in the headings over its own block, each word (or one that begins with it) in the entity's own block or on its
//   own page, a part of its page's address that begins with one of pages, a relation of the taken types that leads to
//   it, a rank, role or list that ends with one of roles; a negated condition on values holds only where there is one
//   Where most of the type have a place or facts of their own, those that are only referred to are left out.
// returns: rows [{total (before the limit), entity, placed (has a page or place of its own), name, type, id
//   (block), url, quote (surface)}]
// plan: index on Entity(site, type), or what is linked to the near ones; one existence check a condition and entity;
//   mentions and facts of each that is kept read once and joined by block
UNWIND $ask.types AS type
CALL (type) {
  MATCH (e:Entity {site: $ask.site, type: type})
  WITH e.anchor_url IS NOT NULL OR EXISTS { (e)-[:RELATES]->() } AS placed
  RETURN 2 * count(CASE WHEN placed THEN 1 END) >= count(*) AS mostly
}
CALL (type) {
  WITH type WHERE size($ask.near) = 0
  MATCH (e:Entity {site: $ask.site, type: type})
  RETURN e
  UNION
  UNWIND $ask.near AS id
  MATCH (n:Entity {id: id})-[:RELATES]-(e:Entity)
  WHERE NOT $ask.over AND e.site = $ask.site AND e.type = type
  RETURN e
  UNION
  UNWIND $ask.near AS id
  MATCH (n:Topic {id: id})-[:RELATES]-(e:Entity)
  WHERE NOT $ask.over AND e.site = $ask.site AND e.type = type
  RETURN e
  UNION
  UNWIND $ask.near AS id
  MATCH (n:Entity {id: id})-[:RELATES]-(:Entity)-[:RELATES]-(e:Entity)
  WHERE $ask.over AND e.site = $ask.site AND e.type = type
  RETURN e
  UNION
  UNWIND $ask.near AS id
  MATCH (n:Topic {id: id})-[:RELATES]-(:Entity)-[:RELATES]-(e:Entity)
  WHERE $ask.over AND e.site = $ask.site AND e.type = type
  RETURN e
}
WITH type, mostly, e
WHERE all(c IN $ask.conditions WHERE c.negated <> (
  any(prefix IN c.prefixes WHERE e.key STARTS WITH prefix)
  OR (size(c.ids) > 0 AND size(c.via_outgoing) + size(c.via_incoming) > 0 AND EXISTS {
    MATCH (e)-[v:RELATES]-(m:Entity)-[r:RELATES]-(n)
    WHERE n.id IN c.ids AND m <> e
      AND ((v.type IN c.via_outgoing AND startNode(v) = e) OR (v.type IN c.via_incoming AND endNode(v) = e))
      AND (size(c.outgoing) + size(c.incoming) = 0
        OR (r.type IN c.outgoing AND startNode(r) = m) OR (r.type IN c.incoming AND endNode(r) = m))
  })
  OR (size(c.ids) > 0 AND size(c.via_outgoing) + size(c.via_incoming) = 0 AND EXISTS {
    MATCH (e)-[r:RELATES]-(n)
    WHERE n.id IN c.ids AND (size(c.outgoing) + size(c.incoming) = 0
      OR (r.type IN c.outgoing AND startNode(r) = e) OR (r.type IN c.incoming AND endNode(r) = e))
  })
  OR (size(c.values_of) > 0 AND EXISTS {
    MATCH (e)-[r:RELATES]->(v:Entity {type: 'value'})
    WHERE r.type IN c.values_of AND (toLower(v.name) IN c.names
      OR any(part IN c.contains WHERE toLower(v.name) CONTAINS part)
      OR (c.low IS NOT NULL AND c.low <= toFloatOrNull(v.name) <= c.high))
  })
  OR (c.first IS NOT NULL AND c.first <= toIntegerOrNull(reduce(digits = '', mark IN split(split(e.key, ' ')[1], '') |
    CASE WHEN '0' <= mark <= '9' THEN digits + mark ELSE digits END)) <= c.last)
  OR (size(c.absent) > 0 AND NOT EXISTS { MATCH (e)-[r:RELATES]->() WHERE r.type IN c.absent } AND NOT EXISTS {
    MATCH (b:Block)-[:MENTIONS]->(e)
    WHERE b.leaf AND toLower(last(b.heading_path)) STARTS WITH toLower(e.name)
      AND substring(last(b.heading_path), size(e.name), 1) IN ['', ' ', '.', ':', ',']
      AND any(rest IN split(toLower(b.text), c.unsaid)[1..] WHERE NOT rest =~ '(?s)\\w*[:.\\s]*(none|no|not required)\\b.*')
  })
  OR (size(c.levels) > 0 AND EXISTS {
    MATCH (b:Block)-[:MENTIONS]->(e)
    WHERE b.leaf AND toLower(last(b.heading_path)) STARTS WITH toLower(e.name)
      AND substring(last(b.heading_path), size(e.name), 1) IN ['', ' ', '.', ':', ',']
      AND any(heading IN b.heading_path[..-1] WHERE any(level IN c.levels WHERE
        ' ' + replace(toLower(heading), '-', ' ') CONTAINS ' ' + level))
  })
  OR (size(c.pages) > 0 AND any(part IN c.pages WHERE toLower(coalesce(e.anchor_url, '')) CONTAINS '/' + part))
  OR (size(c.taken) > 0 AND EXISTS { MATCH (e)<-[r:RELATES]-() WHERE r.type IN c.taken })
  OR (size(c.roles) > 0 AND EXISTS {
    MATCH (e)-[r:RELATES]->(v:Entity {type: 'value'})
    WHERE r.type IN ['rank', 'role', 'listed_as'] AND any(role IN c.roles WHERE toLower(v.name) ENDS WITH role)
  })
  OR (size(c.words) > 0 AND all(word IN c.words WHERE EXISTS {
    MATCH (b:Block)-[:MENTIONS]->(e)
    WHERE b.leaf AND toLower(last(b.heading_path)) STARTS WITH toLower(e.name)
      AND substring(last(b.heading_path), size(e.name), 1) IN ['', ' ', '.', ':', ',']
      AND toLower(b.headings + ' ' + b.text) CONTAINS word
      AND (NOT word =~ '[a-z0-9]+' OR toLower(b.headings + ' ' + b.text) =~ '(?s)(.*\\W)?' + word + '.*')
  } OR EXISTS {
    MATCH (b:Block {site: $ask.site, url: e.anchor_url})
    WHERE b.leaf AND toLower(b.headings + ' ' + b.text) CONTAINS word
      AND (NOT word =~ '[a-z0-9]+' OR toLower(b.headings + ' ' + b.text) =~ '(?s)(.*\\W)?' + word + '.*')
  })))
  AND (NOT c.negated OR size(c.values_of) = 0 OR EXISTS { MATCH (e)-[r:RELATES]->() WHERE r.type IN c.values_of }))
WITH mostly, collect(e) AS every
WITH mostly, every, [e IN every WHERE e.anchor_url IS NOT NULL OR EXISTS { (e)-[:RELATES]->() }] AS placed
WITH CASE WHEN mostly AND size(placed) > 0 THEN placed ELSE every END AS found
WITH found, size(found) AS total
UNWIND found AS e
WITH total, e ORDER BY e.key, e.id LIMIT $ask.limit
CALL (e) {
  CALL (e) {
    MATCH (b:Block)-[m:MENTIONS]->(e)
    WHERE b.leaf AND (size($ask.languages) = 0 OR b.lang IN $ask.languages)
    RETURN b.id AS source, {b: b, m: m} AS named, 0 AS facts, 0 AS shows
    UNION ALL
    MATCH (e)-[r:RELATES]-(n)
    UNWIND r.sources AS source
    WITH DISTINCT e, r, n, source
    RETURN source, null AS named, sum(CASE WHEN startNode(r) = e THEN 1 ELSE 0 END) AS facts,
      sum(CASE WHEN any(c IN $ask.conditions WHERE n.id IN c.ids) THEN 1 ELSE 0 END) AS shows
  }
  WITH source, collect(named) AS places, max(facts) AS facts, max(shows) AS shows
  UNWIND places AS named
  WITH named.b AS b, named.m AS m, facts, shows
  ORDER BY CASE WHEN e.anchor_url = b.url + '#' + coalesce(b.anchor, '') THEN 0
    WHEN toLower(last(b.heading_path)) + ' ' STARTS WITH toLower(e.name) + ' '
      OR toLower(last(b.heading_path)) STARTS WITH toLower(e.name) + '.' THEN 1
    WHEN e.anchor_url = b.url THEN 2 ELSE 3 END, shows DESC, facts DESC, m.start, b.id
  LIMIT 1
  RETURN b, m.surface AS quote
}
WITH total, e, b, quote ORDER BY e.key, e.id
RETURN collect({total: total, entity: e.id, placed: e.anchor_url IS NOT NULL, name: e.name, type: e.type, id: b.id, url: b.url, quote: quote}) AS rows
