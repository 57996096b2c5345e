"""Finals in the last session of an event: who is ranked above whom, and that nobody and nothing is lost."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_section, add_session
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section
from director.models.event import Finals
from movements.registry import make_plan
from tests.director.boards.pages.results.rescoring import choose_scoring
from tests.director.boards.play.sessions.nights import reload_sections
from tests.factories import enter_all_results, enter_on_line, make_director, make_night, sign_in

pytestmark = pytest.mark.django_db
PAIRS = 6


def results_of(section: Section) -> EventResults:
    return EventResults(Event.objects.select_related("club").get(pk=section.session.event_id))


def players(number: int) -> list[str]:
    return [f"Pair{number:02d} One", f"Pair{number:02d} Two"]


def score(section: Section, strength: dict[int, int]) -> None:
    """Enter results that let the pair of the greater *strength* win every board."""
    for line in fetch_section_lines(section).all:
        text = "4SS+3" if strength[line.ns] > strength[line.ew] else "4SS-9"
        enter_on_line(section, line, text)


def make_finals(*, upside_down: bool = False, played: bool = True) -> list[Section]:
    """Return two sections that qualified, and finals of the best and of the others, the best of each at number 1.

    The winner of the lower final has more in all than the last of the upper one.
    """
    movement = make_plan("howell", pairs=PAIRS, boards_per_set=2)
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2, key="howell")
    store_plan(section=first, movement=movement)
    second = add_section(section=first, letter="B")
    store_plan(section=second, movement=movement)
    for index, section in enumerate((first, second)):
        names = [(None, players(2 * number + index)) for number in range(PAIRS)]
        name_entries(section=section, pairs=names)
        score(section, {number: -number for number in range(1, PAIRS + 1)})
    session = add_session(section=first, number=2, is_seated=False)
    finals = list(session.sections.all())
    order = [*range(2 * PAIRS)]
    halves = [order[:PAIRS], order[PAIRS:]]
    for section, half in zip(finals, halves[::-1] if upside_down else halves, strict=True):
        name_entries(section=section, pairs=[(None, players(n)) for n in half])
        for entry, n in zip(section.entries.order_by("pair_no"), half, strict=True):
            entry.continues = (first, second)[n % 2].entries.get(pair_no=n // 2 + 1)
            entry.save()
        if played:
            score(section, {number: -number for number in range(1, PAIRS + 1)})
    return list(reload_sections(first, second, *finals))


@pytest.mark.slow
def test_a_director_decides_whether_they_are_finals():
    client = sign_in(make_director())
    sections = make_finals(upside_down=True)
    address = f"/sessions/{sections[0].session_id}/results/"
    assert "Sections of the last session" in client.get(f"{address}?tab=scoring").content.decode()
    choose_scoring(
        client, address, {"scoring": "matchpoints", "places": "field", "finals": Finals.ALWAYS}
    )
    standings = results_of(sections[0]).standings
    assert [row.label[0] for row in standings.groups[0].rows] == ["A"] * PAIRS + ["B"] * PAIRS
    assert standings.notes[0] == "Session 2 counts as finals: first section A, then section B."
    choose_scoring(
        client, address, {"scoring": "matchpoints", "places": "field", "finals": Finals.NEVER}
    )
    percents = [row.percent for row in results_of(sections[0]).standings.groups[0].rows]
    assert percents == sorted(percents, reverse=True)


def test_pairs_with_names_are_listed_before_their_section_has_a_result():
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2, key="howell")
    enter_all_results(first)
    second = add_section(section=first, letter="B")
    store_plan(section=second, movement=make_plan("howell", pairs=PAIRS, boards_per_set=2))
    name_entries(section=second, pairs=[(None, ["Ada Ash", "Bert Birch"])])
    rows = results_of(first).standings.groups[0].rows
    assert [(row.label, row.names) for row in rows[PAIRS:]] == [("B1", "Ada Ash & Bert Birch")]
