// Addresses of a baseline's documents.
// params: none
// returns: nothing
// plan: schema change
CREATE RANGE INDEX baseline_url IF NOT EXISTS FOR (d:BaselineDocument) ON (d.url)
