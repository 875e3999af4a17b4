"""Which proxy the environment names: as httpx reads it."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxgate.errors import UsageError
from ctxgate.judge.proxies import environment, proxy_address, proxy_for

HOSTS = ("judge.example", "a.judge.example", "example", "notjudge.example", "10.1.2.3", "::1", "2001:db8::7")
RULES = (
    "",
    " ",
    "judge.example",
    "JUDGE.example",
    ".judge.example",
    "example",
    "judge.example:8080",
    "judge.example:81",
    "http://judge.example",
    "https://judge.example",
    "all://judge.example",
    "http://judge.example:8080",
    "10.1.2.3",
    "10.1.2.4",
    "::1",
    "localhost",
    "dge.example",
)
VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


@given(
    st.sampled_from(["http", "https"]),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(RULES), max_size=3),
    st.dictionaries(st.sampled_from(VARIABLES), st.sampled_from(["http://p.example:3128", "q.example", ""])),
)
def test_the_proxy_is_the_one_that_httpx_would_take(
    scheme: str, host: str, rules: list[str], variables: dict[str, str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in (*VARIABLES, "NO_PROXY", "no_proxy", "REQUEST_METHOD"):
            patch.delenv(name, raising=False)
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setenv("NO_PROXY", ",".join(rules))
        proxies = environment()
        url = httpx.URL(f"{scheme}://[{host}]:8080/" if ":" in host else f"{scheme}://{host}:8080/")
        with httpx.Client(verify=False) as client:
            pool = client._transport_for_url(url)._pool  # type: ignore[attr-defined]
    theirs = getattr(pool, "_proxy_url", None)
    ours = proxy_for(scheme, host, 8080, proxies)
    assert (theirs is None) == (ours is None)
    if theirs is not None and ours is not None:
        assert theirs.host.decode() == proxy_address(ours)[0]


@pytest.mark.parametrize(
    ("host", "port", "rule", "exempt"),
    [
        ("judge.example", 80, "*", True),
        ("judge.example", 80, "other.example, judge.example", True),
        ("judge.example.", 80, "judge.example", True),
        ("a.judge.example", 80, "*.judge.example", True),
        ("judge.example", 80, "*.judge.example", False),
        ("10.1.2.3", 80, "10.0.0.0/8", True),
        ("11.1.2.3", 80, "10.0.0.0/8", False),
        ("2001:db8::7", 80, "2001:db8::/32", True),
        ("2001:db8::7", 80, "[2001:db8::7]:80", True),
        ("judge.example", 80, "judge.example:80", True),
        ("judge.example", 80, "judge.example:8080", False),
    ],
)
def test_no_proxy_exempts_what_it_names(host: str, port: int, rule: str, exempt: bool) -> None:
    proxies = {"http": "http://p.example", "no": rule}
    assert (proxy_for("http", host, port, proxies) is None) is exempt


@pytest.mark.parametrize(
    ("proxy", "address"),
    [
        ("http://p.example:3128", ("p.example", 3128)),
        ("http://user:pw@p.example/", ("p.example", 80)),
        ("https://p.example", ("p.example", 443)),
        ("socks5h://[2001:db8::1]", ("2001:db8::1", 1080)),
    ],
)
def test_the_address_of_a_proxy_is_its_host_and_port(proxy: str, address: tuple[str, int]) -> None:
    assert proxy_address(proxy) == address


@given(st.text(max_size=30).map(lambda text: f"http://{text}"))
def test_any_proxy_is_read_or_refused_in_words(proxy: str) -> None:
    try:
        host, port = proxy_address(proxy)
    except UsageError:
        return
    assert host.isprintable()
    assert 0 < port < 65536
