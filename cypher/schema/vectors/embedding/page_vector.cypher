// Vectors of pages from the primary model, by cosine; the score is (1 + cosine) / 2.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX page_vector IF NOT EXISTS FOR (p:Page) ON (p.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
