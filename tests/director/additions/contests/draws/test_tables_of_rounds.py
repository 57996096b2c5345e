"""Tables of drawn rounds: from the far end of the room, and without locked ones."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.movement.sections import fetch_scoring_field
from director.boards.paper.section_job import SectionJob
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_two_games import use_shown_round
from tests.director.pages import find_errors, find_texts
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def set_tables(desk, section, **boxes: str):
    address = reverse("session_draw_rounds", args=[section.ref])
    return desk.post(address, {"rounds": "3", **boxes})


def list_labels(section, round_no: int) -> list[str]:
    contest = find_drawn_contest(section)
    return contest.list_table_labels(contest.rounds[round_no - 1])


@pytest.mark.slow
def test_the_leaders_meet_at_the_last_tables(desk):
    section = make_drawn_section(desk, size=6, table_order="far")
    assert list_labels(section, 1) == ["Tables 5 and 6", "Tables 3 and 4", "Tables 1 and 2"]
    page = desk.get(draw_address(section))
    assert "5 and 6" in find_texts(page, "main")[0]
    (sheet,) = SectionJob(section).get_added_sheets(MatchSheets).draws
    assert [match.tables for match in sheet.matches] == ["5 and 6", "3 and 4", "1 and 2"]
    enter_round(section, 1)
    section = use_shown_round(desk, reload_drawn_section(section))
    assert list_labels(section, 2)[0] == "Tables 5 and 6"
    assert compute_field_differences(fetch_scoring_field(section)) == []


@pytest.mark.slow
def test_a_locked_table_is_left_out_from_the_next_draw_on(desk):
    section = make_drawn_section(desk, size=6)
    enter_round(section, 1)
    assert set_tables(desk, section, locked_tables="3, 1").status_code == 302
    section = reload_drawn_section(section)
    assert "2 and 4" in find_texts(desk.get(draw_address(section)), "main")[0]
    section = use_shown_round(desk, section)
    assert list_labels(section, 1)[0] == "Tables 1 and 2"
    assert list_labels(section, 2) == ["Tables 2 and 4", "Tables 5 and 6", "Tables 7 and 8"]
    assert find_drawn_contest(section).rounds[0].tables == ()
    assert set_tables(desk, section, locked_tables="").status_code == 302
    enter_round(section, 2)
    section = use_shown_round(desk, reload_drawn_section(section))
    assert list_labels(section, 3)[0] == "Tables 1 and 2"
    assert list_labels(section, 2)[0] == "Tables 2 and 4"


def test_pairs_have_one_table_each(desk):
    section = make_drawn_section(
        desk, contest=Contest.PAIRS, key="swiss-pairs", size=8, table_order="far"
    )
    assert list_labels(section, 1) == ["Table 4", "Table 3", "Table 2", "Table 1"]


def test_text_without_table_numbers_is_refused(desk):
    section = make_drawn_section(desk, size=6)
    refused = set_tables(desk, section, locked_tables="the broken one")
    assert refused.status_code == 422
    assert "Type the numbers of the tables that no match gets, such as 3, 7." in find_errors(
        refused
    )


def test_home_tables_keep_their_numbers(desk):
    section = make_drawn_section(desk, size=6, tables="home", table_order="far")
    contest = find_drawn_contest(section)
    home, away = contest.rounds[0].pairings[0]
    assert list_labels(section, 1)[0] == f"Tables {home} and {away}"
    assert "locked_tables" not in desk.get(draw_address(section)).context["rounds_form"].fields
