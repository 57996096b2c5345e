"""The paper of single players: where each of the four at a table goes, and what a player's own guide says."""

from datetime import date

import pytest

from director.boards.movement.cards.cards import make_movement_cards
from director.boards.movement.cards.guides import make_personal_guides
from director.boards.movement.numbering import make_planned_section
from director.sheets import Heading
from movements.registry import make_plan

HEAD = Heading(
    "Club", "Event", date(2026, 11, 17), "", "", "Individual", "K7QX2M", contestant_noun="player"
)
SEATS = ("North", "East", "South", "West")
PLANS = {
    "individual 12": {"key": "individual", "players": 12},
    "individual 13, one sits out": {"key": "individual", "players": 13},
    "rainbow 20": {"key": "rainbow", "players": 20},
    "Howell's eight": {"key": "individual-howell-8", "players": 8},
}


@pytest.fixture(params=PLANS, ids=list(PLANS))
def plan(request):
    asked = dict(PLANS[request.param])
    return make_plan(asked.pop("key"), **asked, boards_per_set=2)


def test_a_move_that_never_changes_stands_at_its_edge():
    plan = make_plan("individual", players=12, boards_per_set=2)
    first = make_movement_cards(make_planned_section(None, plan), plan, HEAD)[0]
    assert first.seat_moves == ("stay", "3 N", "3 E", "2 N")
    plan = make_plan("individual", players=9, boards_per_set=2)
    assert all(
        "" in card.seat_moves
        for card in make_movement_cards(make_planned_section(None, plan), plan, HEAD)
    )


def test_a_personal_guide_says_nothing_of_boards_that_are_always_shared():
    plan = make_plan("individual-howell-8", players=8, boards_per_set=1)
    cards = make_movement_cards(make_planned_section(None, plan), plan, HEAD)
    assert {row.marks for card in cards for row in card.rows} == {
        ("boards shared with table 1",),
        ("boards shared with table 2",),
    }
    guides = make_personal_guides(make_planned_section(None, plan), plan, HEAD, {})
    assert {line.marks for guide in guides for line in guide.lines} == {()}


def test_a_guide_of_a_team_says_where_either_half_sits():
    plan = make_plan("round-robin", teams=6, boards_per_set=4)
    head = Heading(
        "Club", "Event", date(2026, 11, 17), "", "", "Round robin", "K7QX2M", contestant_noun="team"
    )
    guides = make_personal_guides(make_planned_section(None, plan), plan, head, {})
    assert [len(guide.lines) for guide in guides] == [plan.rounds] * 6
    for guide in guides:
        for line in guide.lines:
            tables = {
                (row.ns, row.ew): str(row.table_no)
                for row in plan.rows
                if row.round_no == line.round_no
            }
            other = int(line.opponents)
            assert line.half_tables == (tables[guide.pair_no, other], tables[other, guide.pair_no])
            assert not any(mark.startswith("boards shared") for mark in line.marks)


def test_players_of_a_rainbow_keep_their_direction():
    plan = make_plan("rainbow", players=20, boards_per_set=2)
    section = make_planned_section(None, plan)
    holding = {player: "NS" for row in plan.rows for player in row.players[::2]}
    assert {number: section.get_direction(number) for number in range(1, 21)} == {
        number: holding.get(number, "EW") for number in range(1, 21)
    }
