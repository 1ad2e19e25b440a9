"""The reader for each kind of document."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import MappingProxyType

from core.records import PageStatus
from ingest.html import sniffing
from ingest.html.documents.content import Document

LIBRARIES = ("pypdf", "pdfminer", "pdfplumber", "openpyxl", "docx", "pptx")


def read_document(body: bytes, media_type: str) -> Document:
    """Read a document. Whatever is broken about it becomes a status and a reason."""
    reader = _READERS.get(media_type)
    document = Document()
    if reader is None:
        document.fail(PageStatus.NOT_TEXT, f"The file is {media_type}, which holds no text to read.")
        return document
    _hush()
    try:
        reader(body, document)
    except Exception as error:  # noqa: BLE001  the libraries raise whatever a broken file makes them stumble over
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        document.fail(PageStatus.FAILED, f"The {_NAMES[media_type]} file cannot be read ({reason}).")
        return document
    if document.status is PageStatus.OK and not document.raws:
        document.fail(PageStatus.EMPTY, f"The {_NAMES[media_type]} file holds no text.")
    return document


def _hush() -> None:
    """Let the libraries print nothing: what they meet in a file is in its reason, and no log of theirs tells which."""
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _pdf(body: bytes, document: Document) -> None:
    from ingest.html.documents.pdf import read_pdf

    read_pdf(body, document)


def _docx(body: bytes, document: Document) -> None:
    from ingest.html.documents.docx import read_docx

    read_docx(body, document)


def _pptx(body: bytes, document: Document) -> None:
    from ingest.html.documents.pptx import read_pptx

    read_pptx(body, document)


def _xlsx(body: bytes, document: Document) -> None:
    from ingest.html.documents.xlsx import read_xlsx

    read_xlsx(body, document)


def _text(body: bytes, document: Document) -> None:
    from ingest.html.documents.plain import read_plain

    read_plain(body, document)


_READERS: MappingProxyType[str, Callable[[bytes, Document], None]] = MappingProxyType(
    {
        sniffing.PDF: _pdf,
        sniffing.DOCX: _docx,
        sniffing.PPTX: _pptx,
        sniffing.XLSX: _xlsx,
        sniffing.TEXT: _text,
        "text/markdown": _text,
        "text/csv": _text,
        "application/json": _text,
    }
)
_NAMES = MappingProxyType(
    {
        sniffing.PDF: "PDF",
        sniffing.DOCX: "DOCX",
        sniffing.PPTX: "PPTX",
        sniffing.XLSX: "XLSX",
        sniffing.TEXT: "text",
        "text/markdown": "Markdown",
        "text/csv": "CSV",
        "application/json": "JSON",
    }
)
