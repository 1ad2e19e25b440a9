"""What main content takes along: a price under the title, the last rows of a table."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import numpy as np
import pytest

from ingest.html import parse
from ingest.html.frames import Group, Raw
from ingest.html.main_content import LEAST, keep_price, keep_tables
from ingest.html.selection import index_of
from ingest.html.selection.builtin import select_main

PRODUCT = (
    "<header><a href=/>Shop</a><nav><a href=/a>A</a><a href=/b>B</a></nav></header><div class=product><h1>Laptop X200</h1>"
    "{}<ul class=specs><li>CPU: 8 cores</li><li>RAM: 16 GB</li></ul><p>A good laptop for students of the university, with "
    "a long battery life and a bright screen.</p><button>Add to cart</button></div><div class=related><h2>Related</h2><ul>"
    "<li><a href=/p1>Laptop Y</a> $999</li></ul></div><div class=reviews><h2>Reviews</h2><div class=review><b>Ann</b> Great "
    "machine, I use it each day for work and it never failed.</div></div><footer>(c) Shop</footer>"
)


def make(text: str, kind: str = "paragraph", rank: int = 0, group: Group | None = None) -> Raw:
    raw = Raw(kind, text, text)
    raw.rank, raw.words, raw.group = rank, len(text.split()), group
    return raw


@pytest.mark.parametrize(
    "price", ["$1,299.00", "€ 1.299", "1299 EUR", "£99", "¥12,800", "In stock", "Sold out", "有货"]
)
@pytest.mark.parametrize("box", ["<span class=price>{}</span>", "<div>{}</div>", "<p>{}</p>", "<span>{}</span><br>"])
def test_a_price_under_the_title_is_main_content(price: str, box: str):
    html = PRODUCT.format(box.format(price))
    index = index_of(parse(html.encode(), "http://shop.example/p/1", metadata=False))
    assert price in [segment.text for segment in select_main(index).segments(index)]


def test_a_price_elsewhere_is_judged_by_the_model_alone():
    texts = [
        make("Shop"),
        make("$5"),
        make("Laptop", "heading", 1),
        make("$9"),
        make("Other", "heading", 2),
        make("$7"),
    ]
    scores = np.array([0.9, 0.1, 0.2, 0.1, 0.1, 0.1])
    assert keep_price(scores, texts).tolist() == scores.tolist()
    scores[5] = 0.8
    assert keep_price(scores, texts).tolist() == [0.9, 0.1, 0.2, LEAST, 0.1, 0.8]
    assert keep_price(scores[:2], texts[:2]).tolist() == [0.9, 0.1]


def test_a_table_that_is_mostly_selected_is_selected_whole():
    one, other = Group("table", "/a"), Group("table", "/b")
    rows = [make("x", "row", group=one) for _ in range(3)] + [make("y", "row", group=other) for _ in range(3)]
    found = keep_tables(np.array([0.9, 0.6, 0.1, 0.1, 0.2, 0.9]), [*rows])
    assert found.tolist() == [0.9, 0.6, LEAST, 0.1, 0.2, 0.9]
