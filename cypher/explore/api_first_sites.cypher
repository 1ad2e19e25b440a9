// The first two sites by name, which tells whether there is only one without counting what each holds.
// params: none
// returns: site
// plan: two seeks in the index of Page by site, one row each
CALL () {
  MATCH (p:Page)
  WHERE p.site > ''
  RETURN p.site AS first
  ORDER BY first
  LIMIT 1
}
CALL (first) {
  OPTIONAL MATCH (p:Page)
  WHERE p.site > first
  RETURN p.site AS second
  ORDER BY second
  LIMIT 1
}
UNWIND [first, second] AS site
WITH site
WHERE site IS NOT NULL
RETURN site
