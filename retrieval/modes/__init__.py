"""One file a mode: each asks the graph for candidate blocks, with scores and the path that led to them."""
