"""Stages of an event: who goes on, their own scoring, and the places after all of them."""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import begin_contest
from director.additions.contests.matches.reported import report_match
from director.additions.contests.stages import start_stage
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.sessions import add_session, remove_session
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from director.models import Event, Session, Stage
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.boards.play.sessions.nights import read_places
from tests.director.pages import find_errors, find_texts
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


def report_all(section) -> None:
    """Let the lower number win every match, by more against higher numbers."""
    plan = section.plan
    for round_no, ns, ew in {(row.round_no, *sorted((row.ns, row.ew))) for row in plan.rows.all()}:
        result = MatchResult("imp", 10 * (ew - ns), 0)
        report_match(section=section, key=(round_no, ns, ew), result=result, user=None)


@pytest.fixture
def league(desk):
    return make_league()


def make_league():
    """Return a round robin of six teams, in which 1 is first and 6 last."""
    section = make_round_robin(teams=6, named=True)
    report_all(section)
    return reload_drawn_section(section)


def start_next_stage(section, sizes: dict[str, int], **more) -> Session:
    event = Event.objects.get(pk=section.session.event_id)
    people = iter(fetch_candidates(event, EventResults(event)))
    going_on = {
        letter: [next(people).entry_id for _ in range(size)] for letter, size in sizes.items()
    }
    return start_stage(
        event=event,
        **{
            "name": "Final",
            "day": None,
            "entry_ids_by_letter": going_on,
            "is_early": False,
            "user": None,
        }
        | more,
    )


def test_a_final_decides_the_places_above_and_nobody_loses_a_total(league):
    session = start_next_stage(league, {"A": 4})
    assert session.title == "Final"
    assert session.number == 2
    section = fetch_section(session.pk)
    assert [entry.name for entry in section.entries.all()] == [f"Team {n}" for n in (1, 2, 3, 4)]
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    section = reload_drawn_section(section)
    assert [entry.name for entry in section.entries.all()] == [f"Team {n}" for n in (1, 2, 3, 4)]
    for key in ((1, 1, 4), (1, 2, 3), (2, 1, 3), (2, 2, 4), (3, 1, 2), (3, 3, 4)):
        stored = {(row.round_no, *sorted((row.ns, row.ew))) for row in section.plan.rows.all()}
        (round_no,) = (found[0] for found in stored if found[1:] == key[1:])
        # Now the higher number wins.
        report_match(
            section=section,
            key=(round_no, *key[1:]),
            result=MatchResult("imp", 0, 20),
            user=None,
        )
    assert read_places(league.session.event) == [
        ("1", "Team 4"),
        ("2", "Team 3"),
        ("3", "Team 2"),
        ("4", "Team 1"),
        ("5", "Team 5"),
        ("6", "Team 6"),
    ]
    rows = EventResults(league.session.event).standings.groups[0].rows
    assert all(row.total is not None and row.sessions[0] is not None for row in rows)


def test_a_knockout_follows_a_round_robin_with_its_own_scoring(league):
    session = start_next_stage(league, {"A": 4}, name="Knock-out", day=date(2026, 12, 5))
    assert session.day == date(2026, 12, 5)
    section = fetch_section(session.pk)
    begin_contest(
        section=section,
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=16,
        options={},
    )
    section = reload_drawn_section(section)
    event = Event.objects.get(pk=league.session.event_id)
    assert event.scoring_options.get("victory_points") != "none"
    assert section.session.scoring_record.scoring_options == {"victory_points": "none"}
    for home, away in ((1, 4), (2, 3)):
        report_match(
            section=section, key=(1, home, away), result=MatchResult("imp", 5, 30), user=None
        )
    assert {
        match.winner
        for match in find_drawn_contest(reload_drawn_section(section)).knockout.bracket_rounds[0]
    } == {3, 4}
    assert [place for place, _names in read_places(event)][-2:] == ["5", "6"]


