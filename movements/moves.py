"""Where everybody and every board set goes when a round is over.

The moves are read from the rows of a plan, not from the rule of its movement, so guide cards of
custom movements can show them too.  Also finds pairs that never move.  The wording is left to the
cards and pages.  A *copy* of a board set is identified by the set and its copy number.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import TypeAlias

from movements.errors import MovementError
from movements.model import KNOCK_OUT, ContestantNo, Movement, RoundNo, SitOut, TableNo, TableRound

MIN_HOME_ROUNDS = 3
"""Rounds that a pair spends at a table at least to have it as its home."""

SIT_OUTS_OF_LEAVER = 2
"""A pair that sits out this many rounds away from the tables, to the end, counts as having left."""

_SetCopy: TypeAlias = tuple[int, int]
"""A board set and the number of its copy."""


@dataclass(frozen=True, slots=True)
class PairMove:
    """Where a pair or player goes for the next round.

    If it has no table, and neither sits out nor is knocked out, play is over.

    >>> PairMove(contestant=6, table_no=4, side="EW", stays=False, sits_out=False).table_no
    4
    """

    contestant: ContestantNo
    table_no: TableNo | None  # in a sit-out, where it waits if the plan names a table
    # Where it sits: "NS" or "EW", for a player "N", "E", "S" or "W". An arrow-switch gives a pair
    # the other cards, not another seat.
    side: str | None
    stays: bool  # it has the same table and side again
    sits_out: bool
    is_knocked_out: bool = False  # it has lost in a knock-out


@dataclass(frozen=True, slots=True)
class BoardMove:
    """Where a board set goes next.

    >>> BoardMove(kind="bye-stand", after_table=4, round_no=2).table_no is None
    True
    """

    kind: str  # "stay", "table", "bye-stand", or "over" if the set isn't used again
    table_no: TableNo | None = None  # the table that uses it next
    after_table: int | None = None  # the table before its bye-stand
    # The round of its next use. If that is some rounds later, the set waits at the table.
    round_no: RoundNo | None = None
    shared_with: int | None = None  # the second table that uses it in that round


@dataclass(frozen=True, slots=True)
class TableMoves:
    """The moves from one table after a round.

    An empty seat is None. For a team whose players the rows don't name, *ns* and *ew* are the
    moves of half a team.

    >>> from movements.registry import make_plan
    >>> get_moves_by_table(make_plan("howell", pairs=8), 1)[2].boards
    BoardMove(kind='table', table_no=1, after_table=None, round_no=4, shared_with=None)
    """

    ns: PairMove | None  # the pair that held the N-S cards, None if *players* are given
    ew: PairMove | None  # the pair that held the E-W cards, None if *players* are given
    boards: BoardMove | None
    players: tuple[PairMove, ...] = ()  # the players who sat N, E, S and W, if the rows name them


def get_moves_by_table(plan: Movement, round_no: RoundNo) -> dict[int, TableMoves]:
    """Return the moves from every table after *round_no*, by table number.

    If the plan names the table where a pair sits out, that table is listed too: the waiting pair
    moves and passes on the set at its table.

    >>> from movements.registry import make_plan
    >>> moves = get_moves_by_table(make_plan("mitchell", tables=5), 1)
    >>> moves[5].ew
    PairMove(contestant=10, table_no=1, side='EW', stays=False, sits_out=False, is_knocked_out=False)
    >>> moves[1].ns.stays
    True

    :raises MovementError: if the plan has no such round.
    """
    if not 1 <= round_no <= plan.rounds:
        raise MovementError(
            "no-such-round",
            "{movement} has rounds 1 to {rounds}, but no round {round_no}.",
            movement=plan.name,
            rounds=plan.rounds,
            round_no=round_no,
        )
    pair_moves = _PairMoves(plan, round_no)
    board_moves = _get_move_by_set_copy(plan, round_no)
    rows = [row for row in plan.rows if row.round_no == round_no]
    moves_by_table: dict[int, TableMoves] = {}
    for row in rows:
        moves = tuple(
            pair_moves.get_next_move(number, row.table_no, seat)
            for number, seat in _list_row_seats(plan, row)
        )
        board_move = _make_move_for_table(board_moves[row.board_set, row.copy_no], row.table_no)
        if len(moves) == 4:
            moves_by_table[row.table_no] = TableMoves(None, None, board_move, moves)
        else:
            ns, ew = moves
            moves_by_table[row.table_no] = TableMoves(ns, ew, board_move)
    copies_in_play = {(row.board_set, row.copy_no) for row in rows}
    for sit_out in plan.sit_outs:
        table_no = sit_out.table_no
        if sit_out.round_no == round_no and table_no is not None and table_no not in moves_by_table:
            side = pair_moves.find_waiting_side(sit_out)
            move = pair_moves.get_next_move(sit_out.contestant, table_no, side)
            waiting_board_move: BoardMove | None = None
            # A set that another table plays in this round moves from there.
            if sit_out.board_set is not None:
                set_copy = (sit_out.board_set, sit_out.copy_no)
                if set_copy not in copies_in_play:
                    waiting_board_move = _make_move_for_table(board_moves[set_copy], table_no)
            if side == "EW":
                moves_by_table[table_no] = TableMoves(None, move, waiting_board_move)
            else:
                moves_by_table[table_no] = TableMoves(move, None, waiting_board_move)
    return dict(sorted(moves_by_table.items()))


def get_last_round_by_loser(plan: Movement) -> dict[int, int]:
    """Return the contestants knocked out so far, each with the last round played.

    A match counts as lost if the contestant isn't in the last round of the plan, so nobody is out
    until the next round is drawn.

    >>> from movements.swiss.plans import DrawnRound, make_plan_of_rounds
    >>> rounds = [DrawnRound(((1, 4), (2, 3))), DrawnRound(((1, 3),))]
    >>> get_last_round_by_loser(make_plan_of_rounds("knock-out", rounds, boards_per_set=8))
    {2: 1, 4: 1}
    """
    if plan.key != KNOCK_OUT:
        return {}
    last_rounds: dict[int, int] = {}
    for row in plan.rows:
        for number in (row.ns, row.ew):
            last_rounds[number] = max(row.round_no, last_rounds.get(number, 0))
    # A bye is a round played too.
    for sit_out in plan.sit_outs:
        number = sit_out.contestant
        if number in last_rounds:
            last_rounds[number] = max(sit_out.round_no, last_rounds[number])
    return {
        number: last_round
        for number, last_round in sorted(last_rounds.items())
        if last_round < plan.rounds
    }


def get_stationary_pairs(plan: Movement) -> frozenset[int]:
    """Return the pairs, or the players of an individual contest, that never leave their table.

    An arrow-switch moves nobody.  A pair that sits out stays if it waits at its table.  If the plan
    doesn't say where it waits, it stays if nobody else plays at its table.

    >>> from movements.registry import make_plan
    >>> sorted(get_stationary_pairs(make_plan("mitchell", tables=5)))
    [1, 2, 3, 4, 5]
    >>> sorted(get_stationary_pairs(make_plan("rover-mitchell", pairs=9, rounds=3)))
    [2, 3]
    """
    if plan.contest == "pairs":
        rounds_in_place = _count_rounds_by_seat(plan.rows)
    else:
        rounds_in_place = Counter(
            (number, row.table_no) for row in plan.rows for number in plan.get_row_contestants(row)
        )
    rounds_at_tables = _count_table_rounds_by_contestant(rounds_in_place, plan.rows, plan.sit_outs)
    return frozenset(pair for pair, rounds in rounds_at_tables.items() if len(rounds) == 1)


def needs_carrying(plan: Movement) -> bool:
    """Return whether boards go elsewhere than to the next lower table.

    In every circuit one set goes from the first table back to the last; a plan has as many circuits
    as copies of its boards.  Sets may rest on the way, at a table or between two.

    >>> from movements.registry import make_plan
    >>> needs_carrying(make_plan("howell", pairs=8)), needs_carrying(make_plan("clay", pairs=8))
    (False, True)
    """
    tables_by_copy: defaultdict[_SetCopy, defaultdict[int, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in plan.rows:
        tables_by_copy[row.board_set, row.copy_no][row.round_no].append(row.table_no)
    for sit_out in plan.sit_outs:
        if sit_out.board_set is not None and sit_out.table_no is not None:
            tables_by_round = tables_by_copy[sit_out.board_set, sit_out.copy_no]
            tables_by_round[sit_out.round_no].append(sit_out.table_no)
    carried_count_by_round: Counter[int] = Counter()
    for tables_by_round in tables_by_copy.values():
        for round_no, next_round in pairwise(sorted(tables_by_round)):
            steps_down = [
                table_no - next_table
                for table_no in tables_by_round[round_no]
                for next_table in tables_by_round[next_round]
            ]
            if not any(0 <= step <= next_round - round_no for step in steps_down):
                carried_count_by_round[next_round] += 1
    return max(carried_count_by_round.values(), default=0) > plan.copies


def _count_rounds_by_seat(rows: Sequence[TableRound]) -> Counter[tuple[int, int]]:
    """Count the rounds of each pair at each table."""
    # Attributes are counted without Python code per row: advice asks this of hundreds of plans.
    rounds_in_place = Counter(map(attrgetter("ns", "table_no"), rows))
    rounds_in_place.update(map(attrgetter("ew", "table_no"), rows))
    return rounds_in_place


def _count_table_rounds_by_contestant(
    rounds_in_place: Mapping[tuple[int, int], int],
    rows: Sequence[TableRound],
    sit_outs: Iterable[SitOut],
) -> dict[int, dict[int, int]]:
    """Count the rounds that each contestant spends at each table. Table 0 means away from tables.

    *rounds_in_place* are the rounds played by contestant and table.
    """
    table_rounds_by_contestant: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (number, table_no), round_count in rounds_in_place.items():
        table_rounds_by_contestant[number][table_no] = round_count
    used_tables: set[tuple[int, int]] = set()
    for sit_out in sit_outs:
        rounds = table_rounds_by_contestant[sit_out.contestant]
        if sit_out.table_no is not None:
            rounds[sit_out.table_no] = rounds.get(sit_out.table_no, 0) + 1
            continue
        used_tables = used_tables or {(row.round_no, row.table_no) for row in rows}
        if any((sit_out.round_no, table_no) in used_tables for table_no in rounds):
            rounds[0] = rounds.get(0, 0) + 1
    return table_rounds_by_contestant


def switch_home_rows(
    rows: Sequence[TableRound], sit_outs: Iterable[SitOut]
) -> tuple[TableRound, ...]:
    """Arrow-switch *rows* wherever a pair would change sides at its home table.

    The rows must have no arrow-switches yet.

    A table is the home of a pair that spends more than half of its rounds there, and at least
    three, if no other pair does.  Pairs that stay for less often only pass from one side of a table
    to the other.  The pair keeps the side whose cards it holds at home more often, N-S if equally
    often.

    >>> pairs = [(4, 1), (2, 4), (4, 3)]
    >>> rows = [TableRound(round_no, 1, *pair, round_no, (1,)) for round_no, pair in enumerate(pairs, start=1)]
    >>> [row.arrow_switched for row in switch_home_rows(rows, ())]
    [False, True, False]
    """
    pairs_by_home: defaultdict[int, list[int]] = defaultdict(list)
    rounds_at_tables = _count_table_rounds_by_contestant(
        _count_rounds_by_seat(rows), rows, sit_outs
    )
    for pair, rounds_at in rounds_at_tables.items():
        # A home has more than half of the rounds, so of two equal tables neither is one.
        # A pair that only sits out, at no table, has none either.
        table_no = max(rounds_at, key=rounds_at.__getitem__, default=0)
        rounds = rounds_at.get(table_no, 0)
        if rounds >= MIN_HOME_ROUNDS and 2 * rounds > sum(rounds_at.values()):
            pairs_by_home[table_no].append(pair)
    home_pair_by_table = {
        home: pairs[0] for home, pairs in pairs_by_home.items() if len(pairs) == 1
    }
    home_rows = [row for row in rows if home_pair_by_table.get(row.table_no) in (row.ns, row.ew)]
    ns_surplus_by_table: Counter[int] = Counter()
    for row in home_rows:
        ns_surplus_by_table[row.table_no] += 1 if row.ns == home_pair_by_table[row.table_no] else -1
    switched_keys = set()
    for row in home_rows:
        has_ns_cards = row.ns == home_pair_by_table[row.table_no]
        is_ns_home = ns_surplus_by_table[row.table_no] >= 0
        if has_ns_cards != is_ns_home:
            switched_keys.add((row.round_no, row.table_no))
    return tuple(
        replace(row, arrow_switched=(row.round_no, row.table_no) in switched_keys) for row in rows
    )


class _PairMoves:
    """The seats of a plan in the round after *round_no*.

    A *mover* is a contestant, or half a team: the pairs of a team move separately, each by its
    side.  Its key has an empty side unless it is half a team.
    """

    def __init__(self, plan: Movement, round_no: int) -> None:
        self.plan = plan
        self.is_over = round_no == plan.rounds
        self.last_round_by_loser = get_last_round_by_loser(plan)
        self.is_by_halves = plan.contest == "teams" and not any(row.players for row in plan.rows)
        self.next_seats: dict[tuple[int, str], tuple[int, str]] = {}
        for row in plan.rows:
            if row.round_no == round_no + 1:
                for number, seat in _list_row_seats(plan, row):
                    self.next_seats[self._get_mover(number, seat)] = (row.table_no, seat)
        self.waiting_tables: dict[tuple[int, str], int | None] = {}
        for sit_out in plan.sit_outs:
            if sit_out.round_no == round_no + 1:
                for side in ("NS", "EW"):
                    mover = self._get_mover(sit_out.contestant, side)
                    self.waiting_tables[mover] = sit_out.table_no

    def _get_mover(self, contestant: int, side: str | None) -> tuple[int, str]:
        if self.is_by_halves:
            return contestant, side or ""
        return contestant, ""

    def get_next_move(
        self, contestant: ContestantNo, table_no: TableNo, side: str | None
    ) -> PairMove:
        """Return where *contestant* moves from this table and side."""
        if self.is_over:
            return PairMove(contestant, None, None, stays=False, sits_out=False)
        mover = self._get_mover(contestant, side)
        if mover in self.next_seats:
            next_table, next_side = self.next_seats[mover]
            return PairMove(
                contestant,
                next_table,
                next_side,
                stays=(next_table, next_side) == (table_no, side),
                sits_out=False,
            )
        if contestant in self.last_round_by_loser:
            return PairMove(
                contestant, None, None, stays=False, sits_out=False, is_knocked_out=True
            )
        waiting_table = self.waiting_tables.get(mover)
        waiting_side = side if self.is_by_halves else self.find_constant_side(contestant)
        stays = side is not None and (waiting_table, waiting_side) == (table_no, side)
        return PairMove(contestant, waiting_table, waiting_side, stays=stays, sits_out=True)

    def find_waiting_side(self, sit_out: SitOut) -> str | None:
        """Return the side of a waiting contestant, or of the waiting half of a team."""
        if not self.is_by_halves:
            return self.find_constant_side(sit_out.contestant)
        rows = (row for row in self.plan.rows if row.round_no == sit_out.round_no)
        if any(row.ns == sit_out.contestant for row in rows):
            return "EW"
        return "NS"

    def find_constant_side(self, contestant: ContestantNo) -> str | None:
        """Return the side on which *contestant* always sits, or None if it changes."""
        sides = set()
        for row in self.plan.rows:
            for number, seat in _list_row_seats(self.plan, row):
                if number == contestant:
                    sides.add(seat)
        if len(sides) == 1:
            return sides.pop()
        return None


def _list_row_seats(plan: Movement, row: TableRound) -> tuple[tuple[int, str], ...]:
    """Return who sits at a table, and where. An arrow-switch turns the cards, not the players."""
    if row.players and plan.contest != "pairs":
        sides = "WNES" if row.arrow_switched else "NESW"
        return tuple(zip(row.players, sides, strict=True))
    if row.arrow_switched:
        return (row.ns, "EW"), (row.ew, "NS")
    return (row.ns, "NS"), (row.ew, "EW")


def _get_move_by_set_copy(plan: Movement, round_no: int) -> dict[_SetCopy, BoardMove]:
    """Return where each set goes next: to a table, a sit-out's table or a bye-stand."""
    moves = dict.fromkeys(_iter_set_copies(plan), BoardMove("over"))
    # If two apply in the same round, the first counts: a table that plays the set, a waiting pair,
    # the stand.
    rows_by_set: dict[_SetCopy, list[TableRound]] = {}
    for row in plan.rows:
        if row.round_no > round_no:
            rows_by_set.setdefault((row.board_set, row.copy_no), []).append(row)
    for set_copy, rows in rows_by_set.items():
        next_row = rows[0]
        moves[set_copy] = BoardMove(
            "table",
            next_row.table_no,
            round_no=next_row.round_no,
            shared_with=_find_sharing_table(rows, next_row),
        )
    for sit_out in plan.sit_outs:
        if sit_out.board_set is None or sit_out.table_no is None:
            continue
        if sit_out.round_no > round_no:
            move = BoardMove("table", sit_out.table_no, round_no=sit_out.round_no)
            _set_sooner_move(moves, (sit_out.board_set, sit_out.copy_no), move)
    for stand in plan.bye_stands:
        if stand.round_no > round_no:
            move = BoardMove("bye-stand", after_table=stand.after_table, round_no=stand.round_no)
            _set_sooner_move(moves, (stand.board_set, 1), move)
    return moves


