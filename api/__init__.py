"""HTTP, server-sent events, the web page and MCP."""
