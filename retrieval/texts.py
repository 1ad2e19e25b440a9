"""Words, stems, codes and languages of a question or a text, and safe full-text queries made of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from retrieval.data import load_data
from retrieval.dialects import other_spellings

NOTHING = "∅"
DOUBLED = frozenset("bgmnprt")
MARKS = ".,:;!?\"'’‘“”()[]/&-–—"
_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’][^\W\d_]+)?")
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DOTTED = re.compile(r"\b(?:[a-z]{1,2}\.){2,}")
_HAN = re.compile(f"[{_CJK}]")
_LATIN = re.compile(r"[A-Za-z][\w.@’'-]*")
_KANA, _HANGUL = re.compile("[\u3040-\u30ff]"), re.compile("[\uac00-\ud7af]")
_CODE = re.compile(r"\b([A-Za-z]{2,6}(?:/[A-Za-z]{2,6})*)[\s\u00a0-]?(\d{1,4}[A-Za-z]{0,3})\b")
_MARKED = re.compile(r"[0-9+#:&_\-/]")
_SPECIAL = re.compile(r"([+\-!(){}\[\]^\"~*?:\\/&|<>=])")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[\"'“(\[]?[A-Z0-9\u00c0-\u00de])|(?<=[。！？；])|\n+")
_ABBREVIATION = re.compile(
    r"\b(?:Drs?|Profs?|Mr|Mrs|Ms|Mx|St|Mts?|Ft|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Gov|Sen|Nos?|Figs?|Vols?|Eds?|Chs?|Secs?|Eq|pp?"
    r"|Depts?|Bldg|Ave|Blvd|Tel|Ext|vs|cf|ca|al|viz|etc|e\.g|i\.e|approx|incl|min|max|Jan|Feb|Aug|Sept?|Oct|Nov|Dec|[A-Z]"
    r"|[A-Z]{2,6} ?\d{1,4}[A-Z]{0,3})\.$|^\d{1,3}\.$"
)
_HOUR = re.compile(r"\b[ap]\.m\.$", re.IGNORECASE)
_ORDINAL = re.compile(r"(?<!\d)\d{1,2}\.$")
_MONTH = re.compile(
    r"^(?:Jan(?:uary?|uar|ner)?|Jänner|Feb(?:ruary?|ruar)?|March|März|Mars|Apr(?:il)?|Mai|May|Jun[ei]|Jul[iy]|Aug(?:ust)?"
    r"|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\b"
)
_DAY = re.compile(
    r"^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Septem|Octo"
    r"|Novem|Decem)ber|[A-Z]{2,4}T|(?:Pacific|Eastern|Central|Mountain) )\b"
)


class _Plain(dict[int, int | None]):
    """What a folded character becomes; marks that combine go. Filled as characters are met."""

    def __missing__(self, code: int) -> int | None:
        self[code] = None if unicodedata.combining(chr(code)) else code
        return self[code]


_PLAIN = _Plain(str.maketrans("‐‑‒–—−’‘“”", "------''\"\""))


def fold(text: str) -> str:
    """Lower case, full-width forms made plain, accents dropped, dashes and quotes made plain."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)


def language(text: str) -> str:
    """`zh`, `ja`, `ko` by script, else `en`: enough to choose word lists and the words of our own sentences."""
    if _KANA.search(text):
        return "ja"
    if _HANGUL.search(text):
        return "ko"
    return "zh" if _HAN.search(text) else "en"


def writes_chinese(text: str) -> bool:
    """Whether a text is Chinese with some Latin names and codes in it, not the other way round."""
    return len(_HAN.findall(text)) > len(_LATIN.findall(text))


def words(text: str) -> list[str]:
    """Folded words in order; a run of Chinese is cut at stop words."""
    folded = _DOTTED.sub(lambda match: match.group().replace(".", ""), fold(text))
    if folded.isascii():
        return [_plain(word) for word in _ASCII_WORD.findall(folded)]
    found: list[str] = []
    for word in _WORD.findall(folded):
        found.extend(_cut(word) if _HAN.match(word) else [_plain(word)])
    return found


