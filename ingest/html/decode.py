"""Bytes to text as browsers do it: byte order mark, HTTP charset, meta, detection; contradictions are noticed."""

from __future__ import annotations

import gzip
import re
import zlib
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType

import charset_normalizer
import numpy as np
from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, resolve_encoding

REPLACEMENT = "\ufffd"
_HEAD = 4096
_SAMPLE = 60_000
_MAX_INFLATED = 256 * 1024 * 1024
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f]")
_CONTROL_BYTES = bytes((*range(9), 11, *range(14, 32)))
_SINGLE_BYTE = re.compile(r"(?:cp125\d|iso-?8859|latin|windows-125)", re.IGNORECASE)
_MISSPELT_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_MARKUP = re.compile(r"\s*<[!?a-zA-Z]")
_LEAST_WIDE = 16
_LATIN = re.compile(
    r"cp125[02478]$|cp(?:437|775|85\d|86[0135]|1140|500|037)$|latin|iso8859_(?:1|2|3|4|9|10|13|14|15|16)$|mac_|hp_"
)
_LANG = re.compile(rb"<html[^>]{0,300}?\slang\s*=\s*[\"']?([a-zA-Z]{2})\b", re.IGNORECASE)
_BY_LANGUAGE = MappingProxyType(
    {
        **dict.fromkeys(["cs", "pl", "hu", "sk", "sl", "hr", "ro", "bs", "sq"], "cp1250"),
        **dict.fromkeys(["tr", "az"], "cp1254"),
        **dict.fromkeys(["lt", "lv", "et"], "cp1257"),
        "vi": "cp1258",
    }
)
"""Encodings that browsers take by the language of a page, where it is not windows-1252."""
_BEYOND = re.compile(rb"[\x80-\xff]+")
_FEW = 40
_HIRAGANA = re.compile("[\u3041-\u3093]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_SHIFTED = re.compile(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")
_MAC_LETTERS = re.compile(rb"(?<=[a-z])[\x87\x88\x8a\x8b\x8d-\x90\x9f\xd5](?=[a-z])|(?<=[a-z])\x8e(?=[ .,;:<])")
_WINDOWS_LETTERS = re.compile(rb"(?<=[a-z])[\xdf-\xf6\xf8-\xff]")
"""What stands inside lower-case words of the one encoding, and in the other is a capital, a sign or nothing."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the same as UTF-8, the encoding that gave it, and what was odd on the way."""

    text: str
    source: bytes
    encoding: str
    warnings: tuple[str, ...] = ()


def inflate(body: bytes) -> bytes:
    """The content of a gzipped file; what can be read of a cut-off one; other bytes as they are."""
    if body[:2] != b"\x1f\x8b":
        return body
    try:
        with gzip.GzipFile(fileobj=BytesIO(body)) as stream:
            return stream.read(_MAX_INFLATED)
    except (OSError, EOFError, zlib.error):
        partial = zlib.decompressobj(31)
        try:
            return partial.decompress(body, _MAX_INFLATED)
        except zlib.error:
            return body