def _iter_set_copies(plan: Movement) -> Iterator[_SetCopy]:
    for row in plan.rows:
        yield row.board_set, row.copy_no
    for sit_out in plan.sit_outs:
        if sit_out.board_set is not None:
            yield sit_out.board_set, sit_out.copy_no


def _set_sooner_move(moves: dict[_SetCopy, BoardMove], set_copy: _SetCopy, move: BoardMove) -> None:
    known_move = moves.get(set_copy, move)
    if known_move.round_no is None or (move.round_no or 0) < known_move.round_no:
        moves[set_copy] = move


def _find_sharing_table(rows_of_set: Sequence[TableRound], row: TableRound) -> int | None:
    """Return the other table that plays the set of *row* in the same round, if they share it."""
    if not row.shared:
        return None
    for other_row in rows_of_set:
        if other_row.round_no == row.round_no and other_row.table_no != row.table_no:
            return other_row.table_no
    return None


def _make_move_for_table(move: BoardMove, table_no: int) -> BoardMove:
    """Return *move* as seen from the table of the set: as "stay" if that table uses it next."""
    if table_no not in (move.table_no, move.shared_with):
        return move
    other_table = move.shared_with if move.table_no == table_no else move.table_no
    return BoardMove("stay", table_no, round_no=move.round_no, shared_with=other_table)


def detect_leavers(plan: Movement, from_round: int) -> frozenset[int]:
    """Return the pairs that have left according to the plan: they only sit out, at no table.

    >>> from dataclasses import replace
    >>> from movements.model import SitOut
    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", pairs=8)
    >>> rows = tuple(row for row in plan.rows if 5 not in (row.ns, row.ew))
    >>> sit_outs = tuple(SitOut(round_no, 5) for round_no in (1, 2))
    >>> detect_leavers(replace(plan, rows=rows, sit_outs=sit_outs), 1)
    frozenset({5})
    """
    playing = {pair for row in plan.rows if row.round_no >= from_round for pair in (row.ns, row.ew)}
    sit_outs_by_pair: defaultdict[int, list[SitOut]] = defaultdict(list)
    for sit_out in plan.sit_outs:
        if sit_out.round_no >= from_round:
            sit_outs_by_pair[sit_out.contestant].append(sit_out)
    leavers = set()
    for pair, sit_outs in sit_outs_by_pair.items():
        is_away = all(sit_out.table_no is None for sit_out in sit_outs)
        if pair not in playing and len(sit_outs) >= SIT_OUTS_OF_LEAVER and is_away:
            leavers.add(pair)
    return frozenset(leavers)
