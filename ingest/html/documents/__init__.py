"""PDF, DOCX, PPTX, XLSX and plain text, read into the same segments as HTML."""

from __future__ import annotations

from ingest.html.documents.reading import read_document

__all__ = ["read_document"]
