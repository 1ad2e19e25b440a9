"""Patterns of addresses, and what is said of one that is none before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.pipeline import CrawlOptions, to_request
from core.errors import SettingsError
from core.settings import Settings
from crawler.patterns import make_pattern
from crawler.request import CrawlRequest

SEED = "https://weavers.example/"
BROKEN = ["re:[", "re:(", "re:*", "re:a{99999999999999999999}", "re:(?P<x"]


@pytest.mark.parametrize(
    ("text", "url", "meets"),
    [
        ("/news/*", "https://weavers.example/news/1", True),
        ("/news/*", "https://weavers.example/old/news/1", False),
        ("https://weavers.example/*", "https://weavers.example/a", True),
        ("re:/(a|b)$", "https://weavers.example/x/b", True),
        ("/[", "https://weavers.example/[", True),
    ],
)
def test_a_pattern_meets_paths_or_whole_addresses(text: str, url: str, meets: bool) -> None:
    assert make_pattern(text)(url) is meets


@pytest.mark.parametrize("option", ["include", "exclude"])
@pytest.mark.parametrize("text", BROKEN)
def test_a_pattern_that_is_none_ends_the_command_as_a_wrong_argument(option: str, text: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    with pytest.raises(SettingsError) as caught:
        to_request(settings, CrawlOptions(seeds=(SEED,), **{option: (text,)}))  # type: ignore[arg-type]
    said = str(caught.value)
    assert said.startswith(f"The crawl cannot start: --{option} {text} is no regular expression")
    assert "path pattern" in said
    assert "\n" not in said
    assert caught.value.exit_code == 2
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("text", BROKEN)
def test_a_request_is_refused_however_it_is_made(text: str) -> None:
    with pytest.raises(ValidationError, match="no regular expression"):
        CrawlRequest(site="weavers", seeds=(SEED,), exclude=("/ok/*", text))
