// Vectors of topics from the primary model, by cosine; the score is (1 + cosine) / 2.
// params: size (numbers in a vector)
// returns: nothing
// plan: schema change
CREATE VECTOR INDEX topic_vector IF NOT EXISTS FOR (t:Topic) ON (t.embedding)
OPTIONS {indexConfig: {`vector.dimensions`: $size, `vector.similarity_function`: 'cosine'}}
