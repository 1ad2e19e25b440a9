// Titles, descriptions and addresses of pages.
// params: none
// returns: nothing
// plan: schema change
CREATE FULLTEXT INDEX page_text IF NOT EXISTS FOR (p:Page) ON EACH [p.title, p.description, p.url]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
