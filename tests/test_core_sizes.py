"""Sizes as people write them."""

from __future__ import annotations

import pytest

from core.sizes import format_size, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("700", 700),
        ("500k", 500_000),
        ("500 kB", 500_000),
        ("20MB", 20_000_000),
        (" 20 mb ", 20_000_000),
        ("1.5GB", 1_500_000_000),
        ("1,5 G", 1_500_000_000),
        ("2MiB", 2_097_152),
        ("1 Ti", 2**40),
        ("300 bytes", 300),
    ],
)
def test_a_size_is_read_with_any_unit_or_none(text: str, size: int):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "MB", "-5", "5 XB", "1.2.3k", "ten", "5 i"])
def test_what_is_no_size_is_refused_with_an_example(text: str):
    with pytest.raises(ValueError, match="write it as 500kB"):
        parse_size(text)


def test_a_size_is_shown_in_the_unit_in_which_it_is_short():
    shown = [format_size(size) for size in (1, 700, 500_000, 20_000_000, 1_500_000_000, 2_500_000_000_000_000)]
    assert shown == ["1 byte", "700 bytes", "500 kB", "20 MB", "1.5 GB", "2,500 TB"]
