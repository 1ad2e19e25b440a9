"""Neo4j: connection, schema, statement loader, local server, backup."""
