"""Whom several processes believe, and the command that makes ready without serving."""

import re
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from director.core.base.locks import FolderLock
from director.management import serving
from director.management.server import wrap_for_proxy
from director.management.serving import list_resource_warnings
from director.settings import _make_cache_settings
from tests.director.management.test_serve import run_manage
from tests.factories import make_director

PROXY, VISITOR = "127.0.0.1", "203.0.113.9"
TOLD = {
    "HTTP_X_FORWARDED_FOR": f"198.51.100.1, {VISITOR}",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_X_FORWARDED_HOST": "bridge.example",
}


def requester_seen_by_program(*, proxy: str, sender: str) -> tuple[str, str, str, str | None]:
    """Return who asks, by which name and how, as the program learns it of a request that comes from *sender*."""
    learned = []

    def program(environ, start_response):
        learned.append(environ)
        return HttpResponse()

    environ = RequestFactory().get("/", REMOTE_ADDR=sender, HTTP_HOST="localhost", **TOLD).environ
    wrap_for_proxy(program, proxy=proxy)(environ, lambda status, headers: None)
    [environ] = learned
    return (
        environ["REMOTE_ADDR"],
        environ["HTTP_HOST"],
        environ["wsgi.url_scheme"],
        environ.get("HTTP_X_FORWARDED_PROTO"),
    )


@pytest.mark.parametrize(
    ("proxy", "sender", "learned"),
    [
        (PROXY, PROXY, (VISITOR, "bridge.example", "https", "https")),
        ("*", "10.0.0.7", (VISITOR, "bridge.example", "https", "https")),
        (PROXY, "10.0.0.7", ("10.0.0.7", "localhost", "http", None)),
        ("", PROXY, (PROXY, "localhost", "http", None)),
        ("", "", ("", "localhost", "http", None)),
    ],
    ids=["the proxy", "any proxy", "somebody else", "no proxy", "no proxy and a socket file"],
)
def test_only_the_proxy_is_believed_about_who_asks(proxy, sender, learned):
    assert requester_seen_by_program(proxy=proxy, sender=sender) == learned


@pytest.mark.django_db
def test_prepare_prints_the_first_director_s_link_until_it_is_used(tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    with override_settings(HTTPS=True, ALLOWED_HOSTS=["bridge.example"]):
        assert re.search(
            r"^    https://bridge\.example/welcome/\S+/$", prepared(), flags=re.MULTILINE
        )
    make_director()
    assert prepared() == ""


def prepared() -> str:
    out = StringIO()
    call_command("prepare", stdout=out)
    return out.getvalue()


@pytest.mark.slow
def test_prepare_makes_everything_that_a_start_makes(tmp_path):
    status, out, said = run_manage(tmp_path, "prepare")
    assert status == 0
    assert said == ""
    assert "First time here" in out
    assert {"kalamazoo.sqlite3", "secret.key"} <= {path.name for path in tmp_path.iterdir()}
    with FolderLock(tmp_path, address=""):
        assert run_manage(tmp_path, "prepare")[0] == 0, (
            "nothing is to be changed, so nobody is in the way"
        )


def test_processes_are_told_what_they_do_not_share(settings, monkeypatch):
    database = SimpleNamespace(vendor="sqlite")
    monkeypatch.setattr(serving, "connection", database)
    each, file = list_resource_warnings(2)
    assert each.startswith("2 processes need a shared cache")
    assert file.startswith("2 processes can’t share one SQLite file")
    settings.CACHES = _make_cache_settings("redis://127.0.0.1:6379/3")
    assert list_resource_warnings(2) == [file]
    database.vendor = "postgresql"
    assert list_resource_warnings(2) == []
    settings.CACHES = _make_cache_settings("")
    assert list_resource_warnings(2) == [each]
    assert list_resource_warnings(1) == []