def test_scoring_of_a_stage_changes_that_stage_alone(league):
    session = start_next_stage(league, {"A": 4})
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    before = {
        row.contestant: row.total for row in EventResults(league.session.event).sessions[0].rows
    }
    set_scoring(section=reload_drawn_section(section), scoring="board-a-match", options={})
    event = Event.objects.get(pk=league.session.event_id)
    assert event.scoring == "team-imps"
    assert Stage.objects.get().scoring == "board-a-match"
    after = {row.contestant: row.total for row in EventResults(event).sessions[0].rows}
    assert after == before


def test_two_finals_of_three_rank_a_above_b(league):
    session = start_next_stage(league, {"A": 3, "B": 3})
    assert [section.letter for section in session.sections.all()] == ["A", "B"]
    for section in session.sections.all():
        store_plan(section=section, movement=make_plan("round-robin", teams=3, boards_per_set=8))
        report_all(reload_drawn_section(section))
    assert [names for _place, names in read_places(league.session.event)] == [
        f"Team {number}" for number in range(1, 7)
    ]


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ({}, "Nobody goes on yet"),
        ({"B": 4}, "Nobody is in section A"),
        ({"A": 1}, "Section A needs at least two"),
    ],
)
def test_impossible_sections_are_refused(league, sizes, sentence):
    with pytest.raises(DeskError, match=sentence):
        start_next_stage(league, sizes)
    assert not Stage.objects.exists()


def test_a_stage_waits_for_the_one_before_unless_the_director_starts_it(desk):
    section = make_section_to_draw()
    store_plan(section=section, movement=make_plan("round-robin", teams=6, boards_per_set=8))
    report_match(
        section=reload_drawn_section(section),
        key=(1, 1, 6),
        result=MatchResult("imp", 9, 0),
        user=None,
    )
    with pytest.raises(DeskError, match="14 results are still missing"):
        start_next_stage(section, {"A": 2})
    assert start_next_stage(section, {"A": 2}, is_early=True).stage.name == "Final"


def test_a_stage_waits_for_the_rounds_that_are_not_drawn(desk):
    section = make_section_to_draw()
    begin_contest(
        section=section,
        movement_key="swiss-teams",
        size=4,
        round_count=3,
        boards_per_set=4,
        options={},
    )
    for pairing in find_drawn_contest(reload_drawn_section(section)).rounds[0].pairings:
        report_match(
            section=reload_drawn_section(section),
            key=(1, *sorted(pairing)),
            result=MatchResult("vp", 12, 8),
            user=None,
        )
    with pytest.raises(DeskError, match="Round 2 isn’t drawn yet"):
        start_next_stage(section, {"A": 2})


def test_the_page_starts_a_stage_with_the_first_of_the_standings(desk, league):
    address = reverse("session_results_stage", args=[league.ref])
    page = desk.get(address, {"size": "4"})
    chosen = {
        name: field.initial
        for name, field in page.context["form"].fields.items()
        if name.startswith("entry-") and field.initial
    }
    assert len(chosen) == 4
    assert "Team 1" in find_texts(page, "tbody tr")[0]
    response = desk.post(address, chosen | {"name": "Final", "day": "2026-12-05"})
    session = Session.objects.get(number=2)
    assert response.headers["Location"] == reverse("session_field", args=[session.pk])
    assert desk.get(response.headers["Location"]).status_code == 200
    refused = desk.post(address, {"name": "", "day": "soon"})
    assert refused.status_code == 422
    assert "Type a name for the stage, such as Final." in find_errors(refused)


def test_a_stage_goes_with_its_last_session(league):
    session = start_next_stage(league, {"A": 4})
    second = add_session(section=fetch_section(session.pk), number=3, is_seated=True, user=None)
    assert second.stage == session.stage
    remove_session(session=second)
    assert Stage.objects.exists()
    remove_session(session=session)
    assert not Stage.objects.exists()
    assert fetch_section_lines(league).results_in == 15  # matches: most were typed as results


def carried(desk, section, source: str, share: str = "100") -> dict[int, str]:
    """Return the carry-over that the page fills in."""
    address = reverse("session_results_extras", args=[section.ref])
    page = desk.get(address, {"from": source, "share": share})
    return {row["pair_no"]: row["carry_over"] for row in page.context["rows"]}


