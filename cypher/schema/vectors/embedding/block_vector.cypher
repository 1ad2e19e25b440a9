// Vectors of blocks from the primary model, by cosine; the score is (1 + cosine) / 2.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX block_vector IF NOT EXISTS FOR (b:Block) ON (b.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
