"""Every Cypher statement of the product, one per file."""