def _plain(word: str) -> str:
    return word.removesuffix("'s").replace("'", "") if "'" in word else word


def _cut(run: str) -> list[str]:
    return [part for part in _chinese_stops().split(run) if part]


@cache
def _chinese_stops() -> re.Pattern[str]:
    stops = sorted(load_data("words")["stop"]["zh"].split(), key=len, reverse=True)
    return re.compile("|".join(stops))


@cache
def stop_words() -> frozenset[str]:
    """Words of no content, English and Chinese."""
    return frozenset(" ".join(load_data("words")["stop"].values()).split())


@cache
def generic_words() -> frozenset[str]:
    """Stems of words that fit most pages of a site, so that they prove little."""
    return frozenset(stem(word) for word in load_data("words")["generic"].split())


@cache
def acronyms() -> dict[str, str]:
    """Words of letters that stand for several words each: `nlp` for natural language processing."""
    return dict(load_data("vocabulary")["acronyms"])


@cache
def _alike() -> dict[str, frozenset[str]]:
    """By stem or pair of characters, those of all words that say the same."""
    found: dict[str, frozenset[str]] = {}
    for line in load_data("words")["alike"]:
        group = frozenset(gram for word in line.split() for gram in grams(word))
        for gram in group:
            found[gram] = found.get(gram, frozenset()) | group
    return {gram: group - {gram} for gram, group in found.items()}


def alike(gram: str) -> frozenset[str]:
    """Other stems that say the same as this one, few and common; empty for most."""
    return _alike().get(gram, frozenset()) | other_spellings(gram)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A light English stem (plurals, -ing, -ed), so that `courses` meets `course`; other words stay."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and not (ending == "s" and word.endswith(("ss", "us", "is"))):
            root = word[: len(word) - len(ending)] + instead
            if ending in {"ing", "ed"} and len(root) > 3 and root[-1] == root[-2] and root[-1] in DOUBLED:
                root = root[:-1]
            return _drop_e(root) if len(root) >= 3 else word
    return _drop_e(word)


def _drop_e(word: str) -> str:
    return word.removesuffix("e") if len(word) > 3 else word


def content(text: str) -> list[str]:
    """The words of a text that carry content, in order, without doubles; all its words when none does."""
    found = list(dict.fromkeys(words(text)))
    kept = [word for word in found if word not in stop_words()]
    return kept or found


def grams(word: str) -> list[str]:
    """A Chinese run as its pairs of characters (what the cjk analyzer stores), any other word as its stem."""
    if word.isascii() or not _HAN.match(word):
        return [stem(word)]
    return [word[i : i + 2] for i in range(len(word) - 1)] or [word]


def stems(text: str) -> list[str]:
    """All words of a text as stems or pairs of characters, in order, with doubles."""
    return list(_stems(text))


@lru_cache(maxsize=4096)
def stem_set(text: str) -> frozenset[str]:
    """The same without order: what texts are compared by. One question asks for the same texts many times."""
    return frozenset(_stems(text))


@lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[str, ...]:
    found = words(text)
    if text.isascii():
        return tuple(map(stem, found))
    return tuple(gram for word in found for gram in grams(word))


def codes(text: str) -> list[str]:
    """Exact code tokens as the graph stores them: `CSE 100` → `cse100`, `C++` → `c++`, `tb-` → `tb-`."""
    found = [code for match in _codes_in(text) for code in _spread(match)]
    for token in text.split():
        token = token.strip(".,;!?\"'()[]{}“”‘’。，？！；：").casefold()
        if _MARKED.search(token) and any(char.isalnum() for char in token):
            found.append(token)
    return list(dict.fromkeys(found))


def course_codes(text: str) -> list[str]:
    """Only codes of letters and a number, spelled with a space: `cse100` → `CSE 100`."""
    found = (
        f"{part.upper()} {match.group(2).upper()}" for match in _codes_in(text) for part in match.group(1).split("/")
    )
    return list(dict.fromkeys(found))


