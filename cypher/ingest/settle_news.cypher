// Notes that communities have taken in the news of pages and entities, where no other version has come meanwhile.
// params: site, pages (list of {url, page: its content hash}), entities (list of {id, name})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url) and Entity(id)
CYPHER replan=skip
CALL () {
  UNWIND $pages AS row
  MATCH (p:Page {site: $site, url: row.url})
  USING INDEX p:Page(site, url)
  REMOVE p.due
  WITH p, row WHERE p.content_hash <> row.page
  SET p.due = p.site
}
CALL () {
  UNWIND $entities AS row
  MATCH (e:Entity {id: row.id})
  REMOVE e.due
  WITH e, row WHERE e.name <> row.name
  SET e.due = e.site
}
