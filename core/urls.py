"""One page, one address: the rules that make two spellings of an address the same.

`normalize` gives the address to fetch and to show: it changes nothing that a server could care about, apart from
session and tracking parameters. `page_key` goes further and is only compared, never fetched: scheme, `www.`, default
documents, a trailing slash, doubled slashes and the order of parameters make no difference to it.
Both are idempotent (RFC 3986, section 6, and the habits of web servers).
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

MAX_LENGTH = 4096
DEFAULT_PORTS = {"http": 80, "https": 443}
CACHED = 16384
FEWEST_MIXED, FEWEST_PLAIN, CHANGING = 16, 22, 0.3

_PLAIN = re.compile(
    r"https?://[a-z0-9][a-z0-9.-]*(?<!\.)(?::(?!80/|443/|0)(?:\d{2,4}|[1-5]\d{4}))?(?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)*/?\Z"
)
_TRACKING = re.compile(
    r"(utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hsenc|"
    r"_hsmi|hsctatracking|mkt_tok|oly_(anon|enc)_id|vero_id|wt_mc|pk_(campaign|kwd|source|medium)|"
    r"mtm_\w+|trk_\w+|spm|scm_id|ref_src|ref_url|cmpid|ncid|sr_share)\Z",
    re.IGNORECASE,
)
_SESSION = re.compile(r"(cfid|sessionid|session_id|sessid|mosid|sid|sess|session|s_id|viewstate)\Z", re.IGNORECASE)
_ALWAYS_SESSION = re.compile(
    r"(phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cftoken|zenid|oscsid|xtcsid|__viewstate)\Z",
    re.IGNORECASE,
)
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid|sessionid)=([^/;?]*)", re.IGNORECASE)
_PATH_COOKIELESS = re.compile(r"/\((?:[SAFX]\([A-Za-z0-9_.-]+\))+\)(?=/|\Z)")
_UUID = re.compile(r"\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?\Z", re.IGNORECASE)
_HEX = re.compile(r"(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{16,}\Z", re.IGNORECASE)
_MIXED = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z0-9]+\Z", re.IGNORECASE)
_SORTS = re.compile(r"\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])")
_DEFAULT_DOCUMENT = re.compile(
    r"/(index|default)\.(html?|xhtml|shtml|php[3-8]?|aspx?|jspx?|cfm|cgi|pl)\Z", re.IGNORECASE
)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_UNSAFE = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%?\[\]]")
_JUNK = re.compile(r"[\x00-\x20\x7f\u200b\ufeff]+\Z|\A[\x00-\x20\x7f\u200b\ufeff]+|[\t\r\n]")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


@lru_cache(CACHED)
def normalize(url: str) -> str:
    """The address to fetch and show, without fragment; an empty string when it is no http(s) address."""
    if _PLAIN.match(url) and "/" in url[8:]:
        return url
    try:
        parts = urlsplit(_JUNK.sub("", url).replace("\\", "/"))
        host = _host(parts)
    except ValueError:
        return ""
    if parts.scheme not in DEFAULT_PORTS or not host:
        return ""
    path = _dot_segments(_encoded(_without_session(parts.path))) or "/"
    query = _query(parts.query)
    return f"{parts.scheme}://{host}{path}{'?' + query if query else ''}"


@lru_cache(CACHED)
def page_key(url: str) -> str:
    """What two addresses of one page have in common; an empty string when it is no http(s) address."""
    parts = urlsplit(normalize(url))
    if not parts.netloc:
        return ""
    path = re.sub(r"/{2,}", "/", parts.path)
    path = _DEFAULT_DOCUMENT.sub("/", path)
    query = "&".join(sorted(parts.query.split("&"), key=lambda pair: pair.split("=")[0])) if parts.query else ""
    return f"{bare_host(parts.netloc)}{path.rstrip('/') or '/'}{'?' + query if query else ''}"


def split_url(url: str) -> SplitResult:
    """The parts of any text that a page gives as an address; without any where it cannot be one (`http://[your-site]/`)."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def join_url(base: str, reference: str) -> str:
    """A reference made absolute; an empty string where it cannot be."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return ""


def resolve(base: str, reference: str) -> str:
    """The normalized address of a link on a page; an empty string when it leads nowhere on the web."""
    try:
        return normalize(urljoin(base, _JUNK.sub("", reference)))
    except ValueError:
        return ""


def read_location(value: str) -> str:
    """A `Location` as its server meant it: header bytes arrive as Latin-1, also where they are UTF-8."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def names_session(url: str) -> bool:
    """Whether an address holds a session that `normalize` takes out."""
    parts = split_url(url)
    return _without_session(parts.path) != parts.path or any(
        _is_session(*pair.partition("=")[::2]) for pair in parts.query.split("&")
    )


