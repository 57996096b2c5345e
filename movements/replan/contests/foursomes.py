"""Seats for single players: four at a table with as few repeated partners and opponents as possible."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from movements.model import Four, TableRound
from movements.partnerships import Couple, get_couples, make_couple
from movements.replan.answer import FREE_MEETINGS
from movements.replan.contests.state import FieldState, collect_sets_by_contestant, make_players_row

PARTNERS_AGAIN = 100
OPPONENTS_AGAIN = 12
SIT_OUT_WEIGHT = 40
MAX_COMPARED = 9
"""Players without a table among whom a new table is chosen."""
SEATS = 4


class MeetingHistory:
    """Who has been whose partner and opponent in rows that are played or will be."""

    def __init__(self, rows: Iterable[TableRound]) -> None:
        self.partners: Counter[Couple] = Counter()
        self.opponents: Counter[Couple] = Counter()
        for row in rows:
            if row.players:
                self.add(row.players)

    def add(self, players: Four, times: int = 1) -> None:
        """Count a table *times* more. -1 takes it back."""
        north, east, south, west = players
        for partners in get_couples(players):
            self.partners[partners] += times
        for first in (north, south):
            for second in (east, west):
                self.opponents[make_couple(first, second)] += times

    def cost(self, players: Four) -> int:
        """Return how bad a table of *players* is.

        >>> table = TableRound(1, 1, 1001, 1002, 1, (1,), players=(1, 2, 3, 4))
        >>> [MeetingHistory([table]).cost(players) for players in ((1, 2, 3, 4), (1, 3, 2, 4))]
        [204, 2]
        """
        north, east, south, west = players
        cost = 0
        for partners in get_couples(players):
            cost += PARTNERS_AGAIN * self.partners[partners]
        for first in (north, south):
            for second in (east, west):
                meetings = self.opponents[make_couple(first, second)]
                cost += meetings + OPPONENTS_AGAIN * max(0, meetings + 1 - FREE_MEETINGS)
        return cost


def choose_best_seats(
    four: Sequence[int], known: MeetingHistory, former: Four | None = None
) -> Four:
    """Return *four* as N, E, S and W with the fewest repeats, and as many as possible in *former* seats.

    >>> choose_best_seats((1, 2, 3, 5), MeetingHistory([]), former=(4, 1, 2, 3))
    (5, 1, 2, 3)
    """
    first, *others = four
    candidates: list[Four] = []
    for partner in others:
        second, third = (player for player in others if player != partner)
        for ns in ((first, partner), (partner, first)):
            for ew in ((second, third), (third, second)):
                candidates.append((ns[0], ew[0], ns[1], ew[1]))
                candidates.append((ew[0], ns[0], ew[1], ns[1]))

    def rank(players: Four) -> tuple[int, int]:
        seats_kept = 0
        if former:
            pairs = zip(players, former, strict=True)
            seats_kept = sum(player == former_player for player, former_player in pairs)
        return known.cost(players), -seats_kept

    return min(candidates, key=rank)


def seat_idle_players(state: FieldState, newcomers: Sequence[int]) -> list[TableRound]:
    """Return all rows to come, with new tables for those who have none. All other rows stay.

    They are those who sit out, *newcomers*, and the players of tables that have lost somebody.

    >>> from movements.registry import make_plan
    >>> state = FieldState(make_plan("individual", players=15, boards_per_set=2), 3)
    >>> [row.players for row in seat_idle_players(state, [16]) if row.table_no == 4][:1]
    [(3, 5, 16, 12)]
    """
    rows = list(state.due_rows)
    known = MeetingHistory((*state.played_rows, *rows))
    seen = collect_sets_by_contestant(state.plan, (*state.played_rows, *rows))
    sit_outs = _count_earlier_sit_outs(state)
    for round_no in state.rounds_left:
        round_rows = [row for row in rows if row.round_no == round_no]
        playing = {player for row in round_rows for player in row.players or ()}
        idle = [number for number in (*state.present, *newcomers) if number not in playing]
        broken = [row for row in state.dropped_rows if row.round_no == round_no]
        while len(idle) >= SEATS:
            former = broken.pop(0) if broken else None
            table_no = former.table_no if former else _find_free_table(state, round_rows)
            four = _choose_four(idle, known, sit_outs)
            players = choose_best_seats(four, known, former.players if former else None)
            set_and_copy = find_free_set(state, round_rows, former, players, seen)
            row = make_players_row(state, round_no, table_no, players, *set_and_copy)
            known.add(players)
            for player in players:
                seen[player].add(row.board_set)
            round_rows.append(row)
            rows.append(row)
            idle = [number for number in idle if number not in players]
        sit_outs.update(idle)
    return rows


def _count_earlier_sit_outs(state: FieldState) -> Counter[int]:
    return Counter(
        sit_out.contestant for sit_out in state.plan.sit_outs if sit_out.round_no < state.from_round
    )


def _find_free_table(state: FieldState, round_rows: Sequence[TableRound]) -> int:
    used = {row.table_no for row in round_rows}
    return min(set(range(1, len(used) + state.plan.tables + 2)) - used)


def _choose_four(
    idle: Sequence[int], known: MeetingHistory, sit_outs: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the four of *idle* who fit best, those who have sat out most often first."""
    most_waiting = sorted(idle, key=lambda number: (-sit_outs[number], number))[:MAX_COMPARED]

    def rank(four: tuple[int, ...]) -> int:
        waited = sum(sit_outs[number] for number in four)
        return known.cost(choose_best_seats(four, known)) - SIT_OUT_WEIGHT * waited

    return min(combinations(most_waiting, SEATS), key=rank)


