"""What is known of each segment, its neighbours and its page, as numbers: the input of main-content selection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from ingest.html.frames import Raw
from ingest.html.tags import FLAGS

Matrix = NDArray[np.float32]
Vector = NDArray[np.float64]
Numbers = NDArray[np.int64]

_KINDS = MappingProxyType(
    {
        "paragraph": 0,
        "heading": 1,
        "item": 2,
        "continuation": 2,
        "row": 3,
        "pre": 4,
        "quote": 5,
        "caption": 6,
        "term": 7,
        "definition": 7,
        "button": 8,
        "field": 8,
    }
)
_REGIONS = MappingProxyType({"main": 0, "nav": 1, "header": 2, "footer": 3, "aside": 4, "notice": 5})
_TAGS = MappingProxyType({"p": 0, "div": 1, "li": 2, "span": 3, "td": 4, "section": 5, "a": 6, "article": 7})
_SIDE_HEADING = re.compile(
    r"related|you (?:may|might)|also like|more (?:from|in|stories|articles|posts|news)|comments?\b|leave a|reply|share"
    r"|follow|newsletter|subscribe|sign up|recent posts|recommended|popular|trending|latest|categories|tags|archives?"
    r"|about the author|contact us|quick links|navigation|menu|search|customers? (?:also|who)|recently viewed|similar"
    r"|see also|references|footnotes",
)
_REVIEW_HEADING = re.compile(r"reviews?|ratings?|testimonials?|faq|questions")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\bago\b|\bmin(?:ute)?s? read\b", re.IGNORECASE)
_NO_DIGITS = MappingProxyType({ord(digit): None for digit in "0123456789"})
_PRICE = re.compile(r"[$€£¥]\s?\d|\d\s?(?:USD|EUR|GBP)")
_ADDRESS_WORDS = (
    "blog", "news", "article", "product", "shop", "doc", "wiki", "forum", "thread", "topic", "question", "category",
    "collection", "tag", "service", "about", "guide", "api", "item", "review",
)  # fmt: skip


def _row(raw: Raw) -> tuple[float, ...]:
    text = raw.text
    start = text[:160]
    lower = start.lower()
    size = len(text)
    digits = len(start) - len(start.translate(_NO_DIGITS))
    return (
        size,
        raw.words,
        raw.link_chars,
        len(raw.links),
        _KINDS.get(raw.kind, 0),
        min(raw.rank, 10),
        raw.depth,
        _REGIONS.get(raw.region, 0),
        _TAGS.get(raw.tag, 8),
        raw.bold,
        raw.chrome,
        text.count(". ") + text.count("。") + text.count("! ") + text.count("? "),
        text.count(",") + text.count("，"),
        text[-1:] in '.!?。！？"”:;',
        digits,
        start[:1].isupper(),
        start.isupper(),
        len(raw.cells),
        raw.path.count("/"),
        raw.elements,
        text.count("\n"),
        (digits > 3 or "ago" in lower or "read" in lower) and _DATE.search(start) is not None,
        digits > 0 and _PRICE.search(start) is not None,
        "©" in start,
        len(raw.heading_path),
    )


(
    _SIZE,
    _WORDS,
    _LINKED,
    _LINKS,
    _KIND,
    _RANK,
    _DEPTH,
    _REGION,
    _TAG,
    _BOLD,
    _CHROME,
    _STOPS,
    _COMMAS,
    _ENDED,
    _DIGITS,
    _CAPITAL,
    _SHOUTED,
    _CELLS,
    _STEPS,
    _ELEMENTS,
    _LINES,
    _DATED,
    _PRICED,
    _RIGHTS,
    _LEVELS,
) = range(25)


class PageFeatures:
    """Features of the segments of one page. What is around a segment is held; rows are made on demand."""

    def __init__(self, raws: Sequence[Raw], url: str, page_type: str = "") -> None:
        self.base = np.array([_row(raw) for raw in raws], dtype=np.float64).reshape(len(raws), 25)
        self.flags = np.array([(raw.flags, raw.near) for raw in raws], dtype=np.int64).reshape(len(raws), 2)
        self.shapes = shapes_of([raw.path for raw in raws])
        around = (*_places(self.base), *_neighbours(self.base), *_siblings(raws, self.shapes, self.base))
        self.around = [column.astype(np.float32) for column in around]
        self.page = _page(len(raws), self.base, self.flags, url, page_type)

    def rows(self, places: Numbers) -> Matrix:
        """The features (segments, features) of some segments; one feature lies in memory after the other."""
        base, flags = self.base[places], self.flags[places]
        columns: list[Vector] = [*_own(base), *_bits(flags)]
        found = np.empty((len(columns) + len(self.around) + len(self.page), len(places)), dtype=np.float32)
        for number, column in enumerate(columns):
            found[number] = column
        for number, held in enumerate(self.around, len(columns)):
            found[number] = held[places]
        found[len(columns) + len(self.around) :] = np.array(self.page, dtype=np.float32)[:, None]
        return found.T


def page_features(raws: Sequence[Raw], url: str, page_type: str = "") -> Matrix:
    """One row of features a segment. `page_type` is what the page calls itself (og:type)."""
    return PageFeatures(raws, url, page_type).rows(np.arange(len(raws)))


_PLAIN = (
    _LINKS, _RANK, _DEPTH, _BOLD, _CHROME, _ENDED, _CAPITAL, _SHOUTED, _CELLS, _STEPS, _LINES, _DATED, _PRICED, _RIGHTS,
    _LEVELS, _STOPS, _COMMAS,
)  # fmt: skip


def _own(base: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    size = np.maximum(base[:, _SIZE], 1)
    plain = [base[:, column] for column in _PLAIN]
    hot = [base[:, _KIND] == kind for kind in range(9)]
    hot += [base[:, _REGION] == region for region in range(6)]
    hot += [base[:, _TAG] == tag for tag in range(8)]
    return [
        np.log1p(base[:, _SIZE]),
        np.log1p(base[:, _WORDS]),
        base[:, _LINKED] / size,
        base[:, _DIGITS] / np.minimum(size, 160),
        *plain,
        *[column.astype(np.float64) for column in hot],
    ]


_USED = tuple(range(len(FLAGS)))


def _bits(flags: Numbers) -> list[Vector]:
    over = [((flags[:, 0] >> bit) & 1).astype(np.float64) for bit in (*_USED, 40, 41, 42)]
    return over + [((flags[:, 1] >> bit) & 1).astype(np.float64) for bit in _USED]


def _places(base: Vector) -> list[Vector]:
    count = len(base)
    order = np.arange(count) / max(1, count - 1)
    words = base[:, _WORDS]
    total = max(1.0, float(words.sum()))
    before = (np.cumsum(words) - words) / total
    elements = base[:, _ELEMENTS] / max(1.0, float(base[:, _ELEMENTS].max(initial=1)))
    first = np.flatnonzero(base[:, _RANK] == 1)
    top = int(first[0]) if len(first) else -1
    since = np.arange(count) - top if top >= 0 else np.full(count, -99)
    longest = int(np.argmax(base[:, _WORDS])) if count else 0
    far = np.abs(np.arange(count) - longest)
    return [order, before, elements, np.clip(since, -50, 200).astype(np.float64), np.log1p(far), words / total]


def _neighbours(base: Vector) -> list[Vector]:
    """Size, links and kind of the segments around, alone and as running means."""
    count = len(base)
    log_words = np.log1p(base[:, _WORDS])
    density = base[:, _LINKED] / np.maximum(base[:, _SIZE], 1)
    plain = np.where(density < 0.5, base[:, _WORDS], 0.0)
    off = base[:, _CHROME]
    columns: list[Vector] = []
    for shift in (-3, -2, -1, 1, 2, 3):
        columns.extend(_shifted(values, shift, -1.0) for values in (log_words, density, base[:, _KIND]))
    for reach in (3, 10, 30):
        columns.extend(_mean_around(values, reach) for values in (density, np.log1p(plain), off))
    prose = np.cumsum(plain)
    total = max(1.0, float(prose[-1]) if count else 1.0)
    columns.append((prose - plain) / total)
    return columns


def _shifted(values: Vector, shift: int, outside: float) -> Vector:
    moved = np.full(len(values), outside)
    if shift < 0:
        moved[-shift:] = values[:shift]
    else:
        moved[:-shift] = values[shift:]
    return moved


def _mean_around(values: Vector, reach: int) -> Vector:
    sums = np.concatenate([[0.0], np.cumsum(values)])
    places = np.arange(len(values))
    low, high = np.maximum(0, places - reach), np.minimum(len(values), places + reach + 1)
    return np.asarray((sums[high] - sums[low]) / np.maximum(1, high - low), dtype=np.float64)


def _siblings(raws: Sequence[Raw], shapes: Sequence[str], base: Vector) -> Iterator[Vector]:
    """Sums over segments with the same parent, grandparent, section, and shape of path."""
    paths = [raw.path for raw in raws]
    steps = paths
    for level in range(4):
        steps = [path.rpartition("/")[0] for path in steps]
        if level != 2:
            yield from _sums(_number(steps), base)
    yield from _sums(_number(shapes), base)
    sections = _number([raw.heading_path for raw in raws])
    yield from _sums(sections, base)
    yield _repeats([raw.text for raw in raws])
    heads = [path[-1].lower() if path else "" for path in dict.fromkeys(raw.heading_path for raw in raws)]
    for pattern in (_SIDE_HEADING, _REVIEW_HEADING):
        named = np.array([pattern.search(head) is not None for head in heads], dtype=np.float64)
        yield named[sections] if len(raws) else named


def shapes_of(paths: Sequence[str]) -> list[str]:
    """Paths without the numbers of their steps."""
    known: dict[str, str] = {"": ""}
    return [_shape(path, known) for path in paths]


def _shape(path: str, known: dict[str, str]) -> str:
    """The shape of one path; those of all paths above it are kept, so that each step is looked at once."""
    steps: list[tuple[str, str]] = []
    above = path
    while above not in known:
        path, (above, _, step) = above, above.rpartition("/")
        steps.append((path, step))
    shape = known[above]
    for whole, step in reversed(steps):
        shape = known[whole] = f"{shape}/{step.partition('[')[0]}"
    return shape


def _number(keys: Sequence[object]) -> Numbers:
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.int64)


def _sums(numbers: Numbers, base: Vector) -> list[Vector]:
    size = np.bincount(numbers, base[:, _SIZE])
    linked = np.bincount(numbers, base[:, _LINKED])
    words = np.bincount(numbers, base[:, _WORDS])
    count = np.bincount(numbers)
    stops = np.bincount(numbers, base[:, _STOPS] + base[:, _ENDED])
    total = max(1.0, float(base[:, _WORDS].sum()))
    return [
        np.log1p(count)[numbers],
        np.log1p(words)[numbers],
        (words / total)[numbers],
        (linked / np.maximum(size, 1))[numbers],
        (stops / count)[numbers],
    ]


def _repeats(texts: Sequence[str]) -> Vector:
    numbers = _number(texts)
    return np.log1p(np.bincount(numbers))[numbers] if len(texts) else np.zeros(0)


def _path_of(url: str) -> str:
    """Path and query of an address in lower case; nothing of one that cannot be read."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}".lower() if url else ""


def _page(count: int, base: Vector, flags: Numbers, url: str, page_type: str) -> list[float]:
    """What all segments of the page share: its size, its make-up, and what its address says."""
    words = base[:, _WORDS]
    total = max(1.0, float(words.sum()))
    shares = [float(words[(flags[:, 0] >> bit) & 1 == 1].sum()) / total for bit in (*_USED, 40, 41)]
    kinds = [float(words[base[:, _KIND] == kind].sum()) / total for kind in range(9)]
    path = _path_of(url)
    named = [float(word in path) for word in _ADDRESS_WORDS]
    return [
        float(np.log1p(total)),
        float(np.log1p(count)),
        float(base[:, _LINKED].sum() / max(1.0, base[:, _SIZE].sum())),
        float((base[:, _STOPS]).sum() / total),
        float((base[:, _RANK] == 1).sum()),
        float(np.log1p((base[:, _RANK] > 0).sum())),
        float(base[:, _PRICED].mean()) if count else 0.0,
        float(base[:, _DATED].mean()) if count else 0.0,
        float(path.count("/")),
        float(len(path)),
        float(page_type.startswith("article")),
        float("product" in page_type),
        float(page_type == "website"),
        *shares,
        *kinds,
        *named,
    ]