def _codes_in(text: str) -> list[re.Match[str]]:
    """Letters and a number that can be a code: no year or week, no preposition with a number behind it."""
    return [match for match in _CODE.finditer(text) if fold(match.group(1)) not in _not_codes()]


@cache
def _not_codes() -> frozenset[str]:
    return frozenset(load_data("words")["not_codes"].split()) | stop_words()


@cache
def _glossary() -> tuple[re.Pattern[str], dict[str, str]]:
    rows = [line.split(None, 1) for line in load_data("glossary")["words"].splitlines() if line.strip()]
    known = {row[0]: row[1] for row in rows}
    return re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True))), known


def gloss(text: str) -> str:
    """A Chinese text in English words, by the glossary; what it does not know is left out, Latin letters stay."""
    pattern, known = _glossary()
    english = pattern.sub(lambda match: f" {known[match.group()]} ", fold(text) if not text.isascii() else text)
    return " ".join(_HAN.sub(" ", english).replace("？", " ").split())


def unread(text: str) -> list[str]:
    """Runs of two Chinese characters or more that neither the glossary nor the list of stop words knows."""
    pattern, _ = _glossary()
    rest = _chinese_stops().sub(" ", pattern.sub(" ", fold(text)))
    rest = re.sub(load_data("vocabulary")["chinese"], " ", rest)
    return re.findall(f"[{_CJK}]{{2,}}", rest)


def holds_code(text: str, code: str) -> bool:
    """Whether a code such as `CSE 100` stands in a folded text as a whole: not inside `CSE 100A`."""
    letters, _, number = fold(code).partition(" ")
    return re.search(rf"(?<![a-z]){re.escape(letters)}[\s/-]*{re.escape(number)}(?![a-z0-9])", text) is not None


def _spread(match: re.Match[str]) -> list[str]:
    number = match.group(2).casefold()
    return [part.casefold() + number for part in match.group(1).split("/")]


def escape(text: str) -> str:
    """A text in which no character means anything to Lucene."""
    return _SPECIAL.sub(r"\\\1", text)


def fulltext(terms: Iterable[str]) -> str:
    """A Lucene query of any of these words, plural and singular alike, harmless whatever they hold.

    No words give a query that parses and finds nothing.
    """
    clauses: list[str] = []
    for term in terms:
        forms = dict.fromkeys([term, *_forms(term)])
        clauses.extend(escape(form.lower()) for form in forms)
    return " ".join(clauses) or NOTHING


def _forms(term: str) -> list[str]:
    if len(term) < 4 or not term.isascii() or not term.isalpha():
        return []
    if term.endswith("ies"):
        return [term[:-3] + "y"]
    if term.endswith("s") and not term.endswith(("ss", "us", "is")):
        return [term[:-1]]
    return [] if term.endswith("s") else [term[:-1] + "ies" if term.endswith("y") else term + "s"]


def phrase(text: str) -> str:
    """A Lucene phrase query."""
    return '"' + escape(" ".join(words(text))) + '"'


def sentences(text: str) -> list[str]:
    """A text cut into sentences and lines; abbreviations and initials end no sentence."""
    parts: list[str] = []
    for piece in _SENTENCE.split(text):
        piece = (piece or "").strip()
        if not piece:
            continue
        if parts and _goes_on(parts[-1], piece) and f"{parts[-1]} {piece}" in text:
            parts[-1] = f"{parts[-1]} {piece}"
        else:
            parts.append(piece)
    return parts


def _goes_on(before: str, piece: str) -> bool:
    """Whether a full stop ended no sentence: after an abbreviation, an hour whose day follows, a day and its month."""
    if _ORDINAL.search(before) and _MONTH.match(piece):
        return True
    return _ABBREVIATION.search(before) is not None or bool(_HOUR.search(before) and _DAY.match(piece))


def count_words(text: str) -> int:
    """Words of a text; a Chinese character counts as half a word."""
    han = len(_HAN.findall(text))
    return len(_HAN.sub(" ", text).split()) + (han + 1) // 2
