"""Pages of large parties: a page at a time, nobody else touched, everybody found."""

import re
import sys
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.party.play.seats import name_player
from tests.director.pages import find_texts
from tests.director.party.parties import (
    enter_winner,
    make_party,
    make_player_name,
    make_seated_party,
)
from tests.director.query_cost import count_cost

pytestmark = pytest.mark.django_db
OWN = re.compile(r"/(director|movements|scoring)/(?!.*/tests/)")
"""Where the files of the program are."""


def names_at_tables(answer) -> str:
    """Return the names at all tables of the evening page."""
    return " ".join(side.name for table in answer.context["play"].tables for side in table.sides)


@pytest.mark.parametrize("step", ["results", "seats", "play"])
def test_large_parties_have_pages_of_the_same_size(desk, step):
    asked, sizes = [], []
    for players in (200, 400):
        party = make_seated_party(players=players, named=True)
        for table_no in range(1, players // 4 + 1):
            enter_winner(party, table_no)
        with CaptureQueriesContext(connection) as queries:
            sizes.append(len(desk.get(f"/parties/{party.pk}/{step}/").content))
        asked.append(len(queries))
    assert asked[0] == asked[1]
    # 1.5 kB a table: its form sends back whom it showed, and which version.
    assert max(sizes) < 160_000


@pytest.mark.parametrize("step", ["results", "print", "giving"])
def test_second_look_reads_as_much_of_a_large_party_as_of_a_small_one(desk, step):
    costs = []
    for players in (12, 60):
        party = make_seated_party(players=players, named=True)
        enter_winner(party, 1)
        desk.get(f"/parties/{party.pk}/{step}/")
        with count_cost() as cost:
            desk.get(f"/parties/{party.pk}/{step}/")
        costs.append(cost)
    assert costs[0] == costs[1]


def test_next_seats_of_many_tables_are_shown_when_asked_for(desk):
    party = make_seated_party(players=400, named=True)
    for table_no in range(1, 101):
        enter_winner(party, table_no)
    page = desk.get(f"/parties/{party.pk}/play/")
    assert not find_texts(page, ".floor li")
    assert "Show the next seats of 100 tables" in page.content.decode()
    assert len(find_texts(desk.get(f"/parties/{party.pk}/play/?coming=1"), ".floor li")) == 100


@pytest.mark.parametrize(
    ("step", "most"), [("results", 90_000), ("play", 10_000), ("giving", 72_000)]
)
def test_first_look_after_a_change_does_no_more(desk, step, most):
    """In calls of the program's own functions, which take as long on every machine: they may only fall."""
    party = make_seated_party(players=400, named=True)
    for table_no in range(1, 100):
        enter_winner(party, table_no)
    desk.get(f"/parties/{party.pk}/{step}/")
    enter_winner(party, 1, 1)
    calls = Counter()

    def note(frame, event, _argument):
        calls[event] += OWN.search(frame.f_code.co_filename) is not None

    sys.setprofile(note)
    try:
        desk.get(f"/parties/{party.pk}/{step}/")
    finally:
        sys.setprofile(None)
    assert calls["call"] <= most


def test_one_player_is_found_in_seats_and_results(desk):
    party = make_seated_party(players=400, named=True)
    for table_no in range(1, 101):
        enter_winner(party, table_no)
    for number, asked in ((222, "222"), (323, f"{make_player_name(322)}")):
        response = desk.get(f"/parties/{party.pk}/results/", {"find": asked})
        assert find_texts(response, "#standings tbody th") == [make_player_name(number - 1)]
    assert (
        f'value="{make_player_name(221)}"'
        in desk.get(f"/parties/{party.pk}/seats/?find=222").content.decode()
    )
    assert find_texts(desk.get(f"/parties/{party.pk}/seats/?find=222"), "table.seats tbody a") == [
        "222"
    ]
    assert "Nobody found" in desk.get(f"/parties/{party.pk}/seats/?find=nobody").content.decode()
    assert "Nobody found" in desk.get(f"/parties/{party.pk}/results/?find=nobody").content.decode()
    whys = desk.get(f"/parties/{party.pk}/results/?by=group&why=222")
    assert len(find_texts(whys, "#standings tr.why")) == 1


def test_saving_a_page_of_seats_leaves_the_others_alone(desk):
    party = make_party(players=120, named=True)
    party.players.filter(number=7).update(group="B")  # by another tablet, after this page was made
    sent = {
        "page": "2",
        "name-51": "New Name",
        "group-51": "A",
        "was-51": f"{make_player_name(50)}|A",
    }
    response = desk.post(f"/parties/{party.pk}/seats/", sent)
    assert response.url == f"/parties/{party.pk}/seats/?page=2"
    names = dict(party.players.values_list("number", "person__name"))
    assert names == {number: make_player_name(number - 1) for number in range(1, 121)} | {
        51: "New Name"
    }
    assert party.players.get(number=7).group == "B"
    numbers = find_texts(desk.get(response.url), "table.seats tbody a")
    assert numbers == [str(number) for number in range(51, 101)]


def test_names_typed_on_a_page_stay_when_a_list_is_refused(desk):
    party = make_party(players=120, named=True)
    sent = {
        "page": "2",
        "name-51": "New Name",
        "was-51": f"{make_player_name(50)}|A",
        "text": f"7 {make_player_name(0)}",
    }
    response = desk.post(f"/parties/{party.pk}/seats/list/", sent)
    assert response.status_code == 422
    assert 'value="New Name"' in response.content.decode()


def test_draw_keeps_what_was_typed_on_a_later_page(desk):
    party = make_party(players=120, named=True)
    desk.post(
        f"/parties/{party.pk}/seats/draw/",
        {"page": "3", "name-120": "Last One", "was-120": f"{make_player_name(119)}|B"},
    )
    assert party.players.get(number=120).person.name == "Last One"
    assert party.played_rounds.count() == 1


def test_cached_pages_are_never_older_than_the_stored_results(desk):
    party = make_seated_party(players=12, named=True)
    enter_winner(party, 1, 0)
    results, play = (f"/parties/{party.pk}/{step}/" for step in ("results", "play"))
    before = find_texts(desk.get(results), "#standings tbody th")
    assert desk.get(play).context["play"].report_count == 1
    enter_winner(party, 2, 1)
    assert len(find_texts(desk.get(results), "#standings tbody th")) == len(before) + 4
    assert desk.get(play).context["play"].report_count == 2
    name_player(party=party, number=1, name="Zoe New", user=None)
    assert "Zoe New" in names_at_tables(desk.get(play))
    desk.post(f"{play}undo/{party.acts.latest('number').number}/")
    assert "Zoe New" not in names_at_tables(desk.get(play))
