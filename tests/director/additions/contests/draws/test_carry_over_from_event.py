"""Carry-over filled in from the standings of another event."""

from fractions import Fraction

import pytest

from director.boards.play.seats.seating import name_entries
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_nobody_of_another_event_is_said_so(desk):
    before = played(desk, PAIRS)
    now = played(desk, [(f"New {index}", f"Other {index}") for index in range(4)])
    response = desk.get(extras_address(now), {"from": str(before.session.event_id)})
    assert response.context["typed_extras"].errors == [
        "Nobody here played in Swiss night under the same name. Choose another event."
    ]
