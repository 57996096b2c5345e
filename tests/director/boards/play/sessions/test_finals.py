"""Finals in the last session of an event: who is ranked above whom, and that nobody and nothing is lost."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_section, add_session
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event, Section
from director.models.event import Finals, RankingScope
from movements.registry import make_plan
from tests.director.boards.pages.results.rescoring import choose_scoring
from tests.director.boards.play.sessions.nights import reload_sections
from tests.director.pages import find_texts
from tests.factories import enter_all_results, enter_on_line, make_director, make_night, sign_in

pytestmark = pytest.mark.django_db
PAIRS = 6
BY_PLACES = "Session 2 counts as finals, as its sections follow the places before: first section A, then section B."


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


def order_of(results: EventResults) -> list[tuple[str, list[str]]]:
    return [
        (group.title, [row.names[4:6] for row in group.rows]) for group in results.standings.groups
    ]


def test_all_of_the_a_final_are_above_the_b_final_whatever_the_percentages():
    sections = make_finals()
    standings = results_of(sections[0]).standings
    rows = standings.groups[0].rows
    assert {row.names[4:6] for row in rows[:PAIRS]} == {f"{number:02d}" for number in range(PAIRS)}
    assert [row.label[0] for row in rows] == ["A"] * PAIRS + ["B"] * PAIRS
    assert min(row.percent for row in rows[:PAIRS]) < max(row.percent for row in rows[PAIRS:])
    assert [int(row.place.rstrip("=")) for row in rows] == sorted(
        int(row.place.rstrip("=")) for row in rows
    )
    assert rows[PAIRS].place.rstrip("=") == str(PAIRS + 1)
    assert standings.notes[0] == BY_PLACES


def test_visitors_read_the_finals_and_why_they_are_in_this_order():
    sections = make_finals()
    event = sections[0].session.event
    publish_results(event=event)
    page = Client().get(f"/events/{event.pk}/")
    assert BY_PLACES in page.content.decode()
    answer = Client().get(f"/events/{event.pk}/results.json").json()
    assert [row["section"] for row in answer["standings"]] == ["A"] * PAIRS + ["B"] * PAIRS
    assert answer["notes"][0] == BY_PLACES


def test_sections_that_just_go_on_are_one_field():
    sections = make_finals(upside_down=True)
    standings = results_of(sections[0]).standings
    percents = [row.percent for row in standings.groups[0].rows]
    assert percents == sorted(percents, reverse=True)
    assert not any("finals" in note for note in standings.notes)


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


def test_one_session_is_not_asked_about_finals():
    client = sign_in(make_director())
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2)
    add_section(section=first, letter="B")
    page = client.get(f"/sessions/{first.session_id}/results/?tab=scoring").content.decode()
    assert "Places" in page
    assert "Sections of the last session" not in page


def test_each_section_by_itself_has_those_who_played_last_in_it():
    sections = make_finals()
    set_scoring(section=sections[0], scoring="matchpoints", options={}, places=RankingScope.SECTION)
    titles = order_of(results_of(sections[0]))
    assert [title for title, _names in titles] == ["Section A", "Section B"]
    assert set(titles[0][1]) == {f"{number:02d}" for number in range(PAIRS)}
    places = [row.place for group in results_of(sections[0]).standings.groups for row in group.rows]
    assert places[0] == places[PAIRS] == "1"


def test_whoever_is_not_in_the_last_session_keeps_total_and_place_below():
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2)
    store_plan(section=first, movement=make_plan("howell", pairs=PAIRS, boards_per_set=2))
    name_entries(section=first, pairs=[(None, players(n)) for n in range(PAIRS)])
    score(first, {number: -number for number in range(1, PAIRS + 1)})
    session = add_session(section=first, number=2, is_seated=False)
    last = session.sections.get()
    store_plan(section=last, movement=make_plan("howell", pairs=4, boards_per_set=2))
    for n, entry in zip((4, 5, 2, 3), last.entries.order_by("pair_no"), strict=True):
        entry.continues = first.entries.get(pair_no=n + 1)
        entry.save()
    enter_all_results(reload_sections(last)[0])
    results = results_of(first)
    rows = results.standings.groups[0].rows
    assert [row.label for row in rows[4:]] == ["1", "2"]
    assert [row.place for row in rows[4:]] == ["5", "6"]
    single = {row.label: row for row in results.sessions[0].rows}
    assert [(row.total, row.percent) for row in rows[4:]] == [
        (single[n].total, single[n].percent) for n in "12"
    ]
    assert rows[4].percent > rows[0].percent
    assert (
        "A pair that missed a session is ranked below those that missed fewer."
        in results.standings.notes
    )


def test_an_unused_section_adds_no_lines():
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2, key="howell")
    enter_all_results(first)
    second = add_section(section=first, letter="B")
    store_plan(section=second, movement=make_plan("howell", pairs=PAIRS, boards_per_set=2))
    results = results_of(first)
    assert {row.label[0] for group in results.standings.groups for row in group.rows} == {"A"}
    assert {row.standing.label[0] for row in results.recap.rows} == {"A"}
    assert {card.standing.label[0] for card in results.pairs} == {"A"}
    add_session(section=first, number=2, is_seated=False)
    results = results_of(first)
    assert {
        (row.label[0], row.session_no) for group in results.standings.groups for row in group.rows
    } == {("A", 1)}


def test_pairs_with_names_are_listed_before_their_section_has_a_result():
    first = make_night(named=False, pairs=PAIRS, boards_per_set=2, key="howell")
    enter_all_results(first)
    second = add_section(section=first, letter="B")
    store_plan(section=second, movement=make_plan("howell", pairs=PAIRS, boards_per_set=2))
    name_entries(section=second, pairs=[(None, ["Ada Ash", "Bert Birch"])])
    rows = results_of(first).standings.groups[0].rows
    assert [(row.label, row.names) for row in rows[PAIRS:]] == [("B1", "Ada Ash & Bert Birch")]


@pytest.mark.parametrize("places", RankingScope.values)
def test_no_page_of_an_event_with_finals_breaks(places):
    sections = make_finals()
    Event.objects.update(places=places)
    event = sections[0].session.event
    publish_results(event=event)
    for address in (
        "",
        "results.json",
        "recap/",
        "sessions/1/",
        "sessions/2/",
        "sessions/2/recap/",
    ):
        response = Client().get(f"/events/{event.pk}/{address}")
        assert response.status_code == 200, address
    page = Client().get(f"/events/{event.pk}/")
    assert find_texts(page, "caption") != []


def test_the_list_of_the_last_session_has_each_final_by_itself(desk):
    sections = make_finals()
    results = results_of(sections[0])
    qualifying, finals = (sheets.standings.groups for sheets in results.sessions)
    assert [group.title for group in qualifying] == [""]
    assert [group.title for group in finals] == ["Final A", "Final B"]
    for group in finals:
        assert [row.place for row in group.rows] == [str(place) for place in range(1, PAIRS + 1)]
    page = desk.get(f"/sessions/{sections[2].session_id}/results/")
    assert "Final B" in " ".join(find_texts(page, "main"))
    event = sections[0].session.event
    event.finals = Finals.NEVER
    event.save()
    groups = results_of(sections[0]).sessions[1].standings.groups
    assert [group.title for group in groups] == [""]