def same_page(first: str, second: str) -> bool:
    """Whether two addresses are spellings of one."""
    return page_key(first) == page_key(second)


def bare_host(netloc: str) -> str:
    """Host and port without `www.`, which rarely tells two sites apart."""
    return netloc.removeprefix("www.") if netloc.count(".") > 1 else netloc


def host_of(url: str) -> str:
    """Host and port as in the normalized address."""
    return split_url(url).netloc


def origin_of(url: str) -> str:
    """Scheme, host and port of an address."""
    parts = split_url(url)
    return f"{parts.scheme}://{parts.netloc}"


def at_origin(url: str, origin: str) -> str:
    """The same path and query at another origin."""
    return origin + url[len(origin_of(url)) :]


def section_of(url: str, depth: int = 1) -> str:
    """The folders above a page, at most `depth` of them: `/catalog/` for `/catalog/courses/cse.html`."""
    folders = split_url(url).path.split("/")[1:-1]
    return "/" + "".join(f"{folder}/" for folder in folders[:depth])


def prefixes_of(url: str, depth: int = 4) -> list[str]:
    """The path prefixes a page counts for, longest last; a query adds one that names its parameters."""
    parts = split_url(url)
    folders = parts.path.split("/")[1:-1][:depth]
    found = ["/" + "/".join(folders[: end + 1]) for end in range(len(folders))]
    if parts.query:
        names = sorted({pair.split("=")[0] for pair in parts.query.split("&")})
        found.append(f"{parts.path}?{'&'.join(names)}")
    return found


def _host(parts: SplitResult) -> str:
    name = (parts.hostname or "").rstrip(".")
    if not name.isascii():
        name = name.encode("idna").decode("ascii")
    if ":" in name:
        name = f"[{name}]"
    elif not re.fullmatch(r"[a-z0-9._-]+", name):
        return ""
    port = parts.port
    return name if port is None or port == DEFAULT_PORTS.get(parts.scheme) else f"{name}:{port}"


def _without_session(path: str) -> str:
    if ";" in path:
        path = _PATH_SESSION.sub(lambda found: "" if _is_session(found[1], found[2]) else found[0], path)
    return _PATH_COOKIELESS.sub("", path) if "(" in path else path


def _encoded(text: str) -> str:
    text = _BAD_PERCENT.sub("%25", text)
    if "%" in text:
        text = _ESCAPE.sub(_unescape, text)
    return _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in _bytes(match[0])), text)


def _unescape(match: re.Match[str]) -> str:
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{byte:02X}"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _dot_segments(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    parts = path.split("/")
    for part in parts:
        if part == "..":
            kept[1:] = kept[1:-1]
        elif part != ".":
            kept.append(part)
    return "/".join(kept) + ("/" if parts[-1] in (".", "..") and kept[-1:] != [""] else "")


def _query(query: str) -> str:
    if not query:
        return ""
    pairs = [pair for pair in query.replace("&amp;", "&").split("&") if pair and not _is_noise(pair)]
    return "&".join(dict.fromkeys(_encoded(pair) for pair in pairs))


def _is_noise(pair: str) -> bool:
    name, _, value = pair.partition("=")
    return bool(_TRACKING.match(name)) or _is_session(name, value)


def _is_session(name: str, value: str) -> bool:
    """Whether a parameter is a session's: by a name that means nothing else, or by a value that nobody would write."""
    return bool(_ALWAYS_SESSION.match(name)) or (bool(_SESSION.match(name)) and is_random(unquote(value)))


def is_random(value: str) -> bool:
    """Whether a value is long and mixed as only a machine makes it: a UUID, hexadecimal digits, base 36 or base 64.

    `2024spring` and `WiSe2024-Informatik-2` are not: a term, a course or a long number may be a page of its own.
    """
    if _UUID.match(value) or _HEX.match(value):
        return True
    plain = re.sub("[-_.+/=~]", "", value)
    if not _MIXED.match(plain) or (len(value) - len(plain)) * FEWEST_MIXED > len(value):
        return False
    is_cased = plain not in (plain.lower(), plain.upper())
    return len(plain) >= (FEWEST_MIXED if is_cased else FEWEST_PLAIN) and _changes(plain) >= CHANGING * len(plain)


def _changes(text: str) -> int:
    """How often one sort of character follows another: digits, capitals, small letters; a capital may begin a word."""
    return len(_SORTS.findall(text))
