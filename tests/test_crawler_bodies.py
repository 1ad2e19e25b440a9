"""Unpacking within limits, and media types by first bytes."""

from __future__ import annotations

import gzip
import io
import random
import tarfile
import zlib

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from crawler.bodies import Body, is_page, sniff, unpack, unwrap
from ingest.html import parse

TEXT = b"<title>A page</title><p>with some words in it</p>" * 50
LIMIT = 1_000_000
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.mark.parametrize(
    ("packed", "encoding"),
    [
        (gzip.compress(TEXT, mtime=0), "gzip"),
        (gzip.compress(TEXT, mtime=0), "X-GZIP"),
        (gzip.compress(TEXT[:100], mtime=0) + gzip.compress(TEXT[100:], mtime=0), "gzip"),
        (gzip.compress(TEXT, mtime=0) + b"trailing junk", "gzip"),
        (zlib.compress(TEXT), "deflate"),
        (zlib.compress(TEXT)[2:-4], "deflate"),
        (brotli.compress(TEXT), "br"),
        (zstandard.compress(TEXT), "zstd"),
        (brotli.compress(gzip.compress(TEXT, mtime=0)), "gzip, br"),
        (TEXT, "identity"),
        (TEXT, ""),
    ],
)
def test_each_packing_is_undone(packed: bytes, encoding: str):
    body = unpack(packed, encoding, LIMIT)
    assert (body.data, body.truncated, body.warnings) == (TEXT, False, ())


@pytest.mark.parametrize(
    ("packed", "encoding"),
    [(gzip.compress(b"a" * 5_000_000, mtime=0), "gzip"), (brotli.compress(b"a" * 5_000_000), "br"),
     (zstandard.compress(b"a" * 5_000_000), "zstd"), (zlib.compress(b"a" * 5_000_000), "deflate")],
)  # fmt: skip
def test_a_bomb_is_cut_at_the_limit(packed: bytes, encoding: str):
    body = unpack(packed, encoding, LIMIT)
    assert len(body.data) == LIMIT
    assert body.truncated


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "zebra"])
def test_what_is_not_packed_is_taken_as_it_stands(encoding: str):
    body = unpack(TEXT, encoding, LIMIT)
    assert body.data == TEXT
    assert body.warnings


def test_a_stream_that_ends_early_keeps_what_came():
    body = unpack(gzip.compress(TEXT * 20)[:-40], "gzip", LIMIT)
    assert body.truncated
    assert body.data.startswith(b"<title>A page")


@given(st.binary(max_size=400), st.sampled_from(["gzip", "deflate", "br", "zstd", "gzip, br", "x", ""]))
def test_no_bytes_break_the_unpacking(data: bytes, encoding: str):
    assert len(unpack(data, encoding, 10_000).data) <= max(10_000, len(data))


@pytest.mark.parametrize(
    ("body", "declared", "media"),
    [
        (b"%PDF-1.7 ...", "text/html", "application/pdf"),
        (b"\xef\xbb\xbf  <!DOCTYPE html><p>", "text/plain", "text/html"),
        (b"<html>", "application/pdf", "text/html"),
        (b"plain words only", "", "text/plain"),
        (b"plain words only", "text/plain; charset=utf-8", "text/plain"),
        (b"<p>a fragment", "", "text/html"),
        (b"about <p> in plain text", "text/plain", "text/plain"),
        (b"<?xml version='1.0'?><urlset>", "text/html", "application/sitemap"),
        (b"<!-- made by x --><rss version='2.0'>", "text/xml", "application/feed"),
        (b"\x89PNG\r\n", "text/html", "image/png"),
        (b"\xd0\xcf\x11\xe0 old office", "", "application/msword"),
        (b"PK\x03\x04" + b"-" * 30 + b"word/document.xml", "application/zip", WORD),
        (b"PK\x03\x04 anything", "", "application/zip"),
        (b"\x00\x01\x02binary", "text/html", "application/octet-stream"),
        (b"<html><head><title>T</title><p>one\x00 stray \xff byte</p>", "text/html", "text/html"),
        ("<html>页".encode("utf-16"), "text/html", "text/html"),
        (b'{"a": 1}', "application/json", "application/json"),
        (b"", "", "text/html"),
        (b"<html xmlns='x'>", "application/xhtml+xml", "application/xhtml+xml"),
    ],
)  # fmt: skip
def test_first_bytes_say_what_it_is(body: bytes, declared: str, media: str):
    assert sniff(body, declared) == media


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_bytes_have_a_type(body: bytes, declared: str):
    assert "/" in sniff(body, declared) or sniff(body, declared) == declared.partition(";")[0].strip().lower()


