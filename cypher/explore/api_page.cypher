// One page with its counts and its links in both directions, the shortest lists a reader needs.
// params: site, url, limit
// returns: page (map), blocks, links_out, links_in
// plan: unique lookup of Page (site, url); degree-capped expansions
MATCH (p:Page {site: $site, url: $url})
CALL (p) {
  MATCH (p)-[h:HYPERLINK]->(q:Page)
  WITH h, q ORDER BY h.region DESC, q.url LIMIT $limit
  RETURN collect({url: q.url, title: q.title, text: h.anchor_text, region: h.region, status: q.status}) AS links_out
}
CALL (p) {
  MATCH (q:Page)-[h:HYPERLINK]->(p)
  WITH h, q ORDER BY h.region DESC, q.url LIMIT $limit
  RETURN collect({url: q.url, title: q.title, text: h.anchor_text, region: h.region}) AS links_in
}
RETURN {site: p.site, url: p.url, title: p.title, lang: p.lang, status: p.status, description: p.description,
        fetched_at: toString(p.fetched_at), modified: toString(p.modified), published: toString(p.published),
        aliases: p.aliases, breadcrumb: p.breadcrumb, alternates: p.alternates, media_type: p.media_type,
        warnings: p.warnings} AS page,
       links_out, links_in
