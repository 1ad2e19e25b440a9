"""Text that a page shows twice: once for each size of screen, as a quotation, as a preview of what it shows in full."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ingest.html.frames import Raw

LEAST_WORDS = 5
COPY = 0.45


def lower_copies(
    scores: NDArray[np.float64], raws: Sequence[Raw], shapes: Sequence[str], least: float
) -> NDArray[np.float64]:
    """Scores (segments,) where copies of an earlier selected segment are no longer selected; they stay blocks.

    A copy says the same under the same heading, or in another place of the page's make-up. Entries of one template
    under headings of their own (courses with the same description) are no copies. `least` selects.
    """
    found = scores.copy()
    heads: dict[str, set[str]] = defaultdict(set)
    forms: dict[str, set[str]] = defaultdict(set)
    for place in np.flatnonzero(scores >= least).tolist():
        raw = raws[place]
        if raw.words < LEAST_WORDS or raw.kind == "row":
            continue
        text = raw.text.lower()
        head = raw.heading_path[-1] if raw.heading_path else ""
        if text in heads and (head in heads[text] or shapes[place] not in forms[text]):
            found[place] = COPY
        heads[text].add(head)
        forms[text].add(shapes[place])
    return found
