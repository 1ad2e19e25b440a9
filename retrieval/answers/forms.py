"""The form of an answer: a date for "when", a sum for "how much", a name for "who"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.analysis import Analysis
from retrieval.answers.measures import TOLD, asks_measure, asks_times, tells_measure, tells_times
from retrieval.contacts import MAIL, PHONE
from retrieval.texts import alike, content, fold, gloss, grams, stem, stop_words

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred)\b"
    r"|[一二三四五六七八九十百两]",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?-i:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|\b(?-i:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]*\b|\b(?-i:May)\b(?=,? \d| and | or |[.,;)]|$)"
    r"|(?:\d|in|by|of|until|before|after|since|early|late|from|to|through|–) (?-i:May)\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\b|\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m"
    r"|\b(?:19|20)\d\d\b|\d+ ?[年月日时点]|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last"
    r"|\d+(?:st|nd|rd|th)) (?:day|week|month)s?\b|\bweeks? \d"
    r"|\b(?:fall|winter|spring|summer|autumn) (?:quarter|term|semester)",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\b[A-Z\u00c0-\u00de][\w’'-]+(?: (?:(?:[A-Z]\.|d[aei]|de[lr]|van|von|la|le|al|bin) ?)*"
    r"[A-Z\u00c0-\u00de][\w’'-]+)+|[\u4e00-\u9fff]{2,4}(?:教授|老师|博士|主任)"
    r"|^[\u4e00-\u9fff]{2,4}$|\S+@\S+"
    r"|\b(?!U\. ?[SKN]\.|D\. ?C\.|P\. ?O\.)(?:[A-Z]\.[ -]?){2,3} ?[A-Z\u00c0-\u00de][\w’'-]+"
    r"|\b[A-Z]\. [A-Z\u00c0-\u00de][\w’'-]+(?=, (?:Ph\.?D|M\.?[ABDFS]|Ed\.?D|D\.?Phil|Dr\b))"
)
_PLACE = re.compile(
    r"\b(?:room|building|hall|street|avenue|road|floor|campus|suite|cent(?:re|er)|library)\b"
    r"|(?<![A-Za-z0-9])[A-Z]{1,3}(?:\d{2,4}|\d{1,2}\.\d{1,3})(?!\d)|\d\s?[号楼室层栋]|[一二三四五六七八九十]楼"
    r"|(?<![\w/.])/(?:[\w.+-]+/)+[\w.+-]*|https?://\S+|位于|坐落|对面|旁边|之间|[路街]|大道",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?[$€£¥₹]|\b(?:eur|usd|hkd|gbp|chf|cny|rmb)\s?\d|\d[\d,.]*\s?(?:dollars?|euros?|pounds?|francs?|yen|yuan|rupees?"
    r"|eur|usd|hkd|gbp|chf|cny|rmb|crowns?|kron[oe]r?|万?(?:欧|美|日|港|澳|加)?元|克朗|港币|英镑|人民币)",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\d\s?(?:%|percent|per cent)|百分", re.IGNORECASE)
_CONTACT = re.compile(f"{MAIL.pattern}|{PHONE.pattern}")
_EXPECTED = {
    "when": _DATE,
    "amount": _NUMBER,
    "money": _MONEY,
    "share": _SHARE,
    "count": _NUMBER,
    "who": _NAME,
    "where": _PLACE,
    "contact": _CONTACT,
}

_YEARS = re.compile(r"(?<![\d.,$€£])((?:19|20)\d\d)(?:\s*[-–—/]\s*((?:19|20)?\d\d)(?!\d))?(?![\d])")

_STAMP = re.compile(
    r"^\W*(?:(?:page )?(?:last|date) )?(?:updated|modified|reviewed|revised|changed|published)(?: on)?\s*[:：]?"
    r"[\s\d:.,/–—-]*(?:\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2},?)?[\s\d:.,/–—-]*\W*$"
    r"|^\W*(?:更新|修订|发布)(?:日期|时间)?\s*[:：][\s\d:.年月日/-]*$",
    re.IGNORECASE,
)


def is_stamp(text: str) -> bool:
    """Whether a line only says when its page was changed: it answers nothing."""
    return _STAMP.match(text) is not None


def find_years(text: str) -> list[tuple[int, int]]:
    """Years and spans of years in a text, as first and last: `2027–28` is (2027, 2028)."""
    found = []
    for match in _YEARS.finditer(text):
        first = int(match.group(1))
        last = int(match.group(2) or first)
        found.append((first, last if last > 99 else first // 100 * 100 + last))
    return found


def meets_years(asked: list[tuple[int, int]], text: str) -> bool:
    """Whether each year that is asked for is told, a single year also within a span; true when none is asked for."""
    told = find_years(text)
    return all(any(_meets(one, other) for other in told) for one in asked)


def _meets(one: tuple[int, int], other: tuple[int, int]) -> bool:
    if one == other:
        return True
    single, span = (one, other) if one[0] == one[1] else (other, one)
    return single[0] == single[1] and span[0] <= single[0] <= span[1]


_COUNTED = re.compile(
    r"\bhow many (?:(?:total|more|different|extra|of the) )?([a-z][\w-]+)(?: ([a-z][\w-]+))?|\bwhat (?:is the )?(gpa)\b"
)
_ASKS_CREDITS = re.compile(r"\bhow many (?:[a-z-]+ )?(?:units?|credits?|credit hours?|ects)\b|学分|學分")
_CREDITS = re.compile(
    r"\(\d[\d.,/–—-]*(?:(?: or | to |, ?)\d+)*(?: ?(?:units?|credits?|cr\.?|ects))?\)\W*$", re.IGNORECASE
)
_SPAN = r"(?:years?|months?|weeks?|days?|hours?|minutes?|quarters?|semesters?|terms?)"
_DURATION = re.compile(
    rf"(?<!\blast )(?<!\bpast )(?<!\bnext )(?<!\bfinal )"
    rf"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half)\b)[\w\s-]{{0,24}}?\b{_SPAN}\b"
    r"|\d+ ?(?:个?(?:年|月|周|星期|天|小时|分钟|学期))|[一二三四五六七八九十两半]个?(?:年|月|周|星期|天|小时|学期)",
    re.IGNORECASE,
)
_ASKS_PHONE = re.compile(
    r"\b(?:to|i|we|you|one|people|somebody|someone|anybody|students?|please|must|can|should|number) (?:call|ring)\b"
    r"(?! for)|^(?:call|ring)\b|\b(?:tele)?phones?\b(?! (?:app|system|polic|use|case|interview))|电话|電話"
    r"|\bnumber (?:of|for) (?:the )?[\w-]* ?"
    r"(?:office|desk|reception|registry|registrar|secretar(?:y|iat)|\w+amt|hotline)\b"
)
_ASKS_MAIL = re.compile(
    r"\be-?mail address|\b(?:what|which)(?:s| is|'s| are)\b.{0,40}\be-?mails?\b|^e-?mail\b|\be-?mail (?:of|for)\b"
    r"|\b(?:who|whom|where)\b.{0,20}\be?-?mail\b"
    r"|邮箱|邮件|郵箱"
)
_ASKS_REACH = re.compile(r"\b(?:contact|reach|write to|get in touch)\b|联系|聯繫")
_ASKS_DURATION = re.compile(r"\bhow (?:long|early|late|soon)\b|多久|多长时间")
_ASKS_AGE = re.compile(
    r"\bhow old (?:is|are|was) (?!the )|\bhow old (?:do|does|must|should|need|have)\b|\b(?:minimum|least) age\b"
    r"|\bage limit\b|多大年龄|几岁|年满"
)
_AGE = re.compile(
    r"\bborn\b"
    r"|\b(?:at least|under|over|above|aged?|age(?: of)?|least|from|older than|turned?)\s(?:the age of )?\d{1,2}\b"
    r"|\b\d{1,2}(?:\+|[ -]years?(?: old)?| (?:and|or) (?:over|older|above))|\d ?[周週]?[岁歲]",
    re.IGNORECASE,
)
_ASKS_ADDRESS = re.compile(
    r"(?<!mail )(?<!web )(?<!ip )\b(?:(?:postal|street|mailing|visitor) )?address\b(?! (?:the|this|a|an|how)\b)|地址"
)
_ADDRESS = re.compile(
    r"\b\d{1,5}[A-Za-z]?,? (?:[A-Z][\w'’.-]* ){1,4}(?:Road|Rd|Street|St|Avenue|Ave|Lane|Drive|Square|Boulevard"
    r"|Blvd|Way|Place|Hill|Quay|Court|Terrace|Parade|Crescent)\b|[A-Z]\w+(?:stra(?:ss|ß)e|gasse|weg|platz) \d+"
    r"|\b(?:rue|avenue|place|via|calle) [A-Z]\w+.{0,20}\d|P\.? ?O\.? Box \d|[路街道]\s?\d+\s?[号號]"
)
_ASKS_BODY = re.compile(
    r"^where (?:did|does|do|has|have|was|were) .*\b(?:stud\w+|gets?|got|obtain\w*|receiv\w*|graduat\w*|born"
    r"|works?|worked|earn\w*|train\w*|come from|from|take|took|teach\w*|taught)\b"
)
_VERDICT = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|must|may|only|always|required?|requires|mandatory|optional|allowed|permitted"
    r"|free|included|excluded|provided)\b|n['’]t\b|不|必须|必須|可以|可选|可選|允许|允許|禁止|免"
)
_TURNED = re.compile(
    r"\b(?:before|previous(?:ly)?|formerly?|predecessors?|successors?|used to|(?:last|next) (?:year|time|month|week))\b"
    r"|之前|以前|前任|继任|去年|明年|上一?[届任年]|下一?[届任年]"
)
_BODY = re.compile(
    r"\b(?:minor|major|college|program(?:me)?s?|department|university|school|institute|cent(?:er|re)|studies|office|project"
    r"|library|hall|building|street|road|award|prize|course|degree|lab(?:oratory)?|engineering|sciences?|statistics|mathematics"
    r"|physics|chemistry|biology|medicine|law|arts?|design|linguistics|languages?|literature|history|philosophy|psychology"
    r"|economics|business|management|informatics|computing|technology|education|data|research|learning"
    r"|methods?|models?|theory|analysis|systems?|division|section|committee|council|board|senate|affairs|services|association"
    r"|society|foundation|academy|museum|hospital|clinic|phi|kappa|sigma|honou?rs|level|training|assistant|schedule|requirements?|examination|placement)\b",
    re.IGNORECASE,
)


_TOLD_BY = (
    (_ASKS_DURATION, _DURATION),
    (_ASKS_AGE, _AGE),
    (_ASKS_ADDRESS, _ADDRESS),
    (_ASKS_PHONE, PHONE),
    (_ASKS_MAIL, MAIL),
)


def speaks_of_another_time(asked: str, text: str) -> bool:
    """Whether a question asks for what was before, or will be next, and a text says nothing of the kind."""
    return bool(_TURNED.search(asked.lower())) and not _TURNED.search(text.lower())


def asks_contact(asked: str) -> bool:
    """Whether a phone number or an e-mail address is asked for by name: nothing without one can be the answer."""
    folded = asked.lower()
    return bool(_ASKS_PHONE.search(folded) or _ASKS_MAIL.search(folded))


def gives_mail_of(analysis: Analysis, text: str) -> bool | None:
    """Whether a text has an e-mail address made of the name that one is asked for; None where none is asked for."""
    asked = analysis.asked or analysis.text
    people = [fold(name).split() for name in analysis.names if len(name.split()) > 1]
    if not people or not _ASKS_MAIL.search(asked.lower()):
        return None
    boxes = [fold(match.group()).split("@")[0] for match in MAIL.finditer(text)]
    return any(len(part) > 2 and part in box for box in boxes for person in people for part in person[-1:])


def asks_reach(asked: str) -> bool:
    """Whether a question asks how to reach somebody, by whatever way."""
    return _ASKS_REACH.search(asked.lower()) is not None


def gives_verdict(text: str) -> bool:
    """Whether a text says that something is so, must be so, or is not: what a yes/no question waits for."""
    return _VERDICT.search(text.lower()) is not None


def asks_credits(asked: str) -> bool:
    """Whether the units or credits of a course are asked for."""
    return _ASKS_CREDITS.search(asked.lower()) is not None


def counts_credits(headings: Sequence[str]) -> bool:
    """Whether the innermost heading ends with a number in brackets, as names of courses do: "Graphs (4)"."""
    return bool(headings) and _CREDITS.search(headings[-1]) is not None


def asks_quantity(asked: str) -> bool:
    """Whether a question names the very quantity it wants, so that another number is no answer."""
    folded = asked.lower()
    named = (
        asks_contact(asked) or _ASKS_ADDRESS.search(folded) or _ASKS_DURATION.search(folded) or _ASKS_AGE.search(folded)
    )
    counted = re.search(r"(?:多少|几|幾)(?:个|個)?[\u4e00-\u9fff]{2}", asked)
    return bool(named or counted or asks_measure(asked) or asks_times(asked) or _COUNTED.search(folded))


def meets_quantity(asked: str, text: str) -> bool:
    """Whether a text tells the very thing asked for: a number of what is counted, a length of time, a phone number."""
    folded = asked.lower()
    if asks_measure(asked):
        return tells_measure(asked, text)
    if asks_times(asked):
        return tells_times(text)
    for asks, told in _TOLD_BY:
        if asks.search(folded):
            return told.search(text) is not None
    counted = re.search(r"(?:多少|几|幾)(?:个|個)?([\u4e00-\u9fff]{2})", asked)
    if counted:
        noun = counted.group(1) if counted.group(1) in text else (gloss(counted.group(1)).split() or ["\0"])[0]
        return re.search(rf"{TOLD}[\s\w()-]{{0,20}}?{re.escape(stem(noun))}", text.lower()) is not None
    match = _COUNTED.search(folded)
    if match is None:
        return False
    nouns = [group for group in match.groups() if group and group not in stop_words()]
    if "gpa" in nouns:
        return re.search(r"\b[0-4]\.\d", text) is not None
    known = {other for noun in nouns for other in (stem(noun), *alike(stem(noun)))}
    things = "|".join(re.escape(one.removesuffix("y")) for one in sorted(known))
    counts, labelled = rf"{TOLD}[\s\w()-]{{0,20}}?\b(?:{things})", rf"\b(?:{things})\w{{0,3}}\s*[:：\n]\s*\d"
    return bool(things) and re.search(f"{counts}|{labelled}", text.lower()) is not None


def expects_form(analysis: Analysis) -> bool:
    """Whether the kind of answer wanted has a form of its own."""
    if analysis.wanted == "contact":
        asked = analysis.asked or analysis.text
        return asks_contact(asked) or asks_reach(asked)
    return analysis.wanted in _EXPECTED


def has_form(analysis: Analysis, text: str) -> bool:
    """Whether a text has the form of what is wanted: a date, a number, a name, a place, a way to reach someone."""
    expected = _EXPECTED.get(analysis.wanted)
    if analysis.wanted == "who":
        return bool(find_people(analysis, text))
    if analysis.wanted == "where" and _ASKS_BODY.search(fold(analysis.text)):
        return re.search(r"(?<=[\w,] )[A-Z\u00c0-\u00de]\w", text) is not None
    if analysis.wanted == "when":
        text = _without_years(text, find_years(analysis.text))
    return expected is not None and expected.search(text) is not None


def _without_years(text: str, years: list[tuple[int, int]]) -> str:
    """A text without the years that the question names itself: they tell no date."""
    named = "|".join(str(first) for first, last in years if first == last)
    return re.sub(rf"\b(?:{named})\b", " ", text) if named else text


def told_values(analysis: Analysis, text: str) -> frozenset[str]:
    """The people or the sums that a text tells where a person or a sum is asked for: last names, numbers."""
    if analysis.wanted == "who":
        return frozenset(fold(name).split()[-1] for name in find_people(analysis, text) if "@" not in name)
    if analysis.wanted in {"money", "amount"}:
        sums = (re.search(r"\d[\d.,]*", text[match.start() :]) for match in _MONEY.finditer(text))
        return frozenset(found.group().rstrip(".,") for found in sums if found)
    return frozenset()


def find_people(analysis: Analysis, text: str) -> list[str]:
    """The names in a text that may be somebody's, and addresses of mail."""
    return [match.group() for match in _NAME.finditer(text) if _is_person(analysis, match.group())]


def _is_person(analysis: Analysis, name: str) -> bool:
    """Whether a name may be somebody's: neither the question's own words nor the name of a body or a place."""
    words = name.split()
    while words and fold(words[0]) in stop_words():
        words = words[1:]  # a capital that only begins the sentence
    if len(words) < 2 and name.isascii() and "@" not in name:
        return False
    own = {gram for word in content(name) for gram in grams(word)}
    return _BODY.search(name) is None and not own <= set(analysis.stems)
