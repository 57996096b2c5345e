"""Results of other tables leave by one door: those who play press for them, and are marked as seen."""

import json
import re

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.core.night.links.opening import open_entry_addresses
from director.models import Session, TableWord
from director.models.event import Clock, Contest
from director.urls import urlpatterns
from tests.browser.walk import fill_addresses, make_address_numbers
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_contest_section
from tests.factories import make_night

pytestmark = pytest.mark.django_db
OWN, OTHER = "4SS=", "6NTXXN-11"
SIGNS = ("6NT", "5800", "100.00")
"""What would betray the other result: its contract, its score and the percentage of our own."""
DOORS = {"table_board", "table_match", "own_page"}
"""The addresses that show other results to a press, and to nothing else."""


def make_pairs():
    return make_night(pairs=10, boards_per_set=2)


def make_teams():
    return make_contest_section(Contest.TEAMS, size=2, key="team-match", rounds=1, boards_per_set=1)


@pytest.fixture(params=[make_pairs, make_teams], ids=["pairs", "teams"])
def night(request):
    """Board 1, entered and confirmed at table 1 and entered at another one."""
    section = request.param()
    Session.objects.update(clock=Clock.PAUSED, round_no=1, seconds_left=60)
    return section


@pytest.fixture
def tables(night):
    tables = TablePhones(night, tables=2)
    own, other = fetch_section_lines(night).get_board_lines(1)[:2]
    if own.table_no != 1:
        own, other = other, own
    enter_result(section=night, board_no=1, ns=other.ns, ew=other.ew, text=OTHER, user=None)
    assert tables.say(own, OWN, confirm=True).status_code == 201
    return tables


def walk(night, tables):
    """Yield the name, the address and the token of every address that the table or pair can ask."""
    pair = open_entry_addresses(section=night, pairs=[1])[1]
    table = tables.open[1]
    numbers = make_address_numbers(
        night.session,
        ref=night.ref,
        result_id=night.results.first().pk,
        person_id=1,
        board_no=1,
        round_no=1,
    )
    tokens = {"t": table.token, "my": pair.token}
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        own = dict(numbers)
        if begins in tokens:
            own["token"] = tokens[begins]
        if not set(pattern.pattern.converters) <= set(own):
            continue
        yield pattern.name, fill_addresses(pattern, own)


def signs_in(answer):
    if answer.streaming or answer.status_code >= 400:
        return []
    content = answer.content.decode("latin-1")
    if answer["Content-Type"].startswith("text/javascript"):
        return []
    # An id or a token is drawn anew in each run, and may happen to hold a sign.
    content = re.sub(r"urn:uuid:[0-9a-f-]+", "", content)
    return [sign for sign in SIGNS if re.search(rf"(?<!\w){re.escape(sign)}", content)]


@pytest.mark.slow
def test_only_the_door_answers_a_press_and_leaves_a_mark(night, tables):
    opened = set()
    for name, address in walk(night, tables):
        if not address.startswith(("/t/", "/my/")):
            continue
        TableWord.objects.filter(kind=TableWord.Kind.SHOWN).delete()
        body = {"key": address, "section": "A", "table": 1, "board": 1, "round": 1}
        answer = Client().post(
            address,
            json.dumps(body),
            content_type="application/json",
            follow=True,
        )
        if signs_in(answer):
            opened.add(name)
            assert TableWord.objects.filter(kind=TableWord.Kind.SHOWN).exists(), address
    has_match = night.session.event.contest == Contest.TEAMS
    assert opened == (DOORS if has_match else DOORS - {"table_match"})
