"""Records, settings, errors, the durable queue and snapshots: imported by every room, imports none."""
