"""Where jars come from: the repository that Maven itself would ask on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from lxml import etree

from core.settings import Settings


def choose_repository(settings: Settings, files: Iterable[Path] | None = None) -> str | None:
    """The setting, else the mirror of Central in Maven's own settings.xml; None for Maven Central itself."""
    if settings.maven_url:
        return settings.maven_url
    mirrors = (find_mirror(path) for path in (settings_files() if files is None else files))
    return next(filter(None, mirrors), None)


def settings_files() -> tuple[Path, ...]:
    """The user's settings.xml, then that of the Maven installation."""
    homes = [os.environ.get("MAVEN_HOME"), os.environ.get("M2_HOME")]
    return (Path.home() / ".m2/settings.xml", *(Path(home, "conf/settings.xml") for home in homes if home))


def find_mirror(path: Path) -> str | None:
    """The address of the mirror that stands for Central in one settings.xml; None when there is none."""
    try:
        root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
    except (OSError, etree.XMLSyntaxError):
        return None
    for mirror in root.iterfind(".//{*}mirror"):
        if mirrors_central(mirror.findtext("{*}mirrorOf") or "") and mirror.findtext("{*}blocked") != "true":
            return (mirror.findtext("{*}url") or "").strip() or None
    return None


def mirrors_central(pattern: str) -> bool:
    """Whether a `mirrorOf` (a list of names, with wildcards and exclusions) takes in Central."""
    names = {name.strip() for name in pattern.split(",")}
    return "!central" not in names and bool(names & {"*", "central", "external:*"})
