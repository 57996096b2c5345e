"""What goes over the hall's Wi-Fi: text is compressed, and the program's own files are fetched once."""

import gzip
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from director import settings as program_settings
from tests.factories import make_played_section, public_address

pytestmark = pytest.mark.django_db
STYLE = f"{settings.STATIC_URL}core/kalamazoo.css"


def read(path: str, encoding: str = "gzip, deflate, br", **headers):
    """Return what a visitor's browser gets that understands *encoding*."""
    return Client().get(path, headers={"Accept-Encoding": encoding} | headers)


def body(answer) -> bytes:
    """Return the bytes of *answer* as they go over the wire."""
    return answer.getvalue()


@pytest.mark.parametrize("path", ["/sign-in/", "/t/table.js", STYLE])
def test_text_is_compressed_for_who_can_read_it(path):
    packed, plain = read(path), read(path, "identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert not plain.has_header("Content-Encoding")
    assert len(body(packed)) < len(body(plain)) / 2


def test_a_kept_page_is_the_same_compressed_and_plain():
    address = public_address(make_played_section())
    read(address)  # made and kept
    packed, plain = read(address), read(address, "identity")
    assert gzip.decompress(body(packed)) == body(plain)
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    for response in (packed, plain):
        again = read(address, **{"If-None-Match": response.headers["ETag"]})
        assert again.status_code == 304
        assert body(again) == b""


def test_paper_is_not_compressed_a_second_time(desk):
    section = make_played_section()
    sheets = reverse("session_print_pdf", args=[section.session_id])
    response = desk.get(
        sheets, {"kinds": "standings", "paper": "a4"}, headers={"Accept-Encoding": "gzip"}
    )
    assert response.headers["Content-Type"] == "application/pdf"
    assert not response.has_header("Content-Encoding")


def test_files_of_the_program_are_fetched_once():
    page = body(read("/sign-in/", "identity")).decode()
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert links
    for link in links:
        assert link.startswith(settings.STATIC_URL)
        kept = read(link).headers["Cache-Control"]
        assert "immutable" in kept
        assert int(re.search(r"max-age=(\d+)", kept)[1]) > 30_000_000, link


def test_a_changed_style_has_another_address(monkeypatch, tmp_path):
    style = tmp_path / "director" / "static" / "core" / "desk.css"
    style.parent.mkdir(parents=True)
    monkeypatch.setattr(program_settings, "BASE_DIR", tmp_path)
    versions = []
    for text in ("a { color: red }", "a { color: blue }", "a { color: red }"):
        style.write_text(text)
        versions.append(program_settings._compute_static_version())
    assert versions[0] == versions[2] != versions[1]


def test_the_worker_of_a_table_knows_where_its_style_is():
    script = body(read("/t/none/worker.js", "identity")).decode()
    assert f'"{settings.STATIC_URL}core/table.css"' in script
