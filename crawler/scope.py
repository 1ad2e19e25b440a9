"""Which addresses belong to a crawl: by host, by pattern, by shape and by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from core.urls import bare_host, host_of, normalize, origin_of, split_url
from crawler.patterns import make_pattern
from crawler.renaming import is_renamed

MAX_URL = 2000
MAX_FOLDERS = 24
MAX_PARAMETERS = 10
_NOT_TEXT = re.compile(
    r"\.(jpe?g|png|gif|bmp|webp|svgz?|ico|tiff?|avif|heic|psd|ai|eps|mp[34]|m4[av]|mov|avi|wmv|mkv|webm|og[gv]|wav|flac|"
    r"aac|css|m?js|map|woff2?|ttf|eot|otf|zip|tar|t?gz|bz2|xz|7z|rar|iso|dmg|exe|msi|apk|deb|rpm|jar|war|bin|swf|ics|vcf|"
    r"torrent|wasm|parquet|sqlite|db|bak)\Z",
    re.IGNORECASE,
)


class Scope:
    """The hosts of the seeds, and the include and exclude patterns."""

    def __init__(self, seeds: Iterable[str], include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        self.seeds = [normalize(seed) for seed in seeds]
        self._hosts = {bare_host(host_of(seed)) for seed in self.seeds}
        self._include = [make_pattern(text) for text in include]
        self._exclude = [(text, make_pattern(text)) for text in exclude]

    def holds(self, url: str) -> bool:
        """Whether an address is on one of the seeds' hosts."""
        return bare_host(host_of(url)) in self._hosts

    def follows_seed(self, url: str, target: str) -> bool:
        """Take in the host that a seed redirects to, where the site only has another name there; whether it does."""
        if url not in self.seeds or not is_renamed(url, target):
            return False
        self.seeds.append(target)
        self._hosts.add(bare_host(host_of(target)))
        return True

    def hosts(self) -> set[str]:
        """Host and port of each seed, as they were given."""
        return {host_of(seed) for seed in self.seeds}

    def seed_origin(self, url: str) -> str:
        """The origin of the seed whose host an address is on, in the seed's own spelling; empty if there is none."""
        host = bare_host(host_of(url))
        return next((origin_of(seed) for seed in self.seeds if bare_host(host_of(seed)) == host), "")

    def leaves_out(self, url: str) -> str:
        """Why an address of the site is not wanted, or an empty string."""
        if url in self.seeds:
            return ""
        if self._include and not any(pattern(url) for pattern in self._include):
            return "matches no include pattern"
        return next((f"excluded by {text}" for text, pattern in self._exclude if pattern(url)), "")


def is_asset(url: str) -> bool:
    """Whether the name says picture, sound, archive, script or style: nothing to read."""
    return bool(_NOT_TEXT.search(split_url(url).path))


def bad_shape(url: str) -> str:
    """Why the shape of an address says trap, or an empty string."""
    parts = split_url(url)
    if len(url) > MAX_URL:
        return f"address longer than {MAX_URL} characters"
    folders = [part for part in parts.path.split("/") if part]
    if len(folders) > MAX_FOLDERS:
        return f"more than {MAX_FOLDERS} folders"
    if _repeats(folders):
        return "path that appends itself"
    return _bad_query(parts.query)


def _bad_query(query: str) -> str:
    if not query:
        return ""
    names = [pair.split("=")[0] for pair in query.split("&")]
    if len(names) > MAX_PARAMETERS:
        return f"query with more than {MAX_PARAMETERS} parameters"
    name, times = Counter(names).most_common(1)[0]
    return f"query that repeats {name[:40]}" if times > 4 else ""


def _repeats(folders: list[str]) -> bool:
    """Whether a run of one to three names stands three times in a row, or one name four times in all."""
    if len(folders) < 3:
        return False
    if max(Counter(folders).values()) >= 4:
        return True
    for size in (1, 2, 3):
        for start in range(len(folders) - 3 * size + 1):
            run = folders[start : start + size]
            if run == folders[start + size : start + 2 * size] == folders[start + 2 * size : start + 3 * size]:
                return not all(name.isdigit() for name in run)
    return False
