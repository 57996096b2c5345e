"""Carry-over is stored with its rule: filled in with the movement, shown in words, taken again, undone."""

from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.contests.draws.drawing import begin_contest
from director.additions.contests.matches.reported import report_match
from director.boards.movement.sections import fetch_event_fields, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.scoring.standings.event import EventResults
from director.models import Act, Event, Section, Session
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.additions.contests.stages.test_next_stage import make_league
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night, make_pair_names, reload_section
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def start_final(desk, section: Section, **typed: str) -> Section:
    """Start a final by the page and return its section."""
    usual = {"first_stage": "Qualifying", "name": "Final", "size-A": "4"}
    response = desk.post(
        reverse("session_results_stage", args=[section.ref]), usual | {"share": "100"} | typed
    )
    assert response.status_code == 302
    return fetch_section(Session.objects.latest("number").pk)


def get_extras_url(section: Section) -> str:
    return reverse("session_results_extras", args=[section.ref])


def read_carry_over(section: Section) -> dict[int, str]:
    entries = section.entries.order_by("pair_no")
    return {entry.pair_no: entry.carry_over for entry in entries}


def report_win(section: Section, *pairing: int, by: int) -> None:
    match = section.matches.get(home=pairing[0], away=pairing[1])
    report_match(
        section=section,
        key=(match.round_no, *pairing),
        result=MatchResult("imp", by, 0),
        user=None,
    )


@pytest.mark.slow
def test_the_movement_fills_in_the_carry_over_that_the_stage_was_started_with(desk):
    league = make_league()
    final = start_final(desk, league, carry_over="before", share="50")
    assert set(read_carry_over(final).values()) == {""}
    store_plan(section=final, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    rows = EventResults(Event.objects.get(pk=league.session.event_id)).first_session.rows
    totals = {row.contestant: row.total for row in rows}
    for number, amount in read_carry_over(reload_section(final)).items():
        # Stored with two decimals.
        assert abs(Fraction(amount) - totals[number] / 2) <= Fraction(1, 200)
    assert reload_section(final).carry_over_unit == "vp"
    page = desk.get(get_extras_url(final))
    assert "Carry-over: half of the result of Qualifying." in find_texts(page, "main")[0]
    assert [
        compute_field_differences(field) for field in fetch_event_fields(league.session.event)
    ] == [[], []]


@pytest.mark.slow
def test_a_corrected_stage_offers_new_figures_that_can_be_undone(desk):
    league = make_league()
    final = start_final(desk, league, carry_over="met")
    store_plan(section=final, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    before = read_carry_over(reload_section(final))
    assert not desk.get(get_extras_url(final)).context["carry_over_due"]
    report_win(reload_drawn_section(league), 1, 2, by=60)
    notice = "The carry-over of 2 teams has changed since"
    assert notice in find_texts(desk.get(get_extras_url(final)), "main")[0]
    assert notice in find_texts(desk.get(reverse("session_results", args=[final.ref])), "main")[0]
    assert read_carry_over(reload_section(final)) == before
    assert desk.post(get_extras_url(final), {"take": "1"}).status_code == 302
    after = read_carry_over(reload_section(final))
    assert {number for number in before if before[number] != after[number]} == {1, 2}
    assert not desk.get(get_extras_url(final)).context["carry_over_due"]
    act = Act.objects.latest("number")
    assert act.words == "Carry-over: 2 taken again."
    assert desk.post(get_extras_url(final), {"undo": f"{act.number}"}).status_code == 302
    assert read_carry_over(reload_section(final)) == before


@pytest.mark.slow
def test_the_carry_over_that_the_page_fills_in_keeps_its_rule(desk):
    league = make_league()
    final = start_final(desk, league)
    store_plan(section=final, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    page = desk.get(get_extras_url(final), {"from": "before", "share": "25"})
    post_data = {f"carry_over-{row['pair_no']}": row["carry_over"] for row in page.context["rows"]}
    post_data |= {"carry_over_unit": "vp", "rule": page.context["typed_extras"].rule}
    assert desk.post(get_extras_url(final), post_data).status_code == 302
    rule = reload_section(final).carry_over_rule
    assert (rule["source"], rule["share"], rule["title"]) == ("before", "25", "Qualifying")


@pytest.mark.slow
def test_a_newcomer_gets_the_median(desk):
    first = make_night(pairs=8, boards_per_set=2, key="howell")
    enter_all_results(first)
    final = start_final(
        desk, first, carry_over="before", share="50", has_median="on", **{"size-A": "5"}
    )
    store_plan(section=final, movement=make_plan("howell", pairs=6, boards_per_set=2))
    final = reload_section(final)
    assert read_carry_over(final)[6] == ""
    name_entries(section=final, pairs=[(6, make_pair_names(20))])
    page = desk.get(get_extras_url(final))
    assert page.context["carry_over_due"].numbers == (6,)
    assert desk.post(get_extras_url(final), {"take": "1"}).status_code == 302
    amounts = read_carry_over(reload_section(final))
    others = sorted(Fraction(amount) for number, amount in amounts.items() if number != 6)
    middle = others[2]  # of five
    assert Fraction(amounts[6]) == middle
    assert "the median for newcomers" in find_texts(desk.get(get_extras_url(final)), "main")[0]


@pytest.mark.slow
def test_a_rule_that_gives_nothing_says_why(desk):
    league = make_league()
    final = start_final(desk, league, carry_over="before")
    begin_contest(
        section=final,
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=16,
        options={},
    )
    assert set(read_carry_over(reload_section(final)).values()) == {""}
    page = desk.get(get_extras_url(final))
    assert page.context["nothing_due_reason"]
    assert page.context["nothing_due_reason"] in find_texts(page, "main")[0]
