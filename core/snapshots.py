"""Snapshots on disk: one gzipped WARC file a page version, named by its address and its content."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from core.errors import IngestError, StateDamaged
from core.records import Snapshot

HEADER = "SiteQuest-"
SUFFIX = ".warc.gz"
DIGEST = 24


class SnapshotStore:
    """Content-addressed: the same answer of the same address is kept once, whatever its date.

    Every file is a complete WARC (a `response` record for what came over the wire, a `conversion` record for what a
    browser rendered), so that `cat snapshots/SITE/*/*.warc.gz` is a WARC too. A reader checks the content against the
    key: a file cut short by a power loss is reported, not believed.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    def put(self, snapshot: Snapshot) -> str:
        """Keep a snapshot; its key. Nothing is written when it is there already. `StateDamaged` on a full disk."""
        key = snapshot_key(snapshot)
        path = self._path(key)
        if path.exists():
            return key
        data = _encode(snapshot)
        try:
            _replace(path, data)
        except OSError as error:
            raise StateDamaged(
                f"The snapshots in {self.folder} cannot be written ({error.strerror}); free some space on that disk, "
                "or see to its rights, and run the same command again."
            ) from error
        return key

    def get(self, key: str) -> Snapshot:
        """The snapshot of a key; `IngestError` when it is not there or damaged."""
        try:
            snapshot = _decode(self._path(key).read_bytes())
        except FileNotFoundError as error:
            raise IngestError(f"Snapshot {key} is not in {self.folder}; crawl its page again.") from error
        except Exception as error:  # a damaged file may break anywhere in the reader
            raise IngestError(f"Snapshot {key} in {self.folder} is damaged; crawl its page again.") from error
        if snapshot_key(snapshot) != key:
            raise IngestError(f"Snapshot {key} in {self.folder} is damaged; crawl its page again.")
        return snapshot

    def has(self, key: str) -> bool:
        """Whether a key is here."""
        return self._path(key).exists()

    def keys(self, site: str) -> Iterator[str]:
        """Every key of a site."""
        for path in sorted((self.folder / folder_name(site)).glob(f"*/*{SUFFIX}")):
            yield str(path.relative_to(self.folder)).removesuffix(SUFFIX)

    def forget(self, site: str, url: str) -> int:
        """Remove every version of a page; how many there were."""
        name = _digest(f"{site} {url}")
        found = list((self.folder / folder_name(site) / name[:2]).glob(f"{name}-*{SUFFIX}"))
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def prune(self, site: str, keep: Iterable[str]) -> int:
        """Remove the versions of a site that are not among `keep`, and files left half written."""
        wanted = set(keep)
        gone = [key for key in self.keys(site) if key not in wanted]
        for key in gone:
            self._path(key).unlink(missing_ok=True)
        for path in (self.folder / folder_name(site)).glob("*/.new-*"):
            path.unlink(missing_ok=True)
        return len(gone)

    def _path(self, key: str) -> Path:
        path = self.folder / (key + SUFFIX)
        if ".." in Path(key).parts:
            raise IngestError(f"{key} is no snapshot key.")
        return path


def snapshot_key(snapshot: Snapshot) -> str:
    """`site/aa/address-content`: hashes of the address, and of the content with its type."""
    page = _digest(f"{snapshot.site} {snapshot.url}")
    head = f"{snapshot.status} {snapshot.content_type} {snapshot.rendered} {snapshot.truncated} "
    content = hashlib.sha256(head.encode() + snapshot.body).hexdigest()[:DIGEST]
    return f"{folder_name(snapshot.site)}/{page[:2]}/{page}-{content}"


def folder_name(site: str) -> str:
    """A site's name as a folder: readable, and different for different sites."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", site).strip(".") or "_"
    return plain if plain == site and len(plain) <= 100 else f"{plain[:80]}-{_digest(site)[:8]}"


def _replace(path: Path, data: bytes) -> None:
    """Write a file in one step; what was written of it is removed when the disk refuses."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False)  # noqa: SIM115 - closed below
    try:
        with file:
            file.write(data)
        os.replace(file.name, path)  # noqa: PTH105
    except OSError:
        Path(file.name).unlink(missing_ok=True)
        raise


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST]


def _encode(snapshot: Snapshot) -> bytes:
    stream = BytesIO()
    writer = WARCWriter(stream, gzip=True)
    kind = "conversion" if snapshot.rendered else "response"
    record = writer.create_warc_record(
        snapshot.url,
        kind,
        payload=BytesIO(snapshot.body),
        length=len(snapshot.body),
        warc_content_type=snapshot.content_type or "application/octet-stream",
        warc_headers_dict=_own_headers(snapshot),
        http_headers=None if snapshot.rendered else _http_headers(snapshot),
    )
    writer.write_record(record)
    return stream.getvalue()


def _own_headers(snapshot: Snapshot) -> dict[str, str]:
    known = {
        "WARC-Date": snapshot.fetched_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        f"{HEADER}Site": snapshot.site,
        f"{HEADER}Final-URL": snapshot.final_url,
        f"{HEADER}Aliases": " ".join(snapshot.aliases),
        f"{HEADER}Depth": str(snapshot.depth),
        f"{HEADER}Status": str(snapshot.status),
    }
    if snapshot.truncated:
        known["WARC-Truncated"] = "length"
    return {name: value for name, value in known.items() if value}


def _http_headers(snapshot: Snapshot) -> StatusAndHeaders:
    sent = [(name, value) for name, value in snapshot.headers.items() if name not in _WIRE]
    sent.append(("content-length", str(len(snapshot.body))))
    return StatusAndHeaders(f"{snapshot.status} Fetched", sent, protocol="HTTP/1.1")


_WIRE = frozenset({"content-length", "content-encoding", "transfer-encoding"})  # the body is kept decoded


def _decode(data: bytes) -> Snapshot:
    record = next(iter(ArchiveIterator(BytesIO(data))))
    own = record.rec_headers
    body = record.content_stream().read()
    pairs = chain(record.http_headers.headers if record.http_headers else [("content-type", own["Content-Type"])])
    headers = {name.lower(): value for name, value in pairs if name.lower() != "content-length"}
    return Snapshot(
        site=_text(own, "Site"),
        url=own["WARC-Target-URI"],
        status=int(_text(own, "Status") or 200),
        body=body,
        fetched_at=datetime.fromisoformat(own["WARC-Date"]),
        headers=headers,
        final_url=_text(own, "Final-URL"),
        aliases=tuple(_text(own, "Aliases").split()),
        depth=int(_text(own, "Depth") or 0),
        rendered=own["WARC-Type"] == "conversion",
        truncated=bool(own.get_header("WARC-Truncated")),
    )


def _text(headers: Any, name: str) -> str:
    return str(headers.get_header(HEADER + name) or "")