def find_free_set(
    state: FieldState,
    round_rows: Sequence[TableRound],
    former: TableRound | None,
    players: Sequence[int],
    seen: Mapping[int, set[int]],
) -> tuple[int, int]:
    """Return a set for a new table, and its copy: one that nobody there has played or will play.

    It is that of the table's *former* row if possible, and a spare one if there is no other.
    """
    if state.has_one_set_per_round and round_rows:
        return round_rows[0].board_set, find_free_copy(state, round_rows, former)
    if state.has_one_set_per_round and former:
        return former.board_set, former.copy_no
    used = {row.board_set for row in round_rows}
    for number in players:
        used |= seen[number]
    wished = (former.board_set,) if former else ()
    for board_set in (*wished, *state.usable_sets):
        if board_set not in used:
            return board_set, 1
    spare = state.plan.board_sets + 1
    while spare in used:
        spare += 1
    return spare, 1


def find_free_copy(
    state: FieldState, round_rows: Sequence[TableRound], former: TableRound | None
) -> int:
    """Return the copy of the round's set for a new table, 1 if the tables share one."""
    if state.plan.copies == 1:
        return 1
    used = {row.copy_no for row in round_rows}
    if former and former.copy_no not in used:
        return former.copy_no
    return min(set(range(1, len(used) + 2)) - used)


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
    known = MeetingHistory((*state.played_rows, *rows))
    seen = collect_sets_by_contestant(state.plan, (*state.played_rows, *rows))
    sit_outs = Counter(sit_out.contestant for sit_out in state.plan.sit_outs)
    seated = set()
    for round_no in state.rounds_left:
        for newcomer in newcomers:
            choices = []
            for index, row in enumerate(rows):
                if row.round_no == round_no and row.board_set not in seen[newcomer]:
                    choices += _list_possible_seats(
                        state, newcomer, newcomers, (index, row), known, sit_outs
                    )
            if not choices:
                continue
            _cost, index, players, bumped = min(choices)
            row = rows[index]
            if row.players:
                known.add(row.players, -1)
            known.add(players)
            seen[newcomer].add(row.board_set)
            sit_outs[bumped] += 1
            seated.add(newcomer)
            rows[index] = replace(row, players=players)
    return rows, len(newcomers) - len(seated)


def _list_possible_seats(
    state: FieldState,
    newcomer: int,
    newcomers: Sequence[int],
    place: tuple[int, TableRound],
    known: MeetingHistory,
    sit_outs: Mapping[int, int],
) -> list[tuple[int, int, Four, int]]:
    """Return the seats of a row that *newcomer* can take.

    Each has its cost, the index of the row, the players then, and who sits out.
    """
    index, row = place
    choices = []
    former = row.players or (0, 0, 0, 0)
    for seat, bumped in enumerate(former):
        is_wrong_side = state.plan.winners == 2 and seat % 2 == 0
        if bumped in newcomers or is_wrong_side:
            continue
        seats = list(former)
        seats[seat] = newcomer
        north, east, south, west = seats
        players = (north, east, south, west)
        # Only the newcomer's partner and opponents are new.
        cost = known.cost(players) + PARTNERS_AGAIN * sit_outs[bumped]
        choices.append((cost, index, players, bumped))
    return choices
