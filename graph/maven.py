"""Where jars come from: the repository that Maven itself would ask on this machine."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterable
from pathlib import Path

import httpx
from lxml import etree

from core.settings import Settings

# Maven Central answers at the host named like the group id of Maven itself, turned round.
GROUP = "org.apache.maven"
CENTRAL = f"https://repo.{'.'.join(reversed(GROUP.split('.')))}/maven2"
CERTIFICATE_VARIABLES = ("REQUESTS_CA_BUNDLE", "PIP_CERT", "CURL_CA_BUNDLE")


def choose_repository(settings: Settings, files: Iterable[Path] | None = None) -> str:
    """The setting, else the mirror of Central in Maven's own settings.xml, else Maven Central."""
    if settings.maven_url:
        return settings.maven_url.rstrip("/")
    mirrors = (find_mirror(path) for path in (files or settings_files()))
    return next(filter(None, mirrors), CENTRAL).rstrip("/")


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


def trust_certificates() -> ssl.SSLContext:
    """Certificates of the system, of certifi, and of the files that an organisation names in the usual variables."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    for name in CERTIFICATE_VARIABLES:
        path = Path(os.environ.get(name) or "-")
        if path.is_file():
            context.load_verify_locations(path)
    return context
