"""Embedder, reranker, entity tagger, language model: one Protocol each, one file per implementation."""
