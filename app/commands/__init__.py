"""The commands, one file a family. Each file has `register(app)`; nothing heavy is imported before a command runs."""
