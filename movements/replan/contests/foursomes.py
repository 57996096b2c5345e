"""Seats for single players: four at a table with as few repeated partners and opponents as possible."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from movements.model import FourPlayers, TableRound
from movements.partnerships import Couple, get_couples, make_couple
from movements.replan.contests.state import FieldState, collect_sets_by_contestant, make_players_row
from movements.replan.price import FREE_MEETINGS

REPEATED_PARTNERS_COST = 100
REPEATED_OPPONENTS_COST = 12
SIT_OUT_WEIGHT = 40
MAX_COMPARED_PLAYERS = 9
"""Players without a table among whom a new table is chosen."""
SEATS = 4


class MeetingHistory:
    """Who has been whose partner and opponent in rows that are played or will be."""

    def __init__(self, rows: Iterable[TableRound]) -> None:
        self.partners: Counter[Couple] = Counter()
        self.opponents: Counter[Couple] = Counter()
        for row in rows:
            if row.players:
                self.add_table(row.players)

    def add_table(self, players: FourPlayers, times: int = 1) -> None:
        """Count a table *times* more. -1 takes it back."""
        north, east, south, west = players
        for partners in get_couples(players):
            self.partners[partners] += times
        for first in (north, south):
            for second in (east, west):
                self.opponents[make_couple(first, second)] += times

    def compute_cost(self, players: FourPlayers) -> int:
        """Return how bad a table of *players* is.

        >>> table = TableRound(1, 1, 1001, 1002, 1, (1,), players=(1, 2, 3, 4))
        >>> [MeetingHistory([table]).compute_cost(players) for players in ((1, 2, 3, 4), (1, 3, 2, 4))]
        [204, 2]
        """
        north, east, south, west = players
        cost = 0
        for partners in get_couples(players):
            cost += REPEATED_PARTNERS_COST * self.partners[partners]
        for first in (north, south):
            for second in (east, west):
                meetings = self.opponents[make_couple(first, second)]
                cost += meetings + REPEATED_OPPONENTS_COST * max(0, meetings + 1 - FREE_MEETINGS)
        return cost


def choose_best_seats(
    four: Sequence[int], history: MeetingHistory, previous_players: FourPlayers | None = None
) -> FourPlayers:
    """Return *four* as N, E, S and W with the fewest repeats, and as many as possible in *previous_players* seats.

    >>> choose_best_seats((1, 2, 3, 5), MeetingHistory([]), previous_players=(4, 1, 2, 3))
    (5, 1, 2, 3)
    """
    first, *others = four
    candidates: list[FourPlayers] = []
    for partner in others:
        second, third = (player for player in others if player != partner)
        for ns in ((first, partner), (partner, first)):
            for ew in ((second, third), (third, second)):
                candidates.append((ns[0], ew[0], ns[1], ew[1]))
                candidates.append((ew[0], ns[0], ew[1], ns[1]))

    def rank(players: FourPlayers) -> tuple[int, int]:
        seats_kept = 0
        if previous_players:
            pairs = zip(players, previous_players, strict=True)
            seats_kept = sum(player == previous_player for player, previous_player in pairs)
        return history.compute_cost(players), -seats_kept

    return min(candidates, key=rank)


def seat_idle_players(state: FieldState, newcomers: Sequence[int]) -> list[TableRound]:
    """Return all rows to come, with new tables for idle players. All other rows stay.

    They are those who sit out, *newcomers*, and the players of tables that have lost somebody.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("individual", players=15, boards_per_set=2), 3)
    >>> [row.players for row in seat_idle_players(state, [16]) if row.table_no == 4][:1]
    [(3, 5, 16, 12)]
    """
    rows = list(state.due_rows)
    history = MeetingHistory((*state.played_rows, *rows))
    sets_by_player = collect_sets_by_contestant(state.plan, (*state.played_rows, *rows))
    sit_out_counts = _count_sit_outs_by_player(state)
    for round_no in state.rounds_left:
        round_rows = [row for row in rows if row.round_no == round_no]
        playing = {player for row in round_rows for player in row.players or ()}
        idle_players = [number for number in (*state.present, *newcomers) if number not in playing]
        dropped_rows = [row for row in state.dropped_rows if row.round_no == round_no]
        while len(idle_players) >= SEATS:
            dropped_row = dropped_rows.pop(0) if dropped_rows else None
            table_no = (
                dropped_row.table_no if dropped_row else _choose_free_table(state, round_rows)
            )
            four = _choose_four(idle_players, history, sit_out_counts)
            players = choose_best_seats(four, history, dropped_row.players if dropped_row else None)
            set_and_copy = choose_free_set(state, round_rows, dropped_row, players, sets_by_player)
            row = make_players_row(state, round_no, table_no, players, *set_and_copy)
            history.add_table(players)
            for player in players:
                sets_by_player[player].add(row.board_set)
            round_rows.append(row)
            rows.append(row)
            idle_players = [number for number in idle_players if number not in players]
        sit_out_counts.update(idle_players)
    return rows


def _count_sit_outs_by_player(state: FieldState) -> Counter[int]:
    return Counter(
        sit_out.contestant for sit_out in state.plan.sit_outs if sit_out.round_no < state.from_round
    )


def _choose_free_table(state: FieldState, round_rows: Sequence[TableRound]) -> int:
    used_tables = {row.table_no for row in round_rows}
    return min(set(range(1, len(used_tables) + state.plan.tables + 2)) - used_tables)


def _choose_four(
    idle_players: Sequence[int], history: MeetingHistory, sit_out_counts: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the four of *idle_players* who fit best, those who have sat out most often first."""
    most_waiting = sorted(idle_players, key=lambda number: (-sit_out_counts[number], number))[
        :MAX_COMPARED_PLAYERS
    ]

    def rank(four: tuple[int, ...]) -> int:
        sit_out_total = sum(sit_out_counts[number] for number in four)
        return (
            history.compute_cost(choose_best_seats(four, history)) - SIT_OUT_WEIGHT * sit_out_total
        )

    return min(combinations(most_waiting, SEATS), key=rank)


