"""A snapshot in, a page graph out, and into Neo4j."""
