"""What is known of each segment, its neighbours and its page, as numbers: the input of main-content selection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from ingest.html.columns import (
    BOLD,
    CAPITAL,
    CELLS,
    CHROME,
    COMMAS,
    DATED,
    DEPTH,
    DIGITS,
    ELEMENTS,
    ENDED,
    KIND,
    LEVELS,
    LINES,
    LINKED,
    LINKS,
    PIECE,
    PRICED,
    RANK,
    REGION,
    RIGHTS,
    SHOUTED,
    SIZE,
    START,
    STEPS,
    STOPS,
    TAG,
    WORDS,
    Numbers,
    Vector,
    read_columns,
)
from ingest.html.frames import Raw
from ingest.html.tags import FLAGS

Matrix = NDArray[np.float32]

_SIDE_HEADING = re.compile(
    r"related|you (?:may|might)|also like|more (?:from|in|stories|articles|posts|news)|comments?\b|leave a|reply|share"
    r"|follow|newsletter|subscribe|sign up|recent posts|recommended|popular|trending|latest|categories|tags|archives?"
    r"|about the author|contact us|quick links|navigation|menu|search|customers? (?:also|who)|recently viewed|similar"
    r"|see also|references|footnotes",
)
_REVIEW_HEADING = re.compile(r"reviews?|ratings?|testimonials?|faq|questions")
_ADDRESS_WORDS = (
    "blog", "news", "article", "product", "shop", "doc", "wiki", "forum", "thread", "topic", "question", "category",
    "collection", "tag", "service", "about", "guide", "api", "item", "review",
)  # fmt: skip


class PageFeatures:
    """Features of the segments of one page. What is around a segment is held; rows are made on demand."""

    def __init__(self, raws: Sequence[Raw], url: str, page_type: str = "") -> None:
        self.base = read_columns(raws)
        self.flags = np.array([(raw.flags, raw.near) for raw in raws], dtype=np.int64).reshape(len(raws), 2).T
        self.shapes = shapes_of([raw.path for raw in raws])
        around = chain([_places(self.base)], _neighbours(self.base), _siblings(raws, self.shapes, self.base))
        self.around = np.concatenate([block.astype(np.float32) for block in around])
        self.page = np.array(_page(len(raws), self.base, self.flags, url, page_type), dtype=np.float32)

    def rows(self, places: Numbers) -> Matrix:
        """The features (segments, features) of some segments; one feature lies in memory after the other."""
        base, flags = self.base[:, places], self.flags[:, places]
        held = (*_own(base), *_bits(flags), self.around[:, places])
        found = np.empty((sum(map(len, held)) + len(self.page), len(places)), dtype=np.float32)
        first = 0
        for part in held:
            found[first : first + len(part)] = part
            first += len(part)
        found[first:] = self.page[:, None]
        return found.T


def page_features(raws: Sequence[Raw], url: str, page_type: str = "") -> Matrix:
    """One row of features a segment. `page_type` is what the page calls itself (og:type)."""
    return PageFeatures(raws, url, page_type).rows(np.arange(len(raws)))


_PLAIN = (
    LINKS, RANK, DEPTH, BOLD, CHROME, ENDED, CAPITAL, SHOUTED, CELLS, STEPS, LINES, DATED, PRICED, RIGHTS,
    LEVELS, STOPS, COMMAS,
)  # fmt: skip


def _own(base: Vector) -> list[Vector | NDArray[np.bool_]]:
    size = np.maximum(base[SIZE], 1)
    said = (np.log1p(base[SIZE]), np.log1p(base[WORDS]), base[LINKED] / size, base[DIGITS] / np.minimum(size, START))
    hot = [base[column] == np.arange(count)[:, None] for column, count in ((KIND, 9), (REGION, 6), (TAG, 8))]
    return [np.array(said), base[list(_PLAIN)], *hot]


_USED = np.arange(len(FLAGS))[:, None]
_INSIDE = np.array([40, 41, 42])[:, None]
_SHARED = np.concatenate([_USED, _INSIDE[:2]])


def _bits(flags: Numbers) -> list[Numbers]:
    return [(flags[0] >> _USED) & 1, (flags[0] >> _INSIDE) & 1, (flags[1] >> _USED) & 1]


def _places(base: Vector) -> Vector:
    count = base.shape[1]
    order = np.arange(count) / max(1, count - 1)
    words = base[WORDS]
    total = max(1.0, float(words.sum()))
    before = (np.cumsum(words) - words) / total
    elements = base[ELEMENTS] / max(1.0, float(base[ELEMENTS].max(initial=1)))
    first = np.flatnonzero(base[RANK] == 1)
    top = int(first[0]) if len(first) else -1
    since = np.arange(count) - top if top >= 0 else np.full(count, -99)
    longest = int(np.argmax(base[WORDS])) if count else 0
    far = np.abs(np.arange(count) - longest)
    return np.array([order, before, elements, np.clip(since, -50, 200), np.log1p(far), words / total])


def _neighbours(base: Vector) -> Iterator[Vector]:
    """Size, links and kind of the segments around, alone and as running means."""
    density = base[LINKED] / np.maximum(base[SIZE], 1)
    plain = np.where(density < 0.5, base[WORDS], 0.0)
    alone = np.array([np.log1p(base[WORDS]), density, base[KIND]])
    mixed = np.array([density, np.log1p(plain), base[CHROME]])
    sums = np.zeros((3, base.shape[1] + 1))
    np.cumsum(mixed, axis=1, out=sums[:, 1:])
    prose = np.cumsum(plain)
    total = max(1.0, float(prose[-1]) if len(prose) else 1.0)
    yield from (_shifted(alone, shift, -1.0) for shift in (-3, -2, -1, 1, 2, 3))
    yield from (_mean_around(sums, reach) for reach in (3, 10, 30))
    yield ((prose - plain) / total)[None]


def _shifted(values: Vector, shift: int, outside: float) -> Vector:
    moved = np.full(values.shape, outside)
    if shift < 0:
        moved[:, -shift:] = values[:, :shift]
    else:
        moved[:, :-shift] = values[:, shift:]
    return moved


def _mean_around(sums: Vector, reach: int) -> Vector:
    """Means over the segments within reach, from the sums of all before each."""
    count = sums.shape[1] - 1
    places = np.arange(count)
    low, high = np.maximum(0, places - reach), np.minimum(count, places + reach + 1)
    return np.asarray((sums[:, high] - sums[:, low]) / np.maximum(1, high - low), dtype=np.float64)


def _siblings(raws: Sequence[Raw], shapes: Sequence[str], base: Vector) -> Iterator[Vector]:
    """Sums over segments with the same parent, grandparent, section, and shape of path."""
    above = _above([raw.path for raw in raws])
    sections = _number([raw.heading_path for raw in raws])
    groups = [above[0], above[1], above[3], _number(shapes), sections]
    heads = [path[-1].lower() if path else "" for path in dict.fromkeys(raw.heading_path for raw in raws)]
    named = [[pattern.search(head) is not None for head in heads] for pattern in (_SIDE_HEADING, _REVIEW_HEADING)]
    yield from (_sums(numbers, base) for numbers in groups)
    yield _repeats([raw.text for raw in raws])[None]
    yield np.array(named, dtype=np.float64)[:, sections]


def _above(paths: Sequence[str]) -> list[Numbers]:
    """The numbers of the parents of paths, of their parents, and so on; each level asks the one below."""
    found: list[Numbers] = []
    for _ in range(4):
        parents = [path.rpartition("/")[0] for path in paths]
        numbers = _number(parents)
        found.append(numbers[found[-1]] if found else numbers)
        paths = list(dict.fromkeys(parents))
    return found


def shapes_of(paths: Sequence[str]) -> list[str]:
    """Paths without the numbers of their steps."""
    spelt = "\n".join(paths).encode("utf-8", "replace")
    if not spelt:
        return list(paths)
    codes = np.frombuffer(spelt, dtype=np.uint8)
    turns = (codes == ord("[")) | (codes == ord("/")) | (codes == ord("\n"))
    turns[0] = True
    places = np.flatnonzero(turns)
    kept = np.repeat(codes[places] != ord("["), np.diff(places, append=len(codes)))
    return str(codes[kept].tobytes(), "utf-8").split("\n")


def _number(keys: Sequence[object]) -> Numbers:
    seen: dict[object, int] = {}
    return np.array([seen.setdefault(key, len(seen)) for key in keys], dtype=np.int64)


def _sums(numbers: Numbers, base: Vector) -> Vector:
    """What the segments of each segment's group say together."""
    size, linked, words, stops = (
        np.bincount(numbers, column) for column in (base[SIZE], base[LINKED], base[WORDS], base[STOPS] + base[ENDED])
    )
    count = np.bincount(numbers)
    total = max(1.0, float(base[WORDS].sum()))
    said = np.array([np.log1p(count), np.log1p(words), words / total, linked / np.maximum(size, 1), stops / count])
    return said[:, numbers]


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
    words = base[WORDS]
    total = max(1.0, float(words.sum()))
    shares = np.zeros(len(_SHARED))
    for start in range(0, count, PIECE):
        part = slice(start, start + PIECE)
        shares += ((flags[0, part] >> _SHARED) & 1) @ words[part]
    kinds = (np.bincount(base[KIND].astype(np.int64), words, minlength=9) / total).tolist()
    path = _path_of(url)
    named = [float(word in path) for word in _ADDRESS_WORDS]
    return [
        float(np.log1p(total)),
        float(np.log1p(count)),
        float(base[LINKED].sum() / max(1.0, base[SIZE].sum())),
        float((base[STOPS]).sum() / total),
        float((base[RANK] == 1).sum()),
        float(np.log1p((base[RANK] > 0).sum())),
        float(base[PRICED].mean()) if count else 0.0,
        float(base[DATED].mean()) if count else 0.0,
        float(path.count("/")),
        float(len(path)),
        float(page_type.startswith("article")),
        float("product" in page_type),
        float(page_type == "website"),
        *(shares / total).tolist(),
        *kinds,
        *named,
    ]
