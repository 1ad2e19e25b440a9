"""What stands in a page's place: that it is missing, that the site is closed for now, a test of the reader.

Words alone decide only where the page says little else. A longer page may be *about* such things; whether it is one is
for the crawler to find out, which can ask for an address that cannot exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

FEW = 8
LITTLE = 40
NOTICE_WORDS = 60
OPENING = 3
STATEMENT = 30
LONGEST = 400
_NOUN = (
    r"page|document|file|url|object|resource|address|seite|dokument|datei|adresse|página|pagina|sida|side|sivu|"
    r"stránk|stron|страниц|页|頁|ページ|페이지|sayfa"
)
_ABSENT = (
    r"not (?:be )?found|(?:could|can)(?:not|n.t| not) (?:be )?f(?:ind|ound)|(?:does not|doesn.t|no longer) exist|"
    r"no longer (?:be )?available|been (?:re)?moved|nicht (?:mehr )?gefunden|existiert nicht|"
    r"introuvable|n.existe (?:pas|plus)|pas (?:été )?trouvé|no (?:se )?(?:ha )?(?:sido )?encontrad|no existe|"
    r"não (?:foi )?encontrad|non (?:è stata )?trovat|non esiste|niet gevonden|hittades inte|ikke (?:blev )?fun|"
    r"finnes ikke|ei löyt|nenalezen|nie (?:została )?znalezion|не найден|не существует|bulunamad|"
    r"不存在|找不到|未找到|已(?:被)?删除|無法找到|見つかりません|찾을 수 없"
)
_MISSING = re.compile(
    rf"(?:{_NOUN})[^.!?。]{{0,60}}?(?:{_ABSENT})|(?:{_ABSENT})[^.!?。]{{0,30}}?(?:{_NOUN})", re.IGNORECASE
)
_CODE = re.compile(
    r"\W*(?:(?:http|error|fehler|erreur|errore|oops)\W*){0,3}(?:404|410)(?:\s+error)?\s*(?:\Z|[-–—|:·!.])",
    re.IGNORECASE,
)
"""A title or heading that is the code of the error: a course, a room or a street may bear the same number."""
_ABOUT = re.compile(
    r"\b(?:what|when|why|how|if|about|means?|meaning|polic(?:y|ies)|explained|guide|help|errors|handling|custom|was|"
    r"wenn|warum|wie|hilfe|pourquoi|comment|aide|cuando|por qué)\b",
    re.IGNORECASE,
)
_SITE = (
    r"site|website|web ?page|page|server|service|portal|system|application|we|seite|webseite|dienst|anwendung|wir|"
    r"serveur|nous|sitio|servidor|servicio|página|sito|servizio|serviço|网站|網站|系统|系統|页面|サイト|システム"
)
_WORKS = (
    r"maintenance|wartung\w*|gewartet|mantenimiento|manutenzione|manutenção|onderhoud|underhåll|konserwacj\w*|"
    r"维护|維護|メンテナンス|temporarily (?:unavailable|down|offline)|vorübergehend nicht (?:erreichbar|verfügbar)|"
    r"(?:temporairement|momentanément) indisponible|temporalmente fuera de servicio|back (?:soon|shortly)|"
    r"暂时无法访问"
)
_CLOSED = re.compile(
    rf"(?:\b(?:{_SITE})\b|[站统統面ト]).{{0,50}}?(?:{_WORKS})|(?:{_WORKS}).{{0,40}}?\b(?:{_SITE})\b|"
    r"(?:down|closed|offline) for maintenance|maintenance (?:mode|page)|wartungs(?:arbeiten|modus|seite)|"
    r"维护中|維護中|メンテナンス中",
    re.IGNORECASE | re.DOTALL,
)
_BARE = re.compile(rf"\W*(?:{_WORKS})\W*", re.IGNORECASE)
_FOR_NOW = re.compile(
    r"\b(?:currently|soon|later|shortly|again|back|patience|derzeit|momentan|bald|später|wieder|actuellement|"
    r"bientôt|plus tard|pronto|más tarde|presto|più tardi)\b|稍后|稍後|しばらく",
    re.IGNORECASE,
)
_BROKEN = re.compile(
    r"internal server error|service (?:temporarily )?unavailable|bad gateway|gateway time-?out|"
    r"error establishing a database connection|database (?:connection )?error|^\W*fatal error:|"
    r"uncaught \w*exception|server error in '",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\W*(?:(?:http )?(?:error )?403\W*)?(?:access (?:is )?(?:denied|forbidden)|forbidden|not authori[sz]ed|"
    r"zugriff verweigert|kein zugriff|accès (?:refusé|interdit)|acceso denegado|accesso negato|拒绝访问|禁止访问|"
    r"無權存取)\W*",
    re.IGNORECASE,
)
_LOG_IN = r"(?:log|sign)[ -]?(?:in|on)"
_SIGN_IN = re.compile(
    rf"\W*(?:(?:please|user|member|staff|student|account) )?(?:{_LOG_IN}|anmeld(?:en|ung)|einloggen|se connecter|"
    rf"connexion|iniciar sesión|accedi|inloggen|logga in|zaloguj się|войти|登录|登入|ログイン|로그인)"
    r"(?: (?:required|page|form|to .{1,40}))?\W*",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s[-–—|·:]\s")
_SIGN_IN_FIRST = re.compile(
    rf"(?:please|must|need to|have to|required to) (?:first )?{_LOG_IN}\b|\b{_LOG_IN} (?:to|before you can) "
    rf"(?:continue|view|see|access|read|proceed)|{_LOG_IN} (?:is )?required|"
    r"bitte (?:melden sie sich|melde dich|loggen sie sich|anmelden)|müssen (?:sie )?sich .{0,20}(?:anmelden|einloggen)|"
    r"veuillez vous (?:connecter|identifier)|(?:debe|inicie|iniciar?) .{0,12}sesión para|effettu\w+ (?:l.)?accesso|"
    r"log in om|请(?:先)?登[录入]|請(?:先)?登入|ログインして(?:ください|下さい)|로그인(?:이 필요|하세요|해 ?주)",
    re.IGNORECASE,
)
_CHALLENGE = re.compile(
    r"just a moment\b|checking (?:your browser|if the site connection)|attention required|ddos protection|"
    r"verify(?:ing)? (?:that )?you are (?:a )?(?:human|not a)|enable javascript and cookies to continue|"
    r"请完成安全验证|are you a (?:robot|human)|not a (?:ro)?bot\b|(?:complete|solve|pass) (?:the |this |a )?"
    r"(?:re)?captcha|captcha (?:required|check|challenge)|proof[- ]of[- ]work|pardon our interruption|"
    r"incapsula incident|access to this page has been denied|unusual traffic",
    re.IGNORECASE,
)
_PUZZLE = re.compile(
    r"<(?:script|link|iframe|form)\b[^<>]{0,4000}?(?:anubis|challenge-platform|_incapsula_|within\.website|go-away|"
    r"""["'/_-]challenge[."'/_-]|proof-?of-?work|captcha-delivery)""",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a page shows: the start of its text, its words in all and without chrome, and its first texts.

    `inner` are the words and first texts that stand outside of its header, menus, asides and footer.
    """

    text: str = ""
    words: int = 0
    own_words: int = 0
    opening: tuple[str, ...] = ()
    inner_words: int = 0
    inner: tuple[str, ...] = ()


def says_missing(title: str, said: Said) -> bool:
    """Whether a page says that it does not exist, and little else."""
    if said.own_words > LITTLE or _ABOUT.search(title):
        return False
    heads = (title, *said.opening[: OPENING if said.own_words <= FEW else 1])
    return any(_CODE.match(head) for head in heads) or any(_MISSING.search(text) for text in _statements(title, said))


def says_closed(title: str, said: Said) -> bool:
    """Whether a page says that its whole site cannot be used now, and little else."""
    if said.own_words > NOTICE_WORDS:
        return False
    if any(_CLOSED.search(text) or _BROKEN.search(text) for text in _statements(title, said)):
        return True
    bare = any(_BARE.fullmatch(head) for head in (title, *said.opening[:1]))
    return bare and _FOR_NOW.search(said.text) is not None


def says_denied(title: str, said: Said) -> bool:
    """Whether a page says that its reader may not see it, and little else."""
    return said.own_words <= LITTLE and any(_DENIED.fullmatch(head) for head in (title, *said.opening[:1]))


def asks_to_sign_in(title: str, said: Said) -> bool:
    """Whether a page is named after a login, or tells its reader that one comes first."""
    if any(_SIGN_IN.fullmatch(head) for head in (*_PARTS.split(title), *said.inner[:1])):
        return True
    return any(_SIGN_IN_FIRST.search(text) for text in said.inner if len(text.split()) <= STATEMENT)


def is_challenge(source: str, title: str, said: Said) -> bool:
    """Whether a page tests its reader (captcha, proof of work) instead of showing anything."""
    if said.words >= 200:
        return False
    if _CHALLENGE.search(f"{title} {said.text[:600]}"):
        return True
    return said.own_words < NOTICE_WORDS and _PUZZLE.search(source) is not None


def _statements(title: str, said: Said) -> Iterable[str]:
    """What may be a statement about the page: its title, and the first texts that it shows, if they are short."""
    return [
        text for text in (title, *said.opening[:OPENING]) if len(text) <= LONGEST and 0 < len(text.split()) <= STATEMENT
    ]
