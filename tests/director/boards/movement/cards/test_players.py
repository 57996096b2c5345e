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


def seats_of(plan):
    """Where everybody sits: by round and player the table and seat, as the rows of the movement have it."""
    return {
        (row.round_no, player): (row.table_no, "NESW"[index - 1 if row.arrow_switched else index])
        for row in plan.rows
        for index, player in enumerate(row.players)
    }


def test_a_guide_card_has_the_four_who_sit_there_and_where_each_goes(plan):
    seats = seats_of(plan)
    for card in make_movement_cards(make_planned_section(None, plan), plan, HEAD):
        for row in card.rows:
            for seat, label, after in zip("NESW", row.seats, row.seats_next, strict=True):
                number = int(
                    label.split()[0]
                )  # where N-S and E-W are ranked apart, a player is "3 N-S"
                assert seats[row.round_no, number] == (card.table_no, seat)
                coming = seats.get((row.round_no + 1, number))
                if row.round_no == plan.rounds:
                    assert after == ""
                elif coming is None:
                    assert after == "sit out"
                else:
                    assert after == (
                        "stay" if coming == (card.table_no, seat) else f"{coming[0]} {coming[1]}"
                    )


def test_a_move_that_never_changes_stands_at_its_edge():
    plan = make_plan("individual", players=12, boards_per_set=2)
    first = make_movement_cards(make_planned_section(None, plan), plan, HEAD)[0]
    assert first.seat_moves == ("stay", "3 N", "3 E", "2 N")
    plan = make_plan("individual", players=9, boards_per_set=2)
    assert all(
        "" in card.seat_moves
        for card in make_movement_cards(make_planned_section(None, plan), plan, HEAD)
    )


def test_a_personal_guide_has_every_round_with_seat_partner_and_opponents(plan):
    names = {number: (f"Player {number}",) for number in range(1, plan.contestants + 1)}
    guides = make_personal_guides(make_planned_section(None, plan), plan, HEAD, names)
    rows = {(row.round_no, player): row for row in plan.rows for player in row.players}
    seats = seats_of(plan)
    assert [guide.pair_no for guide in guides] == sorted(names)
    for guide in guides:
        assert [line.round_no for line in guide.lines] == list(range(1, plan.rounds + 1))
        for line in guide.lines:
            row = rows.get((line.round_no, guide.pair_no))
            assert line.sits_out == (row is None)
            if row is None:
                continue
            table, seat = seats[line.round_no, guide.pair_no]
            index = row.players.index(guide.pair_no)
            partner = row.players[(index + 2) % 4]
            against = sorted({*row.players} - {guide.pair_no, partner})
            assert line.table == str(table)
            assert line.side[0] == seat
            assert line.partner.split()[0] == str(partner)
            assert line.partner_name == f"Player {partner}"
            assert line.opponents == "+".join(map(str, against))
            assert line.opponent_names == " & ".join(f"Player {number}" for number in against)
            assert tuple(board.board_no for board in line.boards) == row.boards


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
