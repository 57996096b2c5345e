"""Long searches and long runs of blanks: nobody waits for a pattern, and no query is too large."""

from time import process_time

import pytest
from django.urls import reverse

from director.formats.errors import ImportFileError
from director.formats.names.pairs import read_pairs
from director.formats.names.players import read_players
from director.formats.names.teams import read_teams
from tests.factories import make_club, make_night

MANY = 50_000
MAX_SECONDS = 5
"""Processor time of a quick answer on a slow machine. A pattern by the square takes minutes."""
BLANKS = {"blanks": " ", "tabs": "\t", "no-break spaces": "\N{NO-BREAK SPACE}", "lines": "\r\n"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def be_quick():
    begin = process_time()
    yield
    assert process_time() - begin < MAX_SECONDS


@pytest.mark.parametrize("blank", BLANKS.values(), ids=BLANKS)
@pytest.mark.parametrize("read", [read_pairs, read_players, read_teams])
def test_list_with_long_blanks_is_read_as_with_one(read, blank):
    text = "1 Ada Ash{blank}& Bert Birch\n2 Cid Cole & Dee Dunn"
    if blank != "\r\n":
        expected = read_outcome(read, text.format(blank=" "))
        source = text.format(blank=blank * MANY)
        assert read_outcome(read, source) == expected
        assert read_outcome(read, source.encode()) == expected
    else:
        read_outcome(read, text.format(blank=blank * MANY))


def read_outcome(read, source):
    try:
        return read(source)
    except ImportFileError as error:
        return str(error)


def test_long_blanks_in_the_boxes_of_a_page(client, director):
    make_club()
    client.force_login(director)
    section = make_night(pairs=5)
    blanks = "1" + " " * MANY + "x"
    printed = client.get(
        reverse("session_print", args=[section.ref]),
        {"paper": "a4", "kinds": "travellers", "tables": blanks},
    )
    assert printed.status_code == 422
    pasted = {"text": blanks, "names": blanks, "do": "look"}
    for name in ("session_seats", "people_read_in"):
        args = [section.ref] if name == "session_seats" else []
        assert client.post(reverse(name, args=args), pasted).status_code < 500
