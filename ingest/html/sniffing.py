"""What bytes are, by their first bytes rather than by what a header says."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

from ingest.html.decode import guess_wide

HTML = "text/html"
TEXT = "text/plain"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BINARY = "application/octet-stream"

_MAGIC = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "application/octet-stream"),
    (b"\x7fELF", BINARY),
    (b"MZ\x90", BINARY),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x00\x00\x00\x18ftyp", "video/mp4"),
    (b"\x00\x00\x00\x20ftyp", "video/mp4"),
    (b"Rar!", "application/vnd.rar"),
    (b"7z\xbc\xaf", "application/x-7z-compressed"),
    (b"BZh", "application/x-bzip2"),
    (b"\xd0\xcf\x11\xe0", "application/msword"),
    (b"%!PS", "application/postscript"),
    (b"wOF", "font/woff2"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
)
_CONTROLS = bytes((*range(9), *range(14, 27), *range(28, 32)))
_OFFICE = (("word/", DOCX), ("ppt/", PPTX), ("xl/", XLSX))
_MARKUP = re.compile(
    rb"<\s*(?:!doctype|html|head|body|title|meta|div|p|table|h[1-6]|a|span|ul|main|section|article)\b", re.IGNORECASE
)


def sniff(body: bytes, content_type: str = "") -> str:
    """The media type of a body: its own first bytes decide, the header only where they say nothing."""
    start = body[:1024].lstrip()
    if start.startswith(b"%PDF") or b"%PDF-" in body[:1024]:
        return PDF
    if body.startswith(b"PK\x03\x04"):
        return _office(body)
    for magic, media_type in _MAGIC:
        if body.startswith(magic):
            return media_type
    if _is_binary(body) and not guess_wide(body, content_type):
        return BINARY
    declared = content_type.split(";")[0].strip().lower()
    if declared in {TEXT, "text/markdown", "text/csv", "application/json"} and not _MARKUP.search(body[:4096]):
        return declared
    return HTML


def _office(body: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return "application/zip"
    for folder, media_type in _OFFICE:
        if any(name.startswith(folder) for name in names):
            return media_type
    return "application/zip"


def _is_binary(body: bytes) -> bool:
    """NUL bytes and other controls, where no byte order mark explains them."""
    sample = body[:4096]
    if not sample or sample.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x00\x00\xfe\xff")):
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls > max(2, 0.02 * len(sample)) and not _MARKUP.search(sample)
