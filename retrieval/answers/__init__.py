"""From evidence to a verified answer: extractive or by a language model, checked either way."""