def test_a_body_that_grows_more_than_pages_do_is_cut_before_the_limit():
    page = b"<p>tide</p>" * 4_000_000
    body = unpack(brotli.compress(page, quality=5), "br", 20_000_000)
    assert body.truncated
    assert len(body.data) < 3_000_000
    rows = b"".join(b"<tr><td>Room %d<td>free</tr>" % number for number in range(100_000))
    assert unpack(gzip.compress(rows), "gzip", 20_000_000).data == rows


LETTER = "<!doctype html><title>Reading room</title><p>The lamps of the reading room are lit at five o'clock.</p>"


@pytest.mark.parametrize(
    ("body", "declared"),
    [
        (LETTER.encode("utf-16-le"), "text/html; charset=utf-16"),
        (LETTER.encode("utf-16-be"), "text/html; charset=UTF-16"),
        (LETTER.replace("lamps", "灯" * 200).encode("utf-16-be"), "text/html; charset=utf-16"),
        (LETTER.replace(" ", "\0 ").replace("e", "e\0").encode(), "text/html; charset=utf-8"),
        (b"\n\0Notice\0:" + LETTER.encode().replace(b" ", b"\0 "), "application/xhtml+xml"),
    ],
)
def test_declared_html_that_reads_as_markup_is_html_whatever_nul_bytes_it_holds(body: bytes, declared: str):
    assert is_page(sniff(body, declared))
    assert "reading room" in parse(body, "http://a.example/", declared).segments[-1].text


@pytest.mark.parametrize("noise", [bytes(range(256)) * 4, b"\0\1\2\3<p>" * 100, b"\0" * 500])
def test_bytes_that_only_claim_to_be_html_are_no_page(noise: bytes):
    assert sniff(noise, "text/html") == "application/octet-stream"


def tar_of(name: str, data: bytes) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


PACKED = gzip.compress(TEXT, mtime=0)
NOTE = b"Only a few plain words, without a tag."


@pytest.mark.parametrize("declared", ["", "text/html; charset=utf-8", "application/x-gzip", "application/octet-stream"])
def test_a_page_that_was_packed_without_a_word_is_a_page(declared: str):
    body = unwrap(Body(PACKED), {"content-type": declared}, LIMIT)
    assert (body.data, sniff(body.data, declared)) == (TEXT, "text/html")
    twice = unwrap(unpack(gzip.compress(PACKED, mtime=0), "gzip", LIMIT), {"content-type": declared}, LIMIT)
    assert twice.data == TEXT


def test_a_packed_text_is_one_where_its_header_says_text():
    packed = gzip.compress(NOTE, mtime=0)
    assert unwrap(Body(packed), {"content-type": "text/plain"}, LIMIT).data == NOTE
    assert unwrap(Body(packed), {"content-type": "application/gzip"}, LIMIT).data == packed


@pytest.mark.parametrize(
    ("packed", "headers"),
    [
        (tar_of("a/page.html", TEXT), {"content-type": "application/gzip"}),
        (tar_of("a/page.html", TEXT), {"content-type": "text/html"}),
        (PACKED, {"content-type": "application/gzip", "content-disposition": "Attachment; filename=a.html.gz"}),
        (gzip.compress(b"\x89PNG\r\n\x1a\n" + bytes(99), mtime=0), {"content-type": "text/html"}),
        (gzip.compress(b"a,b\n1,2\n", mtime=0), {"content-type": "application/x-gzip"}),
        (gzip.compress(b"", mtime=0), {"content-type": "text/html"}),
        (b"\x1f\x8b no archive at all", {"content-type": "text/html"}),
    ],
)
def test_a_packed_download_stays_one(packed: bytes, headers: dict[str, str]):
    body = unwrap(Body(packed), headers, LIMIT)
    assert body.data == packed
    assert not is_page(sniff(body.data, headers["content-type"]))


def test_a_page_packed_without_a_word_is_unpacked_up_to_the_limit():
    body = unwrap(Body(gzip.compress(b"<!doctype html><p>" + b"a" * 5_000_000, mtime=0)), {}, LIMIT)
    assert (len(body.data), body.truncated) == (LIMIT, True)
    cut = unwrap(
        Body(gzip.compress(TEXT + random.Random(1).randbytes(9000).hex().encode(), mtime=0)[:-4000]), {}, LIMIT
    )
    assert cut.truncated
    assert cut.data.startswith(TEXT)
