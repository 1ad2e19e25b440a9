"""Code longer than the embedder reads: whole as one block, its lines in parts, the same when read again."""

from __future__ import annotations

import pytest

from ingest.html import parse
from ingest.html.rebuild import index_to_html


def code_page(code: str) -> bytes:
    shown = code.replace("&", "&amp;").replace("<", "&lt;")
    return f'<h1>Code</h1><p>Before.</p><pre><code class="language-python">{shown}</code></pre><p>After.</p>'.encode()


LONG_CODE = "\n".join(
    f"def step_{number}(first, second):\n    # adds <both> & more\n    return first + second + {number}\n"
    for number in range(100)
).rstrip()


def test_code_over_the_limit_is_one_block_with_parts_of_whole_lines():
    page = parse(code_page(LONG_CODE), "http://site.example/")
    whole = next(block for block in page.blocks if block.kind == "pre")
    parts = [block for block in page.blocks if block.parent == whole.position]
    assert not whole.leaf
    assert whole.text == LONG_CODE
    assert whole.markdown.startswith("```python\ndef step_0")
    assert len(parts) > 3
    assert all(part.leaf and part.kind == "pre" and part.words <= 150 for part in parts)
    assert all(part.text.startswith("def step_") for part in parts)
    assert sum(part.words for part in parts) == whole.words
    assert [line for part in parts for line in part.text.split("\n") if line] == list(
        filter(None, LONG_CODE.split("\n"))
    )


@pytest.mark.parametrize(
    "code",
    [
        LONG_CODE,
        "x = 1 " * 2000,
        "y" * 20_000,
        "a b c\n\n\n\n" * 400,
        "\n".join("    deep " * 30 for _ in range(40)),
        "行" * 3000 + "\n" + "word " * 500,
    ],
)
def test_cut_code_is_written_and_read_again_as_it_was(code: str):
    first = parse(code_page(code), "http://site.example/", metadata=False)
    again = parse(index_to_html(first.segments).encode(), "http://site.example/", metadata=False)
    assert [(s.kind, s.text, s.html, s.part) for s in again.segments] == [
        (s.kind, s.text, s.html, s.part) for s in first.segments
    ]
    assert len([s for s in first.segments if s.kind == "pre"]) > 1


def test_short_code_stays_one_leaf():
    page = parse(code_page("print(1)\n\nprint(2)"), "http://site.example/")
    assert [(block.leaf, block.text) for block in page.blocks if block.kind == "pre"] == [
        (True, "print(1)\n\nprint(2)")
    ]
