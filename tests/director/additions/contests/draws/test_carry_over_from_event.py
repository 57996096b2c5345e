"""Carry-over filled in from the standings of another event."""

from fractions import Fraction

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.play.seats.seating import name_entries
from director.boards.scoring.explanation import explain_total
from director.boards.scoring.extras import fetch_section_extras
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.factories import extras_address, make_played_section

pytestmark = pytest.mark.django_db
PAIRS = [
    ("Ada Ash", "Bert Birch"),
    ("Cid Cole", "Dee Dunn"),
    ("Eve Elm", "Finn Fox"),
    ("Gus Gale", "Hal Hill"),
]


def played(desk, seated):
    """A Swiss of pairs, its first round played, by those *seated* in that order."""
    section = make_drawn_section(desk, contest="pairs", key="swiss-pairs", size=4, boards=5)
    name_entries(section=section, pairs=[(None, names) for names in seated])
    enter_round(section, 1)
    return reload_drawn_section(section)


@pytest.fixture
def both(desk):
    before = played(desk, PAIRS)
    return before, played(desk, [PAIRS[2], PAIRS[0][::-1], PAIRS[1], ("Ivy Inn", "Jim Jay")])


def total_of(section, names):
    rows = EventResults(section.session.event).standings.groups[0].rows
    return next(row.total for row in rows if names in row.names)


def test_half_of_what_each_had_is_filled_in_and_stored_when_it_is_pressed(desk, both):
    before, now = both
    page = desk.get(extras_address(now), {"from": before.session.event_id, "share": "50 %"})
    typed = page.context["typed_extras"]
    assert (
        typed.filled_in
        == "Filled in 50% of the totals of 3 of 4 from Swiss night. Press Save to keep them."
    )
    filled = {number: typed.get_text("carry_over", number) for number in (1, 2, 3, 4)}
    expected = [total_of(before, name) / 2 for name in ("Eve", "Ada", "Cid")]
    assert [Fraction(filled[number]) for number in (1, 2, 3)] == expected
    assert filled[4] == ""
    assert fetch_section_extras(reload_drawn_section(now)).extras_by_pair == {}
    assert typed.extras.carry_over_unit == "vp"
    post_data = {f"carry_over-{number}": amount for number, amount in filled.items()} | {
        "carry_over_unit": "vp"
    }
    assert desk.post(extras_address(now), post_data).status_code == 302
    now = reload_drawn_section(now)
    results = EventResults(now.session.event)
    row = next(row for row in results.standings.groups[0].rows if "Ada" in row.names)
    assert row.carry_over == f"+{filled[2].rstrip('0').rstrip('.')} VPs"
    assert "carry-over" in explain_total(results.first_session.scored, row.contestant).text
    standing = next(
        standing
        for standing in find_drawn_contest(now).get_ranking(1).standings
        if standing.contestant == row.contestant
    )
    assert standing.total == row.total


def test_percentages_are_filled_in_out_of_what_there_was_and_stay_within_a_hundred(desk):
    before = make_played_section(published=False)
    before = Section.objects.select_related("session__event__club").get(pk=before.pk)
    now = make_played_section(published=False)
    now = Section.objects.select_related("session__event__club").get(pk=now.pk)
    page = desk.get(extras_address(now), {"from": before.session.event_id, "share": "25"})
    typed = page.context["typed_extras"]
    name = before.session.event.name
    assert typed.filled_in == (
        f"Filled in 25% of the percentages of 4 of 4 from {name}, at most 25.00 per cent. Press Save to keep them."
    )
    assert typed.extras.carry_over_unit == "%"
    assert Fraction(typed.extras.carry_over_of) == 25
    former = {
        row.contestant: row.percent
        for row in EventResults(before.session.event).standings.groups[0].rows
    }
    filled = {number: Fraction(typed.get_text("carry_over", number)) for number in former}
    assert all(abs(filled[number] - former[number] / 4) < Fraction(1, 100) for number in former)
    post_data = {
        f"carry_over-{number}": f"{float(amount):.2f}" for number, amount in filled.items()
    }
    desk.post(extras_address(now), post_data | {"carry_over_unit": "%", "carry_over_of": "25"})
    results = EventResults(Event.objects.select_related("club").get(pk=now.session.event_id))
    rows = results.standings.groups[0].rows
    assert {row.contestant: row.percent for row in rows} == {
        number: (100 * former[number] + 100 * filled[number]) / 125 for number in former
    }
    assert (
        "Percentages are out of the boards and the carry-over, at most 25 %."
        in results.standings.notes
    )
    refused = desk.post(
        extras_address(now), post_data | {"carry_over_unit": "%", "carry_over_of": "5"}
    )
    assert "is above the maximum of 5. Correct one of the two." in refused.content.decode()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"from": "99999"}, "Choose the event to carry points over from."),
        ({"share": "0"}, "“0” isn’t a percentage. Type a whole number from 1 to 100."),
        ({"share": "half"}, "“half” isn’t a percentage. Type a whole number from 1 to 100."),
    ],
)
def test_what_cannot_be_carried_over_is_said_in_a_sentence(desk, both, asked, said):
    before, now = both
    response = desk.get(extras_address(now), {"from": str(before.session.event_id)} | asked)
    assert response.context["typed_extras"].errors == [said]


def test_nobody_of_another_event_is_said_so(desk):
    before = played(desk, PAIRS)
    now = played(desk, [(f"New {index}", f"Other {index}") for index in range(4)])
    response = desk.get(extras_address(now), {"from": str(before.session.event_id)})
    assert response.context["typed_extras"].errors == [
        "Nobody here played in Swiss night under the same name. Choose another event."
    ]
