"""A question in, a route, evidence and a verified answer out."""