def decode(body: bytes, content_type: str = "") -> Decoded:
    """Decode a page. Never fails: what cannot be decoded becomes U+FFFD, and that raises a warning."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _finish(body[len(mark) :].decode(encoding, "replace"), encoding, [])
    if wide := guess_wide(body, content_type):
        return _finish(body.decode(wide, "replace"), wide, [])
    header = (
        http_content_type_encoding(content_type.encode("utf-8", "replace").decode("latin-1")) if content_type else None
    )
    declared = _declared(body)
    for name in (header, declared):
        if name is not None and _SINGLE_BYTE.match(name) and _is_utf8(body):
            name = "utf-8"  # any bytes are text of a single-byte encoding, hardly any are UTF-8 by chance
        text = _strict(body, name)
        if text is not None and name is not None:
            return _finish(text, name, _contradiction(header, declared, name), body)
    return _guess(body, header, declared)


def _is_utf8(body: bytes) -> bool:
    """Whether a body has characters beyond ASCII, all of them UTF-8."""
    return not body.isascii() and _strict(body, "utf-8") is not None


def guess_wide(body: bytes, content_type: str = "") -> str:
    """The byte order of UTF-16 markup without a mark, which the header names or every other byte shows; else empty."""
    sample = body[:1024]
    odd, even = sample[1::2].count(0), sample[::2].count(0)
    if len(sample) < _LEAST_WIDE or not (max(odd, even) > 0.3 * len(sample) or "utf-16" in content_type.lower()):
        return ""
    wide = "utf-16-le" if odd >= even else "utf-16-be"
    return wide if _MARKUP.match(sample[: len(sample) & ~1].decode(wide, "replace")) else ""


def _guess(body: bytes, header: str | None, declared: str | None) -> Decoded:
    named = header or declared
    if not named and body.isascii() and _SHIFTED.search(body) is not None:
        return _finish(body.decode("iso2022_jp", "replace"), "iso-2022-jp", [_guessed("iso-2022-jp")])
    text = _strict(body, "utf-8")
    if text is not None:
        return _finish(text, "utf-8", _contradiction(header, declared, "utf-8") if named else [], body)
    lenient = _mostly(body, named or "utf-8")
    if lenient is not None:
        return _finish(lenient, named or "utf-8", [])
    best = _detect(body)
    said = _contradiction(header, declared, best) if named else [_guessed(best)]
    return _finish(body.decode(best, "replace"), best, said)


def _guessed(encoding: str) -> str:
    return f"Nothing names the encoding of the page: {encoding} is a guess by its characters."


def _mostly(body: bytes, encoding: str) -> str | None:
    """Text with a few broken characters among many good ones beyond ASCII: better kept than guessed anew."""
    text = body.decode(encoding, "replace")
    broken = text.count(REPLACEMENT)
    beyond = len(re.findall("[^\x00-\x7f]", text)) - broken
    return text if beyond > 8 * broken else None


def _detect(body: bytes) -> str:
    """The encoding by its characters. Those of the Latin script are alike: the page's language decides, or how many."""
    sample = body[:_SAMPLE]
    runs = _BEYOND.findall(sample)
    scattered = sum(map(len, runs)) < 1.5 * len(runs)
    if scattered and _is_mac(sample):
        return "mac_roman"
    if _is_euc_jp(sample):
        return "euc_jp"
    match = charset_normalizer.from_bytes(sample, steps=5, chunk_size=512, cp_exclusion=["utf_7"]).best()
    name = (resolve_encoding(match.encoding) if match is not None else None) or "cp1252"
    if match is not None and not _LATIN.match(match.encoding) and not scattered:
        return name
    language = _LANG.search(body[:_HEAD])
    if language:
        return _BY_LANGUAGE.get(language.group(1).decode("ascii").lower(), "cp1252")
    return "cp1252" if len(runs) < _FEW or not _LATIN.match(name) else name


def _is_mac(sample: bytes) -> bool:
    mac = len(_MAC_LETTERS.findall(sample))
    return mac > 2 * len(_WINDOWS_LETTERS.findall(sample))


def _is_euc_jp(sample: bytes) -> bool:
    """Whether a third and more of all signs would be hiragana, which detection takes for rare Korean syllables."""
    text = _strict(sample, "euc_jp") or ""
    return 3 * len(_HIRAGANA.findall(text)) >= max(1, len(_BEYOND_ASCII.findall(text)))


def _declared(body: bytes) -> str | None:
    head = body[:_HEAD]
    found: str | None = html_body_declared_encoding(head)
    if found is None:
        match = _MISSPELT_META.search(head)
        found = resolve_encoding(match.group(1).decode("ascii", "replace")) if match else None
    return "utf-8" if found in {"utf-16", "utf-16-le", "utf-16-be", "utf-32"} else found


def _strict(body: bytes, encoding: str | None) -> str | None:
    if encoding is None:
        return None
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        cut_off = error.start >= len(body) - 4 and error.end == len(body)
        return body[: error.start].decode(encoding) if cut_off and error.start else None
    except LookupError:
        return None


def _contradiction(header: str | None, declared: str | None, used: str) -> list[str]:
    if header and header != used:
        return [f"The HTTP header says {header}, but the bytes are {used}."]
    if declared and declared != used:
        return [f"The page says {declared}, but the bytes are {used}."]
    return []


def _finish(text: str, encoding: str, warnings: list[str], body: bytes = b"") -> Decoded:
    """The result; a `body` in UTF-8 that was read to its end is its own source."""
    whole = encoding == "utf-8" and body and body.endswith(text[-1:].encode("utf-8"))
    source = body if whole else text.encode("utf-8", "replace")
    if _has_controls(source):
        text, source = _CONTROLS.sub("", text), source.translate(None, _CONTROL_BYTES)
    broken = text.count(REPLACEMENT)
    if broken:
        warnings.append(f"{broken} characters could not be decoded as {encoding} and show as {REPLACEMENT}.")
    return Decoded(text, source, encoding, tuple(warnings))


def _has_controls(source: bytes) -> bool:
    codes = np.frombuffer(source, dtype=np.uint8)
    return bool(((codes < 9) | (codes == 11) | (codes - 14 < 18)).any())