def choose_free_set(
    state: FieldState,
    round_rows: Sequence[TableRound],
    dropped_row: TableRound | None,
    players: Sequence[int],
    sets_by_player: Mapping[int, set[int]],
) -> tuple[int, int]:
    """Return a set for a new table, and its copy: one that nobody there has played or will play.

    It is that of the table's *dropped_row* if possible, and a spare one if there is no other.
    """
    if state.has_one_set_per_round and round_rows:
        return round_rows[0].board_set, choose_free_copy(state, round_rows, dropped_row)
    if state.has_one_set_per_round and dropped_row:
        return dropped_row.board_set, dropped_row.copy_no
    used_sets = {row.board_set for row in round_rows}
    for number in players:
        used_sets |= sets_by_player[number]
    preferred_sets = (dropped_row.board_set,) if dropped_row else ()
    for board_set in (*preferred_sets, *state.usable_sets):
        if board_set not in used_sets:
            return board_set, 1
    spare_set = state.plan.board_sets + 1
    while spare_set in used_sets:
        spare_set += 1
    return spare_set, 1


def choose_free_copy(
    state: FieldState, round_rows: Sequence[TableRound], dropped_row: TableRound | None
) -> int:
    """Return the copy of the round's set for a new table, 1 if the tables share one."""
    if state.plan.copies == 1:
        return 1
    used_copies = {row.copy_no for row in round_rows}
    if dropped_row and dropped_row.copy_no not in used_copies:
        return dropped_row.copy_no
    return min(set(range(1, len(used_copies) + 2)) - used_copies)


def seat_rovers(state: FieldState, newcomers: Sequence[int]) -> tuple[list[TableRound], int]:
    """Return all rows to come with *newcomers* in seats of others, and how many play in no round.

    In every round each newcomer takes one seat, whose player sits out. Everybody sits out for them
    once before anybody does so again. With two winners they take only E-W seats.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("individual", players=12, boards_per_set=2), 10)
    >>> rows, missing = seat_rovers(state, [13])
    >>> [row.players for row in rows if 13 in row.players], missing
    ([(12, 7, 10, 13), (12, 8, 13, 2)], 0)
    """
    rows = list(state.due_rows)
    history = MeetingHistory((*state.played_rows, *rows))
    sets_by_player = collect_sets_by_contestant(state.plan, (*state.played_rows, *rows))
    sit_outs = Counter(sit_out.contestant for sit_out in state.plan.sit_outs)
    seated_newcomers = set()
    for round_no in state.rounds_left:
        for newcomer in newcomers:
            choices = []
            for index, row in enumerate(rows):
                if row.round_no == round_no and row.board_set not in sets_by_player[newcomer]:
                    choices += _list_possible_seats(
                        state, newcomer, newcomers, (index, row), history, sit_outs
                    )
            if not choices:
                continue
            _cost, index, players, displaced_player = min(choices)
            row = rows[index]
            if row.players:
                history.add_table(row.players, -1)
            history.add_table(players)
            sets_by_player[newcomer].add(row.board_set)
            sit_outs[displaced_player] += 1
            seated_newcomers.add(newcomer)
            rows[index] = replace(row, players=players)
    return rows, len(newcomers) - len(seated_newcomers)


def _list_possible_seats(
    state: FieldState,
    newcomer: int,
    newcomers: Sequence[int],
    indexed_row: tuple[int, TableRound],
    history: MeetingHistory,
    sit_outs: Mapping[int, int],
) -> list[tuple[int, int, FourPlayers, int]]:
    """Return the seats of a row that *newcomer* can take.

    Each has its cost, the index of the row, the players then, and who sits out.
    """
    index, row = indexed_row
    choices = []
    due_players = row.players or (0, 0, 0, 0)
    for seat, displaced_player in enumerate(due_players):
        is_wrong_side = state.plan.winners == 2 and seat % 2 == 0
        if displaced_player in newcomers or is_wrong_side:
            continue
        seats = list(due_players)
        seats[seat] = newcomer
        north, east, south, west = seats
        players = (north, east, south, west)
        # Only the newcomer's partner and opponents are new.
        cost = history.compute_cost(players) + REPEATED_PARTNERS_COST * sit_outs[displaced_player]
        choices.append((cost, index, players, displaced_player))
    return choices
