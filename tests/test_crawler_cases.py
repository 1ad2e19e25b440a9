"""The crawl cases seen in public trackers, each with its kind around it, against a server of our own."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import AddressRefused
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, Site, missing, page, serve

PDF = b"%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def routes(table: dict[str, Reply | Callable[[Asked], Reply]]) -> Site:
    """A site by path; anything else is an honest 404."""

    def site(asked: Asked) -> Reply:
        found = table.get(asked.path, missing())
        return found(asked) if callable(found) else found

    return site


def moved(location: str, status: int = 302, *cookies: str) -> Reply:
    return Reply(status=status, headers=(("Location", location), *(("Set-Cookie", cookie) for cookie in cookies)))


# redirects and cookies


def test_a_page_that_sets_a_cookie_and_redirects_to_itself_is_reached(crawls: Crawls):
    def desk(asked: Asked) -> Reply:
        welcome = "been=here" in asked.headers.get("cookie", "")
        return (
            page("Reception", text="Second floor, left.") if welcome else moved("/desk", 302, "been=here; Path=/desk")
        )

    with serve(routes({"/": page("Home", "/desk"), "/desk": desk})) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/desk": "ok"}
    assert b"Second floor" in crawls.snapshot("/desk").body


def test_a_cookie_set_on_a_detour_is_kept_for_the_way_back(crawls: Crawls):
    def hall(asked: Asked) -> Reply:
        return page("Hall") if "pass=1" in asked.headers.get("cookie", "") else moved("/gate")

    table = {"/": page("Home", "/hall"), "/hall": hall, "/gate": moved("/hall", 302, "pass=1")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses()["/hall"] == "ok"


@pytest.mark.parametrize(
    "table",
    [
        {"/round": moved("/round")},
        {"/round": moved("/about"), "/about": moved("/round")},
        {"/round": lambda asked: moved(f"/round?n={int(asked.query.get('n', ['0'])[0]) + 1}")},
        {"/round": lambda asked: moved("/round", 302, f"n={len(asked.headers.get('cookie', ''))}")},
    ],
)
def test_a_redirect_loop_ends_with_a_failed_address(crawls: Crawls, table: dict[str, Reply]):
    with serve(routes({"/": page("Home", "/round"), **table})) as server:
        summary = crawls.run(server.url)
    failed = [row for row in crawls.rows().values() if row.status == "failed"]
    assert failed
    assert all("loop" in row.reason for row in failed)
    assert summary.finished
    assert crawls.pages() == ["/"]


def test_each_hop_of_a_redirect_is_in_the_ledger_and_leads_to_the_page(crawls: Crawls):
    table = {"/": page("Home", "/a"), "/a": moved("/b", 301), "/b": moved("/c", 307), "/c": page("End")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/a": "redirect", "/b": "redirect", "/c": "ok"}
    assert crawls.aliases() == {"/a": "/c", "/b": "/c"}


def test_a_meta_refresh_stub_is_a_redirect_and_one_to_itself_a_page(crawls: Crawls):
    stub = '<meta http-equiv="Refresh" content="0; URL=staff/list.html"><base href="/archive/">'
    table = {
        "/": page("Home", "/old", "/clock"),
        "/old": page("Moved", head=stub, text="This page has moved."),
        "/archive/staff/list.html": page("Staff"),
        "/clock": page("Clock", head='<meta http-equiv="refresh" content="30; url=/clock">', text="It is late."),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/old": "redirect", "/archive/staff/list.html": "ok", "/clock": "ok"}
    assert [target for target in server.paths() if target == "/clock"] == ["/clock"]


# traps


def trap_site(asked: Asked) -> Reply:
    parts = asked.path.strip("/").split("/")
    if asked.path == "/":
        return page("Events", "/cal/2026/9", *(f"/filter/{n}" for n in range(300)), *(f"/real/{n}" for n in "abc"))
    if parts[0] == "cal" and parts[-1].isdigit():
        year, month = int(parts[1]), int(parts[2]) + 1
        year, month = (year + 1, 1) if month > 12 else (year, month)
        return page(f"Calendar {parts[1]}-{parts[2]}", f"/cal/{year}/{month}", text="Nothing is planned.")
    if parts[0] == "filter":
        return page("Events", text="The list, sorted another way.")
    if parts[0] == "real" and parts[1] in "abc":
        return page(f"Event {parts[1]}", text=f"What happens at {parts[1]}.")
    return missing()


def test_a_calendar_and_facets_are_capped_by_name_and_cost_no_real_page(crawls: Crawls):
    with serve(trap_site) as server:
        summary = crawls.run(server.url)
    assert {"/real/a", "/real/b", "/real/c"} <= set(crawls.pages())
    assert [line.split(" capped")[0] for line in summary.capped] == ["prefix /cal", "prefix /filter"]
    assert len(server.asked) < 150


def test_a_capped_prefix_stays_capped_at_the_next_crawl(crawls: Crawls):
    with serve(trap_site) as server:
        crawls.run(server.url)
        before = len(server.asked)
        crawls.run(server.url)
    assert len(server.asked) - before <= before


def test_a_big_honest_folder_is_no_trap(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Courses", *(f"/course/{n}" for n in range(250)))
        number = int(asked.path.rsplit("/", 1)[1]) if asked.path.startswith("/course/") else 0
        words = " ".join(
            f"{'abcdefghijklm'[number % 13]}{'nopqrstuvwxyz'[number // 13 % 13]}word{'xyzabc'[number % 6]}"
            for _ in "123"
        )
        return page(
            f"Course {number}", text=f"{words} taught in room {number} {chr(97 + number % 26)}{chr(97 + number // 26)}"
        )

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert summary.capped == ()
    assert len(crawls.pages()) == 251


def test_a_long_list_of_pages_that_differ_in_numbers_alone_is_no_trap(crawls: Crawls):
    def rooms(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", "/rooms/")
        if asked.path == "/rooms/":
            return page("Rooms", *(f"/rooms/{n}" for n in range(700)))
        number = asked.path.removeprefix("/rooms/")
        text = f"Room {number} has {int(number) % 7 * 10} seats." if number.isdigit() else ""
        return page(f"Room {number}", "/rooms/", text=text) if text and int(number) < 700 else missing()

    with serve(rooms) as server:
        summary = crawls.run(server.url)
    assert summary.pages == 702
    assert summary.capped == ()


def test_a_trap_that_goes_to_and_fro_between_two_folders_is_capped(crawls: Crawls):
    def swing(asked: Asked) -> Reply:
        folder, _, number = asked.path.strip("/").partition("/")
        if not number.isdigit():
            return page("Home", "/left/1") if asked.path == "/" else missing()
        other = "right" if folder == "left" else "left"
        return page(f"Day {number}", f"/{other}/{int(number) + 1}", text=f"Nothing on day {number}.")

    with serve(swing) as server:
        summary = crawls.run(server.url, max_pages=600)
    assert summary.finished
    assert len(summary.capped) >= 1


@pytest.mark.parametrize(
    "link",
    [
        "/a/b/a/b/a/b/",
        "/x/x/x/x",
        "/deep" + "/d1/d2/d3/d4/d5" * 5 + "/e",
        "/q?" + "&".join(f"p{n}=1" for n in range(30)),
        "/l/" + "y" * 3000,
    ],
)
def test_an_address_shaped_like_a_trap_is_not_asked(crawls: Crawls, link: str):
    with serve(routes({"/": page("Home", link)})) as server:
        crawls.run(server.url)
    assert sorted(crawls.statuses().values()) == ["ok", "trapped"]


def test_one_huge_folder_does_not_starve_the_others(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", *(f"/huge/{n}" for n in range(200)), *(f"/small/{n}" for n in range(5)))
        if not asked.path.rsplit("/", 1)[1].isdigit():
            return missing()
        return page(asked.path, text=f"Text of {asked.path.replace('/', ' ')} {chr(97 + len(asked.path))}")

    with serve(site) as server:
        crawls.run(server.url, max_pages=20, concurrency=1)
    assert {f"/small/{n}" for n in range(5)} <= set(crawls.pages())


# robots


def test_a_robots_file_with_a_byte_order_mark_is_obeyed(crawls: Crawls):
    rules = Reply(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /private/\r\n", kind="text/plain")
    table = {
        "/": page("Home", "/private/a", "/open"),
        "/robots.txt": rules,
        "/open": page("Open"),
        "/private/a": page("No"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/open": "ok", "/private/a": "refused"}
    assert "/private/a" not in server.paths()


@pytest.mark.parametrize(("status", "pages"), [(403, ["/"]), (404, ["/"]), (500, []), (503, [])])
def test_robots_errors_of_the_client_allow_and_of_the_server_refuse(crawls: Crawls, status: int, pages: list[str]):
    with serve(routes({"/": page("Home"), "/robots.txt": Reply(b"", status)})) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == pages
    assert summary.robots_refused == (0 if pages else 1)


def test_a_site_that_refuses_everything_says_so_at_the_end(crawls: Crawls):
    table = {"/": page("Home"), "/robots.txt": Reply(b"User-agent: *\nDisallow: /\n", kind="text/plain")}
    with serve(routes(table)) as server:
        summary = crawls.run(server.url)
    assert "refused by robots.txt: 1 page" in summary.reason
    assert "0 pages" in summary.reason
    assert summary.fetched == 0


def test_what_a_sitemap_lists_but_robots_refuses_is_counted(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(b"User-agent: *\nDisallow: /\nSitemap: /map.xml\n", kind="text/plain")
        rows = "".join(f"<url><loc>/p{n}</loc></url>" for n in range(40))
        return Reply(f"<urlset>{rows}</urlset>", kind="text/xml") if asked.path == "/map.xml" else page("Home")

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert "refused by robots.txt: 41 pages" in summary.reason
    assert server.paths() == ["/map.xml"]


def test_a_start_that_leads_elsewhere_says_where(crawls: Crawls):
    with serve(routes({"/": moved("https://new.example/")})) as server:
        summary = crawls.run(server.url)
    assert "https://new.example/" in summary.reason


def test_an_owner_may_override_the_rules_of_their_own_host(crawls: Crawls):
    table = {"/": page("Home"), "/robots.txt": Reply(b"User-agent: *\nDisallow: /\n", kind="text/plain")}
    with serve(routes(table)) as server:
        summary = crawls.run(server.url, ignore_robots=True)
    assert crawls.pages() == ["/"]
    assert any("robots.txt" in warning for warning in summary.warnings)


def test_noindex_keeps_a_page_out_and_nofollow_its_links(crawls: Crawls):
    table = {
        "/": page("Home", "/no", "/header", "/stop"),
        "/no": page("No", "/behind", head='<meta name="robots" content="noindex">'),
        "/behind": page("Behind"),
        "/header": Reply("<title>H</title><p>Words</p>", headers=(("X-Robots-Tag", "noindex"),)),
        "/stop": page("Stop", "/beyond", head='<meta name="robots" content="nofollow">'),
        "/beyond": page("Beyond"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/no": "noindex", "/behind": "ok", "/header": "noindex", "/stop": "ok"}


# soft 404


def test_pages_that_say_what_any_address_says_are_missing(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        if asked.path == "/":
            return page("Institute", "/staff/", "/staff/people", "/staff/gone-1", "/staff/gone-2")
        if asked.path == "/staff/":
            return page("Staff", text="Who works here.")
        if asked.path == "/staff/people":
            return page("People", text="Nine people work here, in three rooms.")
        return page("Oh no", text=f"Nothing is stored under {asked.path}, try the search.")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/staff/", "/staff/people"]
    assert crawls.statuses()["/staff/gone-1"] == crawls.statuses()["/staff/gone-2"] == "soft-404"


def test_a_site_that_answers_every_address_with_its_home_page_keeps_its_home_page(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        return page("About", text="All about us.") if asked.path == "/about" else page("Home", "/about", "/x", "/y")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/about"]


# scope and safety


def test_nothing_is_fetched_from_another_host_however_it_is_reached(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        here = f"127.0.0.1:{asked.port}"
        if asked.path == "/":
            return page(
                "Home",
                "/out",
                f"http://localhost:{asked.port}/b?x={here}",
                f"http://{here}.other.example/c",
                f"http://{here}@localhost:{asked.port}/d",
                "/refresh",
            )
        if asked.path == "/refresh":
            return page("R", head=f'<meta http-equiv="refresh" content="0;url=http://localhost:{asked.port}/e">')
        return moved(f"http://localhost:{asked.port}/f") if asked.path == "/out" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/"]
    assert all(asked.headers["host"] == f"127.0.0.1:{server.port}" for asked in server.asked)
    assert "another site" in crawls.rows()["/out"].reason


@pytest.mark.parametrize(
    "seed",
    ["http://169.254.169.254/", "http://[::1]:7474/", "http://0x7f.0.0.1/", "http://2130706433/", "file:///etc/passwd",
     "gopher://127.0.0.1/", "http://localhost/", "http://[::ffff:10.0.0.1]/", "http://127.1/", "http://１２７.0.0.1/"],
)  # fmt: skip
def test_a_private_start_is_refused_at_once(crawls: Crawls, seed: str):
    with pytest.raises(AddressRefused, match="cannot be crawled"):
        crawls.run(seed, allow_private=False)


def test_a_redirect_to_a_private_address_is_not_followed(crawls: Crawls):
    table = {"/": page("Home", "/meta", "http://2130706433/"), "/meta": moved("http://169.254.169.254/latest/")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/"]


# one page, one address


def test_spellings_of_one_address_are_one_page_with_aliases(crawls: Crawls):
    links = ["/staff", "/staff/", "/staff/index.html", "/staff/#people", "/staff/?sid=a1b2c3d4",
             "/staff/;jsessionid=77AA",
             "/STAFF/../staff/", "/%73taff/", "/staff/?utm_source=mail"]  # fmt: skip

    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", *links)
        head = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/staff/">'
        return page("Staff", head=head) if asked.path.startswith("/staff") else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/staff/"]
    assert len([target for target in server.paths() if "staff" in target]) == 1
    assert crawls.aliases() == {"/staff": "/staff/", "/staff/index.html": "/staff/"}


def test_another_spelling_is_tried_where_the_first_leads_nowhere(crawls: Crawls):
    table = {"/": page("Home", "/docs/", "/docs/index.html"), "/docs/index.html": page("Docs")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/docs/index.html"]


def test_mirrors_become_aliases_of_one_page(crawls: Crawls):
    same = page("Statutes", text="Paragraph one of the statutes.")
    with serve(routes({"/": page("Home", "/mirror/statutes", "/st"), "/mirror/statutes": same, "/st": same})) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/st"]
    assert crawls.aliases() == {"/mirror/statutes": "/st"}
    assert sorted(crawls.queued("page")) == ["/", "/st"]


def test_a_wrong_canonical_loses_no_page(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        wrong = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/">'
        away = '<link rel="canonical" href="https://elsewhere.example/">'
        names = ["law", "art", "sea", "sky"]
        if asked.path == "/":
            return page("Home", *(f"/{name}" for name in names))
        name = asked.path[1:]
        return (
            page(name, text=f"All there is to say of {name}.", head=wrong if name in names[:2] else away)
            if name in names
            else missing()
        )

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == ["/", "/art", "/law", "/sea", "/sky"]
    assert any("canonical" in warning for warning in summary.warnings)


def test_a_true_canonical_makes_a_sorted_view_an_alias(crawls: Crawls):
    items = [f"item{n} is a thing of some worth" for n in "abcdefgh"]

    def site(asked: Asked) -> Reply:
        head = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/list">'
        if asked.path == "/list":
            return page("List", head=head, text=" ".join(items if not asked.query else reversed(items)))
        return page("Home", "/list?sort=down", "/list") if asked.path == "/" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/list"]
    assert crawls.aliases() == {"/list?sort=down": "/list"}


# what the bytes are


def test_a_pdf_is_judged_by_its_first_bytes_and_handed_on(crawls: Crawls):
    table = {
        "/": page("Home", "/form", "/as-html"),
        "/form": moved("/file"),
        "/file": Reply(PDF, kind="application/pdf"),
        "/as-html": Reply(PDF + b"%"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    rows = crawls.rows()
    assert rows["/file"].media_type == rows["/as-html"].media_type == "application/pdf"
    assert crawls.snapshot("/as-html").body.startswith(b"%PDF")


def test_a_script_shell_is_counted_as_needing_a_browser_and_not_stored(crawls: Crawls):
    shell = Reply(f"<title>App</title><div id=root></div><script>{'var a=1;' * 500}</script>")
    with serve(routes({"/": page("Home", "/app"), "/app": shell})) as server:
        summary = crawls.run(server.url)
    assert summary.counts["needs-browser"] == 1
    assert crawls.queued() == ["/"]


@pytest.mark.parametrize("status", [200, 403, 503])
def test_a_challenge_page_is_never_taken_in(crawls: Crawls, status: int):
    wall = Reply("<title>Just a moment</title><p>Checking your browser before you go on.</p>", status)
    with serve(routes({"/": page("Home", "/wall"), "/wall": wall})) as server:
        crawls.run(server.url)
    assert crawls.statuses()["/wall"] == "challenge"
    assert crawls.queued() == ["/"]


def test_pictures_and_archives_are_said_to_be_no_text(crawls: Crawls):
    table = {"/": page("Home", "/a.jpg", "/data"), "/data": Reply(b"\x89PNG\r\n\x1a\n" + bytes(50), kind="text/html")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/a.jpg": "not-text", "/data": "not-text"}
    assert "/a.jpg" not in server.paths()


def test_base_after_the_first_kilobytes_counts(crawls: Crawls):
    head = f"<title>L</title><!--{'x' * 6000}--><base href='/2026/'>"
    late = f"<!doctype html><html><head>{head}</head><body><a href='m.html'>m</a></body></html>"
    with serve(routes({"/": page("Home", "/x/late"), "/x/late": Reply(late), "/2026/m.html": page("M")})) as server:
        crawls.run(server.url)
    assert "/2026/m.html" in crawls.pages()


def test_a_sitemap_packed_once_twice_or_not_at_all_is_read(crawls: Crawls):
    def urls(asked: Asked, *paths: str) -> bytes:
        rows = "".join(f"<url><loc>http://127.0.0.1:{asked.port}{path}</loc></url>" for path in paths)
        return f"<urlset>{rows}</urlset>".encode()

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(f"Sitemap: http://127.0.0.1:{asked.port}/index.xml\n".encode(), kind="text/plain")
        if asked.path == "/index.xml":
            maps = "".join(f"<sitemap><loc>/map{n}.xml.gz</loc></sitemap>" for n in range(3))
            return Reply(f"<sitemapindex>{maps}</sitemapindex>", kind="text/xml")
        packed = {"/map0.xml.gz": 0, "/map1.xml.gz": 1, "/map2.xml.gz": 2}
        if asked.path in packed:
            body = urls(asked, f"/found{packed[asked.path]}")
            for _ in range(packed[asked.path]):
                body = gzip.compress(body)
            return Reply(body, kind="application/x-gzip")
        return page(asked.path) if asked.path.startswith("/found") or asked.path == "/" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/found0", "/found1", "/found2"]
