"""The own page of a player and of a team: where they sit, with whom, against whom, and their card after the night."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.night.links.opening import open_entry_addresses
from director.core.night.publishing import publish_results
from director.models.event import Contest
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])


def open_player_page(section, number: int):
    return Client().get(
        f"/my/{open_entry_addresses(section=section, pairs=[number])[number].token}/"
    )


def test_a_player_sees_seat_partner_and_opponents():
    page = open_player_page(make_contest_section(Contest.INDIVIDUAL), 4)
    assert find_texts(page, "h1") == ["Dora Ash Dunn player 4"]
    assert find_texts(page, "p.where") == ["Table 1 North"]
    text = " ".join(find_texts(page, "main section"))
    assert "Board 1 with 2 Bert Ash Birch, against 1+8, Ada Ash Ash & Hugh Ash Hill" in text
    assert find_texts(page, "p.then") == ["Then, round 2: table 2, East"]
    assert "pair" not in text.casefold()


def test_a_player_sees_the_results_of_all_partnerships():
    section = make_contest_section(Contest.INDIVIDUAL)
    enter_all_results(section)
    page = open_player_page(section, 4)
    assert (
        len(find_texts(page, ".own-card tbody th")) == 2 * section.plan.rounds
    )  # opponents, and the board
    assert find_texts(page, "h2")[0] == "All your boards are entered"


def test_a_team_sees_both_its_halves():
    page = open_player_page(make_contest_section(Contest.TEAMS), 1)
    assert find_texts(page, "p.where") == ["Table 1 N-S", "Table 2 E-W"]
    assert find_texts(page, "p.then") == [
        "Then, round 2: table 3, N-S",
        "Then, round 2: table 4, E-W",
    ]
    assert "pair" not in " ".join(find_texts(page, "main")).casefold()


def test_a_team_has_played_its_round_when_both_halves_have():
    section = make_contest_section(Contest.TEAMS)
    lines = fetch_section_lines(section).all
    first = [line for line in lines if line.round_no == 1 and line.table_no == 1]
    enter_all_results(section, leave=len(lines) - len(first))
    assert find_texts(open_player_page(section, 1), "h2")[0] == "Round 1"
    assert find_texts(open_player_page(section, 1), "p.where") == ["Table 2 E-W"]


@BOTH
def test_the_card_comes_when_the_results_are_published(contest):
    section = make_contest_section(contest)
    enter_all_results(section)
    publish_results(event=section.session.event)
    page = open_player_page(section, 1)
    assert page.status_code == 200
    assert find_texts(page, "dt")[0] == ("Player" if contest == Contest.INDIVIDUAL else "Team")
    assert len(find_texts(page, "table tbody tr")) >= section.plan.rounds
    board = Client().get(f"{page.request['PATH_INFO']}boards/1/")
    assert len(find_elements(board, ".yours")) == (2 if contest == Contest.TEAMS else 1)
