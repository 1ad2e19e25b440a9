"""Question sets as JSON, and the script that makes the lists."""
