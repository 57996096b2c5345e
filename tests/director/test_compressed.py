"""What goes over the hall's Wi-Fi: text is compressed, and the program's own files are fetched once."""

import gzip

import pytest
from django.conf import settings
from django.test import Client

from director import settings as program_settings
from tests.factories import make_played_section, public_address

pytestmark = pytest.mark.django_db


def read(path: str, encoding: str = "gzip, deflate, br", **headers):
    """Return what a visitor's browser gets that understands *encoding*."""
    return Client().get(path, headers={"Accept-Encoding": encoding} | headers)


def body(answer) -> bytes:
    """Return the bytes of *answer* as they go over the wire."""
    return answer.getvalue()


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
