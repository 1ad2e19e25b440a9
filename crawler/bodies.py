"""Bodies as they come over the wire: unpacked within a limit, and judged by their first bytes."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import brotli
import zstandard

CHUNK = 65_536
MOST_RATIO = 200
SMALL = 2_000_000
DOCUMENTS = {
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_OFFICE = (
    (b"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (b"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    (b"xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
)
PACKED = "application/gzip"
_GZIP = b"\x1f\x8b"
_PACKED = (PACKED, "application/x-gzip", "application/gzip-compressed")
_MAGIC = (
    (b"%PDF-", "application/pdf"),
    (_GZIP, PACKED),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"\xd0\xcf\x11\xe0", "application/msword"),
    (b"Rar!", "application/x-rar"),
    (b"7z\xbc\xaf", "application/x-7z"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x7fELF", "application/x-elf"),
    (b"MZ\x90", "application/x-exe"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"{\\rtf", "application/rtf"),
    (b"%!PS", "application/postscript"),
)
_XML = re.compile(
    rb"\s*(<\?xml[^>]*>\s*)?(?:(?><!--.*?-->)\s*)*+<(urlset|sitemapindex|rss|feed|rdf:RDF|svg)\b",
    re.DOTALL | re.IGNORECASE,
)
_XML_KINDS = {
    b"urlset": "application/sitemap",
    b"sitemapindex": "application/sitemap",
    b"rss": "application/feed",
    b"feed": "application/feed",
    b"rdf:rdf": "application/feed",
    b"svg": "image/svg+xml",
}
_MARKUP = re.compile(
    rb"<(!doctype\s+html|html|head|body|title|meta|table|div|p|h[1-6]|a|br|script|font|center)\b", re.IGNORECASE
)
_DOCUMENT = re.compile(
    rb"(?:(?><!--.*?-->|<\?xml[^>]*>)\s*)*+<(!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_CONTROLS = bytes((*range(9), *range(14, 32)))
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_TEXTUAL = re.compile(r"text/|.*[+/](xml|xhtml|json|javascript)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Body:
    """A body unpacked. `warnings` say what was wrong with its packing; `truncated` that its end is missing."""

    data: bytes
    truncated: bool = False
    warnings: tuple[str, ...] = ()


class TooLarge(Exception):
    """Unpacking passed the limit."""


def unpack(data: bytes, encodings: str, limit: int) -> Body:
    """Undo the content encodings, last first. What is not packed as it says is taken as it stands.

    A bomb is cut at `limit` bytes, and where it grows more than pages do (`MOST_RATIO`, above `SMALL` bytes); a stream
    that ends early keeps what came out of it.
    """
    body = Body(data)
    for encoding in reversed([part.strip().lower() for part in encodings.split(",")]):
        if encoding and encoding != "identity" and body.data:
            body = _unpack_once(body, encoding, limit)
    return body


def unwrap(body: Body, headers: Mapping[str, str], limit: int) -> Body:
    """A page that came as a gzipped file, which no header says: read as the page. Other packed files stay as they are.

    What is offered for download stays as well, and so does a packed text unless the header calls it a text.
    """
    if body.data[:2] != _GZIP or headers.get("content-disposition", "").strip().lower().startswith("attachment"):
        return body
    declared = headers.get("content-type", "").partition(";")[0].strip().lower()
    kind = sniff(_peek(body.data), declared if _TEXTUAL.match(declared) else PACKED)
    if not is_page(kind):
        return body
    opened = _unpack_once(Body(body.data, body.truncated, body.warnings), "gzip", limit)
    return opened if opened.data[:2] != _GZIP else body


def _peek(data: bytes) -> bytes:
    """How a gzipped file begins that holds one file; as a packed one where it holds many or cannot be read."""
    try:
        start = zlib.decompressobj(31).decompress(data[:CHUNK], CHUNK)
    except zlib.error:
        return _GZIP
    return _GZIP if not start or start[257:262] == b"ustar" else start


def sniff(body: bytes, declared: str = "", url: str = "") -> str:
    """The media type by first bytes; the declared one only where they say nothing."""
    head = body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(b"PK\x03\x04"):
        return next((kind for mark, kind in _OFFICE if mark in body[:8192] or mark in body[-65536:]), "application/zip")
    return _by_markup(body[:4096], head, declared.partition(";")[0].strip().lower())


def is_page(media_type: str) -> bool:
    """Whether a type is read as HTML or plain text."""
    return media_type in ("text/html", "application/xhtml+xml", "text/plain", "text/markdown")


def _unpack_once(body: Body, encoding: str, limit: int) -> Body:
    reader = {
        "gzip": _gzip,
        "x-gzip": _gzip,
        "deflate": _deflate,
        "br": _brotli,
        "zstd": _zstandard,
    }.get(encoding)
    if reader is None:
        return Body(body.data, body.truncated, (*body.warnings, f"unknown content encoding {encoding[:20]}"))
    out = bytearray()
    limit = min(limit, max(SMALL, MOST_RATIO * len(body.data)))
    try:
        complete = reader(body.data, out, limit)
    except TooLarge:
        return Body(bytes(out[:limit]), True, (*body.warnings, f"unpacked to more than {limit} bytes"))
    except (zlib.error, brotli.error, zstandard.ZstdError):
        return _misread(body, out, encoding)
    if complete:
        return Body(bytes(out), body.truncated, body.warnings)
    return Body(bytes(out), True, (*body.warnings, f"{encoding} stream ends early"))


def _misread(body: Body, out: bytearray, encoding: str) -> Body:
    if out:
        return Body(bytes(out), True, (*body.warnings, f"{encoding} stream is damaged"))
    return Body(body.data, body.truncated, (*body.warnings, f"not packed as {encoding}, taken as it stands"))


def _gzip(data: bytes, out: bytearray, limit: int) -> bool:
    while data:
        stream = zlib.decompressobj(31)
        try:
            _inflate(stream, data, out, limit)
        except zlib.error:
            if out and stream.unused_data == b"" and not stream.eof and data[:2] != b"\x1f\x8b":
                return True  # junk after a complete member, as browsers allow
            raise
        if not stream.eof:
            return False
        data = stream.unused_data
    return True


def _deflate(data: bytes, out: bytearray, limit: int) -> bool:
    raw = (data[0] & 0x0F) != 8 or (data[0] * 256 + (data[1] if len(data) > 1 else 0)) % 31 != 0
    stream = zlib.decompressobj(-15 if raw else 15)
    _inflate(stream, data, out, limit)
    return stream.eof


def _inflate(stream: zlib._Decompress, data: bytes, out: bytearray, limit: int) -> None:
    while data and not stream.eof:
        out += stream.decompress(data, CHUNK)
        data = stream.unconsumed_tail
        if len(out) > limit:
            raise TooLarge


def _brotli(data: bytes, out: bytearray, limit: int) -> bool:
    stream = brotli.Decompressor()
    out += stream.process(data, output_buffer_limit=CHUNK)
    while not stream.is_finished():
        if len(out) > limit:
            raise TooLarge
        more = stream.process(b"", output_buffer_limit=CHUNK)
        if not more and stream.can_accept_more_data():
            return False
        out += more
    return True


def _zstandard(data: bytes, out: bytearray, limit: int) -> bool:
    with zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(data, read_across_frames=True) as stream:
        while chunk := stream.read(CHUNK):
            out += chunk
            if len(out) > limit:
                raise TooLarge
    return True


def _by_markup(start: bytes, head: bytes, declared: str) -> str:
    found = _XML.match(start.removeprefix(b"\xef\xbb\xbf"))
    if found:
        return _XML_KINDS[found[2].lower()]
    if any(start.startswith(bom) for bom, _ in _BOMS[1:]):
        return declared if _TEXTUAL.match(declared) else "text/html"
    if declared.startswith(("image/", "audio/", "video/", "font/")) and not _MARKUP.search(head):
        return declared
    if b"\x00" in head and not _is_stained(head):
        if "html" in declared and _reads_as_markup(head.replace(b"\x00", b"")):
            return declared
        return declared if declared and not _TEXTUAL.match(declared) else "application/octet-stream"
    return _textual(head, declared)


def _is_stained(head: bytes) -> bool:
    """Whether a document holds a few stray NUL bytes, which browsers read over."""
    return head.count(b"\x00") <= max(2, len(head) // 100) and _MARKUP.search(head) is not None


def _reads_as_markup(head: bytes) -> bool:
    """Whether a head without its NUL bytes begins as a page, or holds tags and hardly anything that is no text."""
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return _MARKUP.match(head) is not None or (_MARKUP.search(head) is not None and controls <= len(head) // 50)


def _textual(head: bytes, declared: str) -> str:
    if _DOCUMENT.match(head):
        return declared if "html" in declared else "text/html"
    if declared in ("", "application/octet-stream"):
        return "text/html" if _MARKUP.search(head) or not head else "text/plain"
    if declared in _PACKED and _MARKUP.match(head):
        return "text/html"
    return declared
