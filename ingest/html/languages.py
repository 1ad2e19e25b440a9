"""The language of a text: its script where that decides, else a trained detector, else what the page declares."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]"), 0.08),
    ("zh", re.compile("[\u4e00-\u9fff\u3400-\u4dbf]"), 0.2),
    ("ko", re.compile("[\uac00-\ud7af]"), 0.2),
    ("th", re.compile("[\u0e00-\u0e7f]"), 0.2),
    ("he", re.compile("[\u0590-\u05ff]"), 0.2),
    ("el", re.compile("[\u0370-\u03ff]"), 0.2),
    ("hy", re.compile("[\u0530-\u058f]"), 0.2),
    ("ka", re.compile("[\u10a0-\u10ff]"), 0.2),
    ("ta", re.compile("[\u0b80-\u0bff]"), 0.2),
    ("km", re.compile("[\u1780-\u17ff]"), 0.2),
    ("lo", re.compile("[\u0e80-\u0eff]"), 0.2),
)
_LETTERS = re.compile(r"[^\W\d_]")
MIN_LETTERS = 30


@lru_cache(maxsize=1)
def load_identifier() -> Any:
    """The trained detector, read once a process: unpacking it takes most of a second."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def find_language(text: str, declared: str = "") -> str:
    """A two-letter code; what the page declares where the text is too short or the detector unsure; may be empty."""
    stated = declared.split("-")[0].split("_")[0].split(",")[0].strip().lower()
    stated = stated if 2 <= len(stated) <= 3 and stated.isalpha() else ""
    sample = text[:3000]
    letters = len(_LETTERS.findall(sample))
    if not letters:
        return stated
    for code, pattern, share in _SCRIPTS:
        if len(pattern.findall(sample)) > share * letters:
            return code
    if letters < MIN_LETTERS:
        return stated or _detect(sample, 0.9)
    found = _detect(sample[:1000], 0.9 if stated else 0.5)
    return found or stated


def _detect(text: str, sure: float) -> str:
    code, probability = load_identifier().classify(text)
    return str(code) if probability >= sure else ""
