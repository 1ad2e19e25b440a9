// Vectors of blocks from the second, multilingual model, by cosine; the score is (1 + cosine) / 2.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX block_vector_2 IF NOT EXISTS FOR (b:Block) ON (b.embedding_2)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
