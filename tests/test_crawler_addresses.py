"""Addresses a crawl may connect to, and those it may not, in every disguise."""

from __future__ import annotations

import pytest

from core.errors import AddressRefused
from crawler.addresses import AddressGuard, check_address, host_literal, is_public, ports_of, proxy_hosts


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1",
     "169.254.169.254", "100.64.0.1", "0.0.0.0", "255.255.255.255",
     "224.0.0.1", "240.0.0.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::",
     "2002:c0a8:101::1", "::127.0.0.1", "2001:db8::1", "not an address", ""],
)  # fmt: skip
def test_inner_addresses_are_not_public(address: str):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_outer_addresses_are_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    ("host", "address"),
    [("0x7f.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"),
     ("[::1]", "::1"), ("１２７.0.0.1", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("example.org", None),
     ("1.example", None)],
)  # fmt: skip
def test_disguised_addresses_are_seen_through(host: str, address: str | None):
    assert host_literal(host) == address


@pytest.mark.parametrize("url", ["file:///etc/passwd", "gopher://h/", "ftp://h/", "//h/", "h", "", "javascript:1"])
def test_only_web_addresses_are_taken(url: str):
    with pytest.raises(AddressRefused, match=r"only http:// and https:// addresses can\."):
        check_address(url, lookup=lambda host: ["1.1.1.1"])


@pytest.mark.parametrize("url", ["http://", "http://h:x/", "http://127.0.0.1:99999/", "https:///path"])
def test_an_address_without_a_host_or_with_no_real_port_says_so(url: str):
    with pytest.raises(AddressRefused, match="its host or its port is none"):
        check_address(url, lookup=lambda host: ["1.1.1.1"])


def test_a_name_without_its_scheme_is_written_out():
    with pytest.raises(AddressRefused, match=r"write it as https://www\.example\.edu/fees"):
        check_address("www.example.edu/fees", lookup=lambda host: ["1.1.1.1"])


@pytest.mark.parametrize("found", [[], ["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::ffff:169.254.169.254"]])
def test_a_name_is_refused_by_what_it_resolves_to(found: list[str]):
    with pytest.raises(AddressRefused) as refusal:
        check_address("http://public.example/", lookup=lambda host: found)
    assert not any(address in str(refusal.value) for address in found)


def test_a_public_name_and_an_owners_private_one_are_taken():
    check_address("http://public.example/", lookup=lambda host: ["1.1.1.1"])
    check_address("http://127.0.0.1:8000/", allow_private=True, lookup=lambda host: [])


def test_a_private_address_is_still_no_file_when_allowed():
    with pytest.raises(AddressRefused):
        check_address("file:///etc/passwd", allow_private=True)


def test_the_guard_permits_the_owners_host_alone_and_remembers_refusals():
    guard = AddressGuard({"intra.example"})
    assert guard.permits("intra.example", "10.0.0.5")
    assert guard.permits("public.example", "1.1.1.1")
    assert not guard.permits("rebound.example", "10.0.0.5", 80)
    assert guard.has_refused("http://rebound.example/x")
    assert not guard.has_refused("http://intra.example/")


def test_a_proxy_looks_names_up_itself_but_literals_are_still_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:3128")
    monkeypatch.setenv("no_proxy", "")
    check_address("http://only-the-proxy-knows.example/", lookup=lambda host: [])
    with pytest.raises(AddressRefused):
        check_address("http://169.254.169.254/")


def test_a_private_host_is_open_at_the_ports_of_its_site_alone():
    guard = AddressGuard({*ports_of("127.0.0.1:8080"), *ports_of("intra.example"), *ports_of("[::1]:9000")})
    assert guard.permits("127.0.0.1", "127.0.0.1", 8080)
    assert not guard.permits("127.0.0.1", "127.0.0.1", 22)
    assert guard.permits("intra.example", "10.0.0.5", 80)
    assert guard.permits("intra.example", "10.0.0.5", 443)
    assert not guard.permits("intra.example", "10.0.0.5", 6379)
    assert guard.permits("::1", "::1", 9000)
    assert not guard.permits("::1", "::1", 80)
    assert guard.has_refused("http://127.0.0.1:22/")
    assert not guard.has_refused("http://127.0.0.1:8080/")


def test_a_proxy_may_be_private_at_its_own_port(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", "http://user:word@10.1.2.3:3128")
    monkeypatch.setenv("no_proxy", "inner.example:8080,10.1.2.4")
    guard = AddressGuard(proxy_hosts())
    assert not guard.permits("10.1.2.4", "10.1.2.4", 80)
    assert guard.permits("10.1.2.3", "10.1.2.3", 3128)
    assert not guard.permits("10.1.2.3", "10.1.2.3", 22)
