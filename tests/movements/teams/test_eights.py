"""The match of two teams of eight."""

from collections import Counter

from movements.registry import make_plan


def test_every_pair_meets_every_opposing_pair_and_every_board_is_played_at_four_tables():
    plan = make_plan("eights", players=16, boards_per_set=6)
    meetings = Counter()
    boards = Counter()
    ns_teams_by_board: dict[int, Counter[int]] = {}
    for row in plan.rows:
        north, east, south, west = row.players
        meetings[frozenset((frozenset((north, south)), frozenset((east, west))))] += 1
        boards.update(row.boards)
        for board_no in row.boards:
            ns_teams_by_board.setdefault(board_no, Counter())[row.ns] += 1
    assert len(meetings) == 16
    assert set(meetings.values()) == {1}
    assert boards == dict.fromkeys(range(1, 25), 4)
    assert all(counts == {1: 2, 2: 2} for counts in ns_teams_by_board.values())


def test_the_visitors_keep_their_seats_and_nobody_plays_a_board_twice():
    plan = make_plan("eights", players=16, boards_per_set=6)
    seats_by_player: dict[int, set[tuple[int, int]]] = {}
    boards_by_player: dict[int, list[int]] = {}
    for row in plan.rows:
        for seat, player in enumerate(row.players):
            seats_by_player.setdefault(player, set()).add((row.table_no, seat))
            boards_by_player.setdefault(player, []).extend(row.boards)
    assert all(len(seats_by_player[player]) == 1 for player in range(9, 17))
    assert all(sorted(boards) == list(range(1, 25)) for boards in boards_by_player.values())
