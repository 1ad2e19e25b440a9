// Vectors of a baseline's chunks, by cosine.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX baseline_vector IF NOT EXISTS FOR (c:BaselineChunk) ON (c.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
