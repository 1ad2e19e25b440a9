"""PDF: paragraphs from lines, headings by size, tables from ruled lines; the anchor is the page (`#page=3`)."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
from pypdf import PdfReader

from core.records import PageStatus
from ingest.html.documents.content import Document
from ingest.html.frames import Group

MAX_PAGES = 500
TABLE_PAGES = 60
LEAST_CHARACTERS = 15
_ITEM = re.compile(r"^(?:([•◦▪‣·–-])|(\d{1,3}|[a-z])[.)])\s+(\S.*)$")
_UNMAPPED = re.compile(r"^\(cid:\d+\)\s*")
_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
_PAGE_NUMBER = re.compile(r"^(?:page\s*)?[-–]?\s*\d{1,4}\s*[-–]?(?:\s*(?:/|of)\s*\d{1,4})?$", re.IGNORECASE)


def read_pdf(body: bytes, document: Document) -> None:
    """Read a PDF page by page."""
    if _is_locked(body, document):
        return
    with pdfplumber.open(BytesIO(body)) as pdf:
        document.pages = len(pdf.pages)
        info = pdf.metadata or {}
        document.title = str(info.get("Title") or "").strip()
        document.published, document.modified = _date(info.get("CreationDate")), _date(info.get("ModDate"))
        if len(pdf.pages) > MAX_PAGES:
            document.warnings.append(f"Only the first {MAX_PAGES} of {len(pdf.pages)} pages were read.")
        pages = [_read_page(page, number) for number, page in enumerate(pdf.pages[:MAX_PAGES], 1)]
        pictures = sum(page["pictures"] for page in pages)
    _judge(document, pages, pictures)
    if document.status is PageStatus.OK:
        _write(document, pages)


def _is_locked(body: bytes, document: Document) -> bool:
    try:
        reader = PdfReader(BytesIO(body), strict=False)
        locked: bool = bool(reader.is_encrypted) and not reader.decrypt("")
    except Exception:  # noqa: BLE001  pdfplumber may still read what pypdf cannot
        return False
    if locked:
        document.fail(PageStatus.FAILED, "The PDF is protected by a password.")
    return locked


def _date(value: Any) -> str | None:
    match = _DATE.match(str(value or ""))
    return "-".join(match.groups()) if match else None


def _read_page(page: Any, number: int) -> dict[str, Any]:
    tables = page.find_tables() if number <= TABLE_PAGES and len(page.lines) + len(page.rects) > 3 else []
    boxes = [table.bbox for table in tables if len(table.rows) > 1]
    lines = [
        line for line in page.extract_text_lines(return_chars=True) if not any(_within(line, box) for box in boxes)
    ]
    items: list[tuple[float, str, Any]] = [(line["top"], "line", _line(line)) for line in lines]
    items += [(table.bbox[1], "table", table.extract()) for table in tables if len(table.rows) > 1]
    items.sort(key=lambda item: item[0])
    found = {"number": number, "items": items, "pictures": len(page.images), "height": float(page.height)}
    page.close()
    return found


def _within(line: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    middle = (line["top"] + line["bottom"]) / 2
    return bool(box[1] <= middle <= box[3] and line["x0"] >= box[0] - 2 and line["x1"] <= box[2] + 2)


def _line(line: dict[str, Any]) -> dict[str, Any]:
    sizes = Counter(round(char["size"], 1) for char in line["chars"] if not char["text"].isspace())
    fonts = Counter(str(char["fontname"]) for char in line["chars"])
    font = fonts.most_common(1)[0][0] if fonts else ""
    return {
        "text": _UNMAPPED.sub("• ", line["text"]),
        "size": sizes.most_common(1)[0][0] if sizes else 0.0,
        "bold": "bold" in font.lower() or "black" in font.lower(),
        "top": line["top"],
        "bottom": line["bottom"],
        "x0": line["x0"],
        "x1": line["x1"],
    }


def _judge(document: Document, pages: list[dict[str, Any]], pictures: int) -> None:
    said = sum(len(item["text"]) for page in pages for _, kind, item in page["items"] if kind == "line")
    if said < LEAST_CHARACTERS * max(1, len(pages)) and pictures:
        document.fail(PageStatus.NEEDS_OCR, "The PDF is a scan: its pages are pictures without text.")


def _write(document: Document, pages: list[dict[str, Any]]) -> None:
    lines = [item for page in pages for _, kind, item in page["items"] if kind == "line"]
    body_size = _body_size(lines)
    ranks = _ranks(lines, body_size)
    furniture = _furniture(pages)
    for page in pages:
        anchor, place = f"page={page['number']}", f"page[{page['number']}]"
        waiting: list[dict[str, Any]] = []
        for _, kind, item in page["items"]:
            if kind == "table":
                _paragraphs(document, waiting, anchor, place)
                document.add_table(item, anchor, place, header=True)
            elif _key(item["text"]) in furniture or _PAGE_NUMBER.match(item["text"].strip()):
                continue
            elif (rank := _rank(item, ranks, body_size)) > 0:
                _paragraphs(document, waiting, anchor, place)
                _heading(document, item, anchor, place, rank)
            else:
                waiting.append(item)
        _paragraphs(document, waiting, anchor, place)
    document.title = document.title or next((raw.text for raw in document.raws if raw.kind == "heading"), "")


def _body_size(lines: list[dict[str, Any]]) -> float:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[line["size"]] += len(line["text"])
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _ranks(lines: list[dict[str, Any]], body_size: float) -> dict[float, int]:
    sizes = sorted(
        {line["size"] for line in lines if line["size"] > body_size * 1.1 and len(line["text"]) < 200}, reverse=True
    )
    return {size: min(rank, 6) for rank, size in enumerate(sizes, 1)}


def _rank(line: dict[str, Any], ranks: dict[float, int], body_size: float) -> int:
    if line["size"] in ranks and any(letter.isalpha() for letter in line["text"]):
        return ranks[line["size"]]
    text = line["text"].strip()
    short = len(text) < 90 and text[-1:] not in ".,;" and any(letter.isalpha() for letter in text)
    bold = line["bold"] and line["size"] >= body_size * 0.98 and short
    return min(6, len(ranks) + 1) if bold else 0


def _heading(document: Document, line: dict[str, Any], anchor: str, place: str, rank: int) -> None:
    """A heading; one that goes on from the line before is joined to it."""
    last = document.raws[-1] if document.raws else None
    if (
        last is not None
        and last.kind == "heading"
        and last.rank == rank
        and last.anchor == anchor
        and line["top"] - last.main < 3
    ):
        last.text = f"{last.text} {line['text'].strip()}"
        last.inner = f"{last.inner} {line['text'].strip()}".replace("&", "&amp;").replace("<", "&lt;")
        last.main = line["bottom"]
        return
    raw = document.add("heading", line["text"], anchor, place, rank=rank)
    if raw is not None:
        raw.main = line["bottom"]


def _furniture(pages: list[dict[str, Any]]) -> frozenset[str]:
    """Running heads and feet: the first and last lines of a page that most pages share, numbers aside."""
    if len(pages) < 3:
        return frozenset()
    seen: Counter[str] = Counter()
    for page in pages:
        lines = [item for _, kind, item in page["items"] if kind == "line"]
        edge = [line for line in lines if line["top"] < 0.1 * page["height"] or line["bottom"] > 0.9 * page["height"]]
        seen.update({_key(line["text"]) for line in edge})
    return frozenset(key for key, count in seen.items() if count >= max(3, 0.5 * len(pages)))


def _key(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(text.lower().split()))


def _paragraphs(document: Document, lines: list[dict[str, Any]], anchor: str, place: str) -> None:
    """Lines to paragraphs and items: a wider gap, an indent after a short line, or a bullet begins a new one."""
    if not lines:
        return
    gaps = sorted(after["top"] - before["bottom"] for before, after in pairwise(lines))
    usual = gaps[len(gaps) // 2] if gaps else 0.0
    wide = max(line["x1"] for line in lines)
    texts: list[str] = []
    before: dict[str, Any] | None = None
    group = Group("list", f"/document/{place}/list[{len(document.raws)}]")
    for line in lines:
        if before is not None and _breaks(before, line, usual, wide):
            _add(document, texts, anchor, place, group)
        texts.append(line["text"])
        before = line
    _add(document, texts, anchor, place, group)
    lines.clear()


def _breaks(before: dict[str, Any], line: dict[str, Any], usual: float, wide: float) -> bool:
    if line["top"] - before["bottom"] > max(usual * 1.6, usual + 3):
        return True
    ended_short = before["x1"] < wide - 0.15 * wide and before["text"].rstrip()[-1:] in ".!?:;。"
    return ended_short or _ITEM.match(line["text"]) is not None


def _add(document: Document, texts: list[str], anchor: str, place: str, group: Group) -> None:
    if not texts:
        return
    joined = texts[0]
    for text in texts[1:]:
        hyphen = joined.endswith("-") and joined[-2:-1].isalpha() and text[:1].islower()
        dense = joined[-1:] >= "\u2e80" and text[:1] >= "\u2e80"
        joined = joined[:-1] + text if hyphen else joined + text if dense else f"{joined} {text}"
    item = _ITEM.match(joined)
    if item is not None:
        document.add_item(item.group(3), anchor, place, group, 1, f"{item.group(2)}." if item.group(2) else "-")
    else:
        document.add("paragraph", joined, anchor, place)
    texts.clear()
