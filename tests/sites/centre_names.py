"""The people of two made-up research centres, as name-givers all over the world would name them.

A line is: given names | family name | remarks. `page`: has a page of its own; `team` letters: who writes with whom;
`native`: the name in another script; `suffix`; `born`: an earlier family name that the page tells; `also`: another
spelling of the given name, as passports and journals have it; `field`: tells a namesake on lists.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SEEN = """
John Andrew|Whitfield|page team=a
Katrin|Müller|page team=ab
Yang|Li|page team=a native=李阳
Xiaoming|Wang|page team=ac native=王小明
Jun|Wang|page team=b native=王军
Jing|Wang|page team=c native=王静
Wei|Zhang|page team=a field=hydrology
Wei|Zhang|page team=d field=robotics
Minh Anh|Nguyễn Thị|team=b vn
Văn Hùng|Trần|page team=c vn
José Luis|García Márquez|page team=a
María Elena|García Pérez|page team=d
Ana|López de la Torre|team=d
Pieter|van der Berg|page team=b
Anneke|van den Heuvel|page team=e
Mohammed|Al-Rashid|page team=c
Fatima|Al Zahrani|team=c
Jean-Pierre|Dubois|page team=e
Marie-Claire|Le Goff|team=e
Min-jun|Kim|page team=d
Seo-yeon|Park|team=d
Robert|Hayes|page team=b suffix=Jr.
William Henry|Thornton|page team=e suffix=III
João Carlos|da Silva|page team=a
Jürgen|Weiß|page team=b
Søren|Kjær|page team=c
Łukasz|Wójcik|page team=d
Ayşe|Yılmaz|page team=e
Siobhán|O'Brien|page team=a
Ewan|MacDonald|team=a
Venkatesh|Subramanian|page team=b
Priya|Raghavan|page team=c
Guðrún|Jónsdóttir|team=c
Noa|Ben-David|page team=d
Luca|De Luca|page team=d
Giulia|D'Angelo|team=e
Anna|Kowalska|page team=e born=Nowak
Péter|Nagy|page team=a
Zsófia|Kovács|team=b
Dmitry|Volkov|page team=b
Elena|Petrova|team=c
Thabo|Mokoena|page team=c
Chidinma|Okafor|page team=d
Oluwaseun|Adeyemi|team=d
Haruki|Tanaka|page team=e native=田中春樹
Yuko|Sato|team=e
Margaret Rose|Sullivan|page team=a
Michael|Sullivan|page team=b
Sarah|Bennett|page team=c
Simon|Bennett|team=d
Emily Jane|Carter|page team=e
David|Chen|page team=a
Dawei|Chen|page team=b
Ka-Wai|Cheung|page team=c
"""

UNSEEN = """
Thomas Edward|Ashworth|page team=a
Ursula|Schröder|page team=ab
Hao|Liu|page team=a native=刘浩
Zhihong|Zhao|page team=ac native=赵志宏
Fang|Yang|page team=b native=杨芳
Feng|Yang|page team=c native=杨峰
Lin|Chen|page team=a field=optics
Lin|Chen|page team=d field=economics
Thu Hà|Phạm Thị|team=b vn
Quốc Bảo|Lê|page team=c vn
Carlos Alberto|Rodríguez Sánchez|page team=a
Carmen|Fernández Ruiz|page team=d
Isabel|Martín del Campo|team=d
Willem|van de Ven|page team=b
Sanne|de Vries|page team=e
Khalid|Al-Mansouri|page team=c
Layla|El Amrani|team=c
Anne-Sophie|Lefèvre|page team=e
Jean-Luc|de Villiers|team=e
Ji-hoon|Lee|page team=d
Hye-jin|Choi|team=d
Charles|Whitaker|page team=b suffix=Jr.
George Allen|Pemberton|page team=e suffix=II
Maria Clara|dos Santos|page team=a
Jörg|Großmann|page team=b
Åse|Bjørnstad|page team=c
Małgorzata|Dąbrowska|page team=d
Çağlar|Öztürk|page team=e
Caoimhe|O'Sullivan|page team=a
Fergus|McAllister|team=a
Lakshmi|Narayanan|page team=b
Arjun|Bhattacharya|page team=c
Þórarinn|Sigurðsson|team=c
Tamar|Bar-Lev|page team=d
Chiara|Della Rocca|page team=d
Matteo|D'Amico|team=e
Petra|Hofer|page team=e born=Lang
István|Szabó|page team=a
Eszter|Tóth|team=b
Sergei|Morozov|page team=b
Olga|Smirnova|team=c
Naledi|Dlamini|page team=c
Emeka|Nwosu|page team=d
Folake|Balogun|team=d
Kenji|Watanabe|page team=e native=渡辺健二
Aiko|Mori|team=e
Catherine Anne|Fletcher|page team=a
Colin|Fletcher|page team=b
Helen|Brooks|page team=c
Henry|Brooks|team=d
Victoria Grace|Palmer|page team=e
Kevin|Wong|page team=a
Kai-Lun|Wong|page team=b
Siu-Ming|Lam|page team=c
"""


@dataclass(frozen=True, slots=True)
class Someone:
    """A person of a centre; `number` tells namesakes apart."""

    number: int
    given: str
    family: str
    marks: frozenset[str] = frozenset()
    notes: dict[str, str] = field(default_factory=dict, compare=False)

    @property
    def has_page(self) -> bool:
        """Whether the site has a page about them."""
        return "page" in self.marks

    @property
    def slug(self) -> str:
        """The last step of the address of their page."""
        bare = "".join(letter for letter in f"{self.given}-{self.family}".lower() if letter.isascii())
        return f"{bare.replace(' ', '-')}{'-' + self.notes['field'] if 'field' in self.notes else ''}"


def read_people(text: str) -> tuple[Someone, ...]:
    """The people of a table as it stands above."""
    found = []
    for number, line in enumerate(text.strip().splitlines()):
        given, family, remarks = line.split("|")
        words = remarks.split()
        notes = dict(word.split("=", 1) for word in words if "=" in word)
        found.append(Someone(number, given, family, frozenset(word for word in words if "=" not in word), notes))
    return tuple(found)
