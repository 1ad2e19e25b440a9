"""Loopback sites for the crawler's tests, and a small reader of pages to hand in."""
