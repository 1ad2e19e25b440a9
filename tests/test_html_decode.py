"""Bytes to text, as browsers do it."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.html.decode import REPLACEMENT, decode, inflate

UMLAUTS = "Gebühr für Gärten: 5 €"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_a_byte_order_mark_decides_before_all_else(encoding: str):
    marks = {
        "utf-8": b"\xef\xbb\xbf",
        "utf-16-le": b"\xff\xfe",
        "utf-16-be": b"\xfe\xff",
        "utf-32-le": b"\xff\xfe\x00\x00",
    }
    found = decode(marks[encoding] + UMLAUTS.encode(encoding), "text/html; charset=latin-1")
    assert found.text == UMLAUTS
    assert found.warnings == ()


def test_the_header_decides_before_the_meta():
    found = decode(b'<meta charset="iso-8859-7">' + "Käse".encode(), "text/html; charset=UTF-8")
    assert found.text.endswith("Käse")


def test_the_meta_decides_where_the_header_is_silent():
    body = '<meta charset="shift_jis"><p>学生課の窓口'.encode("shift_jis")
    assert decode(body, "text/html").text.endswith("学生課の窓口")


def test_a_misspelt_meta_is_understood():
    body = '<META HTTPEQUIV="Content" CONTENT="text/html; charset=big5">選課時間'.encode("big5")
    assert decode(body).text.endswith("選課時間")


def test_a_header_that_the_bytes_contradict_is_overruled_with_a_warning():
    found = decode(b'<meta charset="windows-1252">' + UMLAUTS.encode("cp1252"), "text/html; charset=utf-8")
    assert found.text.endswith(UMLAUTS)
    assert "utf-8" in found.warnings[0]


def test_bytes_without_any_label_are_detected():
    text = "Die Prüfung findet im großen Hörsaal statt, Anmeldung bis zum Frühjahr über das Büro für Studierende. " * 5
    assert decode(text.encode("cp1252")).text == text


def test_a_page_cut_off_inside_a_character_keeps_its_encoding():
    body = "Zimmer für Gäste ü".encode()[:-1]
    found = decode(body, "text/html; charset=utf-8")
    assert found.encoding == "utf-8"
    assert found.text == "Zimmer für Gäste "


def test_a_few_broken_bytes_raise_a_warning_and_spoil_nothing_else():
    body = ("Über die Brücke führt ein Weg. " * 20).encode() + b"\xff\xfe broken"
    found = decode(body, "text/html; charset=utf-8")
    assert found.text.startswith("Über die Brücke")
    assert REPLACEMENT in found.text
    assert any("could not be decoded" in warning for warning in found.warnings)


def test_an_unknown_label_is_ignored():
    assert decode("Straße".encode(), "text/html; charset=klingon").text == "Straße"


def test_gzipped_bytes_are_inflated_and_cut_off_ones_as_far_as_they_go():
    text = b"<p>hello</p>" * 1000
    assert inflate(gzip.compress(text)) == text
    assert text.startswith(inflate(gzip.compress(text)[:-12]))
    assert inflate(b"\x1f\x8bnot gzip at all") == b"\x1f\x8bnot gzip at all"


@given(
    st.binary(max_size=3000),
    st.sampled_from(["", "text/html", "text/html; charset=utf-8", "text/html; charset=gbk", "x; charset=é"]),
)
@settings(max_examples=150, deadline=None)
def test_any_bytes_decode_to_something(body: bytes, content_type: str):
    found = decode(inflate(body), content_type)
    assert "\x00" not in found.text
    assert (REPLACEMENT in found.text) <= bool(found.warnings)


@pytest.mark.parametrize("head", ["", '<meta charset="utf-8">', '<meta charset="iso-8859-1">'])
def test_bytes_that_are_utf_8_are_read_so_whatever_single_byte_encoding_is_named(head: str):
    body = f"<html><head>{head}<title>Fakultät</title></head><body>Grüße aus München</body></html>".encode()
    found = decode(body, "text/html; charset=iso-8859-1")
    assert "Grüße aus München" in found.text
    assert found.encoding == "utf-8"
    latin = "Grüße".encode("latin-1")
    assert "Grüße" in decode(latin, "text/html; charset=iso-8859-1").text


FRENCH = "<p>L’université de Montréal ouvre ses portes – “résumé” naïf à la façade.</p>"
JAPANESE = "<p>学生課の窓口は午前九時から午後五時まで開いています。</p>"
RUSSIAN = "<p>Университет объявляет приём заявлений на обучение. Стоимость обучения составляет двести рублей.</p>"
KOREAN = "<p>대학교 등록금 납부 안내입니다. 학생 여러분은 기간 내에 납부하시기 바랍니다.</p>"
CHINESE = "<p>大學選課時間與學費說明,請於開學前完成註冊手續。</p>"
THAI = "<p>มหาวิทยาลัยเปิดรับสมัครนักศึกษาใหม่ ค่าธรรมเนียมการศึกษา</p>"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "mac_roman"),
        (FRENCH, "cp1252"),
        (JAPANESE, "iso2022_jp"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp1251"),
        (KOREAN, "euc_kr"),
        (CHINESE, "big5"),
        (THAI, "cp874"),
    ],
)
def test_an_old_encoding_that_nothing_names_is_guessed_and_the_page_says_so(text: str, encoding: str):
    found = decode(text.encode(encoding), "text/html")
    assert found.text == text
    assert any("is a guess" in warning for warning in found.warnings)


def test_text_that_is_utf_8_or_whose_encoding_is_named_is_no_guess():
    assert not decode(JAPANESE.encode(), "text/html").warnings
    assert not decode(RUSSIAN.encode("koi8_r"), "text/html; charset=koi8-r").warnings
    assert not decode(b"<pre>\x1b[31mred\x1b[0m $B</pre>").warnings
