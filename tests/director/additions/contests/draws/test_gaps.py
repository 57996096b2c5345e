"""Somebody didn't come to a drawn round: matches whose sides are both here keep their tables, the others are drawn."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    read_draw_form,
    reload_drawn_section,
)
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db
MATCHES = {frozenset((1, 7)): 1, frozenset((2, 8)): 2, frozenset((3, 9)): 3}
MATCHES |= {frozenset((4, 10)): 4, frozenset((5, 11)): 5, frozenset((6, 12)): 6}
"""Round 1 of twelve pairs, with the table of each match."""


def make_pairs(desk, size=12):
    return make_drawn_section(
        desk, contest=Contest.PAIRS, key="swiss-pairs", size=size, rounds=4, boards=2
    )


def fill_gaps(desk, section, absent, **typed):
    """Press Fill the gaps on the page of Redraw with *absent* ticked, and return the page."""
    page = desk.get(draw_address(section) + "?anew=1")
    assert find_texts(page, "button").count("Fill the gaps") == 1
    boxes = read_draw_form(page) | {"anew": "1", "action": "gaps", "absent": absent}
    return desk.post(draw_address(section), boxes | typed)


def use_filled_round(desk, section, page, absent, **typed):
    """Press Use this draw on *page*, and return the table of each match."""
    boxes = read_draw_form(page) | {"anew": "1", "gaps": "1", "action": "use", "absent": absent}
    response = desk.post(draw_address(section), boxes | typed)
    assert response.status_code == 302, find_texts(response, ".say")
    return read_tables(section)


def read_shown_tables(page) -> list[str]:
    """Return the tables of the next round that *page* shows."""
    return [match.tables for match in page.context["next_round"].matches]


def read_tables(section):
    rows = reload_drawn_section(section).plan.rows.all()
    last_round = max(row.round_no for row in rows)
    return {frozenset((row.ns, row.ew)): row.table_no for row in rows if row.round_no == last_round}


@pytest.mark.slow
def test_those_left_without_an_opponent_meet_at_a_free_table_and_nobody_else_moves(desk):
    section = make_pairs(desk)
    assert read_tables(section) == MATCHES
    page = fill_gaps(desk, section, ["8", "4"])
    assert page.status_code == 200
    assert read_shown_tables(page) == [*"12356"]
    assert "Only the others are drawn." in page.content.decode()
    tables = use_filled_round(desk, section, page, ["8", "4"])
    kept = {match: table for match, table in MATCHES.items() if not match & {4, 8}}
    assert tables == kept | {frozenset((2, 10)): 2}
    assert find_drawn_contest(reload_drawn_section(section)).withdrawn_numbers == {4, 8}


@pytest.mark.slow
def test_one_left_without_an_opponent_sits_out_or_plays_who_sat_out(desk):
    section = make_pairs(desk)
    page = fill_gaps(desk, section, ["8"])
    assert page.context["byes"] == (2,)
    tables = use_filled_round(desk, section, page, ["8"])
    assert tables == {match: table for match, table in MATCHES.items() if 8 not in match}
    assert find_drawn_contest(reload_drawn_section(section)).rounds[0].byes == (2,)
    page = fill_gaps(desk, section, ["8", "3"])
    assert page.context["byes"] == ()
    tables = use_filled_round(desk, section, page, ["8", "3"])
    kept = {match: table for match, table in MATCHES.items() if not match & {8, 3}}
    assert tables == kept | {frozenset((2, 9)): 3}


def test_a_later_round_keeps_its_tables_and_redraw_draws_everybody(desk):
    section = make_pairs(desk)
    enter_round(section, 1)
    boxes = read_draw_form(desk.get(draw_address(section)))
    assert desk.post(draw_address(section), boxes | {"action": "use"}).status_code == 302
    tables = read_tables(section)
    first, _second, _third, second, *_others = tables
    absent = [str(min(first)), str(min(second))]
    page = fill_gaps(desk, section, absent)
    filled = use_filled_round(desk, section, page, absent, again="1")
    new_match = frozenset((max(first), max(second)))
    assert filled[new_match] == tables[first]
    kept = {match: table for match, table in tables.items() if match not in (first, second)}
    assert {match: table for match, table in filled.items() if match != new_match} == kept
    redrawn = desk.post(
        draw_address(section),
        read_draw_form(page) | {"anew": "1", "gaps": "1", "action": "draw", "absent": absent},
    )
    assert not redrawn.context["contest"].fills_gaps
    assert "gaps" not in [box.get("name") for box in find_elements(redrawn, "input")]
    assert read_shown_tables(redrawn) == [*"12345"]


def test_three_who_play_each_other_stay_while_the_number_is_odd(desk):
    section = make_drawn_section(desk, size=9, rounds=3, boards=2, odd="triangle")
    (drawn_round,) = find_drawn_contest(section).rounds
    first, second = drawn_round.pairings[:2]
    away = [str(first[0]), str(second[0])]
    page = fill_gaps(desk, section, away)
    contest = page.context["contest"]
    assert page.context["three"] == " ".join(map(str, drawn_round.triangle))
    assert len(page.context["rows"]) == len(drawn_round.pairings) - 1
    assert contest.last_drawn_round == drawn_round
    page = fill_gaps(desk, section, away[:1])
    assert page.status_code == 200
    assert page.context["three"] == ""
    assert page.context["byes"] == ()
    assert len(page.context["rows"]) == 4


@pytest.mark.slow
def test_one_of_an_even_number_of_teams_sits_out_also_where_three_would_play_each_other(desk):
    section = make_drawn_section(desk, size=6, rounds=3, boards=2, odd="triangle")
    page = fill_gaps(desk, section, ["4"])
    assert page.status_code == 200
    assert page.context["byes"] == (1,)
    rows = [(row.home, row.away) for row in page.context["rows"]]
    assert rows == [("2", "5"), ("3", "6")]
    assert read_shown_tables(page) == ["3 and 4", "5 and 6"]


def test_a_knock_out_has_no_gaps_to_fill(desk):
    section = make_drawn_section(desk, key="knock-out", size=4)
    page = desk.get(draw_address(section) + "?anew=1&gaps=1")
    assert "Fill the gaps" not in find_texts(page, "button")
    assert not page.context["contest"].fills_gaps
