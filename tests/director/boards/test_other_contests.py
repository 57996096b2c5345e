"""The pages of a night of single players and of a night of teams: what they call things, and what they leave out."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.boards.others import make_contest_section
from tests.director.pages import count_queries, find_texts
from tests.factories import enter_all_results, session_address

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])


def make_half_played(contest: str, **kwargs):
    section = make_contest_section(contest, **kwargs)
    enter_all_results(section, leave=len(fetch_section_lines(section).all) // 2)
    return section


def test_a_table_of_players_names_all_four_by_seat(desk):
    page = desk.get(
        session_address(make_half_played(Contest.INDIVIDUAL), "scores/rounds/1/tables/1/")
    )
    assert page.context["page"].subtitle == (
        "N 4 Dora Ash Dunn, S 2 Bert Ash Birch against E 1 Ada Ash Ash, W 8 Hugh Ash Hill, boards 1"
    )


def test_play_says_how_players_move_and_leads_to_every_table(desk):
    section = make_contest_section(Contest.INDIVIDUAL)
    page = desk.get(session_address(section, "play/"))
    assert page.context["page"].moves.text.startswith(
        "Player 8 is stationary. Everyone else takes the seat of the next lower"
    )
    field = desk.get(session_address(section, "field/?round=1"))
    first = find_texts(field, "ol.floor li")[0]
    assert first.startswith(
        "Table 1 North 4 Dora Ash Dunn East 1 Ada Ash Ash South 2 Bert Ash Birch West 8 Hugh Ash Hill"
    )
    assert first.endswith("Then 4 to table 2 East · 1 to table 2 West · 2 turns to East · 8 stays")


def test_the_room_names_every_player_with_a_seat(desk):
    section = make_contest_section(Contest.INDIVIDUAL)
    said_there = " ".join(
        find_texts(desk.get(session_address(section, "room/?show=seats")), "body")
    )
    assert "Dora Ash Dunn table 1, North" in said_there
    assert "Hugh Ash Hill table 1, West" in said_there


def test_the_room_names_both_tables_of_a_team(desk):
    section = make_contest_section(Contest.TEAMS)
    assert "table 1, N-S; table 2, E-W" in " ".join(
        find_texts(desk.get(session_address(section, "room/?show=seats")), "body")
    )


@BOTH
@pytest.mark.parametrize(
    ("path", "sentence"),
    leave_to_slow(
        [
            (
                "happened/",
                (
                    "You can report a problem only in a pairs event. Enter an adjusted score or a ruling "
                    "instead."
                ),
            ),
            (
                "scores/boards/1/otherwise/",
                (
                    "You can report wrong seats only in a pairs event. Correct the names in Seats, or "
                    "enter an adjusted score."
                ),
            ),
        ],
        but=1,
    ),
)
def test_asked_for_directly_it_answers_with_one_sentence(desk, contest, path, sentence):
    section = make_half_played(contest)
    response = desk.get(session_address(section, path), follow=True)
    assert response.status_code == 200
    assert find_texts(response, ".bad") == [sentence.format()]


def test_rounds_are_not_drawn_for_single_players(desk):
    response = desk.get(
        session_address(make_contest_section(Contest.INDIVIDUAL), "draw/"), follow=True
    )
    assert response.status_code == 200
    assert find_texts(response, ".bad") == [
        "Rounds can be drawn only for pairs and teams. Choose a movement in Field."
    ]


@BOTH
def test_a_table_cannot_be_turned_by_a_direct_press(desk, contest):
    section = make_half_played(contest)
    before = list(section.results.order_by("pk").values_list("board_no", "ns", "ew", "text"))
    response = desk.post(
        session_address(section, "scores/rounds/1/tables/1/otherwise/"),
        {"how": "turned"},
        follow=True,
    )
    assert find_texts(response, ".bad") == [
        (
            "You can report wrong seats only in a pairs event. Correct the names in Seats, or "
            "enter an adjusted score."
        )
    ]
    assert (
        list(section.results.order_by("pk").values_list("board_no", "ns", "ew", "text")) == before
    )


LARGE = {
    Contest.INDIVIDUAL: {"key": "rainbow", "size": 16},
    Contest.TEAMS: {"key": "round-robin", "size": 12, "boards_per_set": 2},
}


PAGES = (
    "play/",
    "scores/boards/1/",
    "scores/rounds/1/tables/1/",
    "tables/",
    "room/",
    "room/?show=seats",
)


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("page", leave_to_slow(PAGES[:3], but=1))
def test_queries_stay_the_same_with_more_of_them(desk, contest, page):
    small, large = make_half_played(contest), make_half_played(contest, **LARGE[contest])
    assert count_queries(desk, session_address(small, page)) == count_queries(
        desk, session_address(large, page)
    )
