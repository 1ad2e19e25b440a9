"""The command line, and the wiring of all rooms."""
