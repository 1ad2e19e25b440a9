"""The bundled demo site: an invented university, with questions and right answers."""
