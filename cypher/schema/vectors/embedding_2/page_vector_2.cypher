// Vectors of pages from the second, multilingual model, by cosine; the score is (1 + cosine) / 2.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX page_vector_2 IF NOT EXISTS FOR (p:Page) ON (p.embedding_2)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
