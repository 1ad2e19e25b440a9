// Finds the topics of a site.
// params: none
// returns: nothing
// plan: schema change
CREATE INDEX topic_site IF NOT EXISTS FOR (t:Topic) ON (t.site)