def test_carry_over_comes_from_the_stage_before(desk, league):
    section = fetch_section(start_next_stage(league, {"A": 4}).pk)
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    section = reload_drawn_section(section)
    totals = {
        row.contestant: row.total for row in EventResults(league.session.event).first_session.rows
    }
    # Teams keep their order, so they have the same numbers in both stages.
    assert {
        number: float(amount) for number, amount in carried(desk, section, "before").items()
    } == {number: round(float(totals[number]), 2) for number in (1, 2, 3, 4)}
    half = carried(desk, section, "before", "50")
    assert float(half[1]) == pytest.approx(float(totals[1]) / 2, abs=0.006)
    # Only the matches against each other: 1 won all three of them, 4 lost all.
    met = {number: float(amount) for number, amount in carried(desk, section, "met").items()}
    assert met[1] > met[2] > met[3] > met[4]
    assert sum(met.values()) == pytest.approx(6 * 20)
    assert met[1] < float(totals[1])


def test_carry_over_of_percentages_counts_by_boards(desk):
    section = make_played_section()
    session = start_next_stage(section, {"A": 4})
    final = fetch_section(session.pk)
    store_plan(section=final, movement=make_plan("howell", pairs=4, boards_per_set=2))
    amounts = carried(desk, reload_drawn_section(final), "before", "50")
    people = fetch_candidates(section.session.event, EventResults(section.session.event))
    rows = {
        row.place: row.percent for row in EventResults(section.session.event).first_session.rows
    }
    boards = len(set(fetch_section_lines(section).boards))
    expected = Fraction(rows[people[0].rank]) * Fraction(boards, 6) / 2
    assert float(amounts[1]) == pytest.approx(float(expected), abs=0.006)


def test_the_first_stage_has_nothing_to_carry_over(desk, league):
    page = desk.get(reverse("session_results_extras", args=[league.ref]))
    assert page.context["source_stages"] == []


def test_carry_over_from_the_match_between_opponents_is_a_half_or_a_third(desk):
    """[BBFAQ]: half of the IMPs if the winner was also higher, else a third, and at most 16."""
    section = make_round_robin(teams=4, boards=16)
    results = {(1, 4): (0, 26), (2, 3): (21, 0), (1, 2): (60, 0), (1, 3): (60, 0)}
    results |= {(2, 4): (60, 0), (3, 4): (60, 0)}
    for row in section.plan.rows.all():
        both = tuple(sorted((row.ns, row.ew)))
        result = MatchResult("imp", *results[both])
        report_match(section=section, key=(row.round_no, *both), result=result, user=None)
    knock_out = fetch_section(start_next_stage(section, {"A": 4}).pk)
    begin_contest(
        section=knock_out,
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=16,
        options={},
    )
    # 4 won by 26 IMPs and was below 1: a third. 2 won by 21 and was above 3: a half.
    amounts = carried(desk, reload_drawn_section(knock_out), "opponents")
    assert amounts == {1: "", 2: "10.50", 3: "", 4: "8.67"}
    page = desk.get(reverse("session_results_extras", args=[knock_out.ref]), {"from": "opponents"})
    assert page.context["typed_extras"].extras.carry_over_unit == "imp"


def test_carry_over_between_opponents_is_at_most_sixteen(desk, league):
    section = fetch_section(start_next_stage(league, {"A": 2}).pk)
    begin_contest(
        section=section,
        movement_key="knock-out",
        size=2,
        round_count=1,
        boards_per_set=16,
        options={},
    )
    assert carried(desk, reload_drawn_section(section), "opponents") == {1: "5.00", 2: ""}
    match = league.matches.get(home=1, away=2)
    report_match(
        section=league,
        key=(match.round_no, 1, 2),
        result=MatchResult("imp", 90, 0),
        user=None,
    )
    assert carried(desk, reload_drawn_section(section), "opponents") == {1: "16.00", 2: ""}
