"""How addresses of mail and numbers of phones look in a text."""

from __future__ import annotations

import re

MAIL = re.compile(r"\S+@\S+\.\w")
PHONE = re.compile(
    r"(?<![\d.])(?!(?:19|20)\d\d[\s-](?:19|20)\d\d(?!\d))\(?(?:\d{3,4}\)?[\s-]\d{4}|\d{4}\)?[\s-]\d{3}"
    r"|\d{3}\)?[\s-]\d{3}[\s-]\d)(?!\d{3})"
    r"|(?<![\d.])\d{2,4}\.\d{3,4}\.\d{3,4}(?!\.?\d)|\+\d{1,3}[\s.(-]*\d{2}"
)
