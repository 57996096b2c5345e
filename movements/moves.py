"""Where everybody and every board set goes when a round is over.

Responsible for reading the next move out of the rows of any plan, so that the cards of a foreign
movement say it too, and for who never moves at all.  Leaves the wording to whoever prints.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from movements.errors import MovementError
from movements.model import KNOCK_OUT, Movement, SitOut, TableRound
from movements.sentences import MovementSentences

LEAST_STAY = 3
"""Rounds at one table from which on a pair keeps it rather than passes through."""

_Box: TypeAlias = tuple[int, int]  # a board set and which copy of it


@dataclass(frozen=True, slots=True)
class PairMove:
    """The place of a pair or player in the next round.

    ``side`` is "NS" or "EW", of a player "N", "E", "S" or "W".

    An arrow-switch gives it the other cards, not another seat.

    ``stays`` means the same table and the same side.  A pair that sits out has the table where it
    waits, when the plan names one.  Who ``is_out`` has lost in a knock-out.  Without a table and
    with neither, play is over.

    >>> PairMove(contestant=6, table_no=4, side="EW", stays=False, sits_out=False).table_no
    4
    """

    contestant: int
    table_no: int | None
    side: str | None
    stays: bool
    sits_out: bool
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class BoardMove:
    """The next place of a board set.

    ``kind`` is "stay", "table", "bye-stand" or "over" (not used again).

    ``table_no`` is the table that uses it next and ``round_no`` when, which may be some rounds
    later: the set waits there meanwhile.  ``shared_with`` is the second table that uses it in that
    round.  On a bye-stand ``after_table`` is the table below it.

    >>> BoardMove(kind="bye-stand", after_table=4, round_no=2).table_no is None
    True
    """

    kind: str
    table_no: int | None = None
    after_table: int | None = None
    round_no: int | None = None
    shared_with: int | None = None


@dataclass(frozen=True, slots=True)
class TableMoves:
    """The moves from one table after a round: the pairs that held the N-S and E-W cards.

    An empty seat is None.

    Where everybody plays alone, or the rows of teams name their players, ``players`` are the moves
    of those who sat N, E, S and W, and there are no pairs.  Of other teams the halves move that sit
    N-S and E-W.

    >>> from movements import make_plan
    >>> moves_after(make_plan("howell", pairs=8), 1)[2].boards
    BoardMove(kind='table', table_no=1, after_table=None, round_no=4, shared_with=None)
    """

    ns: PairMove | None
    ew: PairMove | None
    boards: BoardMove | None
    players: tuple[PairMove, ...] = ()


def moves_after(plan: Movement, round_no: int) -> dict[int, TableMoves]:
    """Return the moves from every table after *round_no*, by table number.

    A table where a pair sits out is listed too, when the plan names it: the waiting pair has its
    move and passes on the set that lies there.

    >>> from movements import make_plan
    >>> moves = moves_after(make_plan("mitchell", tables=5), 1)
    >>> moves[5].ew
    PairMove(contestant=10, table_no=1, side='EW', stays=False, sits_out=False, is_out=False)
    >>> moves[1].ns.stays
    True

    :raises MovementError: if the plan has no such round.
    """
    if not 1 <= round_no <= plan.rounds:
        raise MovementError(
            MovementSentences.NO_SUCH_ROUND,
            movement=plan.name,
            rounds=plan.rounds,
            round_no=round_no,
        )
    pairs = _PairMoves(plan, round_no)
    boards = _board_moves(plan, round_no)
    moves_of: dict[int, TableMoves] = {}
    for row in plan.rows:
        if row.round_no == round_no:
            leaving = tuple(
                pairs.leaving(number, row.table_no, seat) for number, seat in _places(plan, row)
            )
            lying = _from_table(boards[row.board_set, row.copy_no], row.table_no)
            if len(leaving) == 4:
                moves_of[row.table_no] = TableMoves(None, None, lying, leaving)
            else:
                moves_of[row.table_no] = TableMoves(leaving[0], leaving[1], lying)
    in_play = {(row.board_set, row.copy_no) for row in plan.rows if row.round_no == round_no}
    for sit_out in plan.sit_outs:
        if (
            sit_out.round_no == round_no
            and sit_out.table_no is not None
            and sit_out.table_no not in moves_of
        ):
            side = pairs.waiting_side(sit_out)
            move = pairs.leaving(sit_out.contestant, sit_out.table_no, side)
            box = None if sit_out.board_set is None else (sit_out.board_set, sit_out.copy_no)
            if box is None or box in in_play:
                board_move = None
            else:
                board_move = _from_table(boards[box], sit_out.table_no)
            ns, ew = (None, move) if side == "EW" else (move, None)
            moves_of[sit_out.table_no] = TableMoves(ns, ew, board_move)
    return dict(sorted(moves_of.items()))


def knocked_out(plan: Movement) -> dict[int, int]:
    """Return the contestants knocked out so far, each with the last round played.

    Empty unless the next round of a knock-out is drawn.

    >>> from movements import DrawnRound, plan_of_rounds
    >>> rounds = [DrawnRound(((1, 4), (2, 3))), DrawnRound(((1, 3),))]
    >>> knocked_out(plan_of_rounds("knock-out", rounds, boards_per_set=8))
    {2: 1, 4: 1}
    """
    last: dict[int, int] = {}
    for row in plan.rows if plan.key == KNOCK_OUT else ():
        for number in (row.ns, row.ew):
            last[number] = max(row.round_no, last.get(number, 0))
    for wait in plan.sit_outs:
        if wait.contestant in last:
            last[wait.contestant] = max(wait.round_no, last[wait.contestant])
    return {number: round_no for number, round_no in sorted(last.items()) if round_no < plan.rounds}


def stationary_pairs(plan: Movement) -> frozenset[int]:
    """Return the pairs, or players where everybody plays alone, that never leave their table.

    An arrow-switch moves nobody.  A pair that sits out stays if it waits at its table, or, where
    the plan does not say where it waits, if nobody else plays there meanwhile.

    >>> from movements import make_plan
    >>> sorted(stationary_pairs(make_plan("mitchell", tables=5)))
    [1, 2, 3, 4, 5]
    >>> sorted(stationary_pairs(make_plan("rover-mitchell", pairs=9, rounds=3)))
    [2, 3]
    """
    tables = _tables([(row, plan.contestants_at(row)) for row in plan.rows], plan.sit_outs)
    return frozenset(pair for pair, visits in tables.items() if len(visits) == 1)


def _tables(
    seated: Iterable[tuple[TableRound, Sequence[int]]], sit_outs: Iterable[SitOut]
) -> dict[int, Counter[int]]:
    """Count the rounds that each of *seated* spends at each table. Table 0 means away from the
    tables.
    """
    tables: defaultdict[int, Counter[int]] = defaultdict(Counter)
    in_use: set[tuple[int, int]] = set()
    for row, numbers in seated:
        for number in numbers:
            tables[number][row.table_no] += 1
        in_use.add((row.round_no, row.table_no))
    for wait in sit_outs:
        if wait.table_no is not None:
            tables[wait.contestant][wait.table_no] += 1
        elif any((wait.round_no, home) in in_use for home in tables[wait.contestant]):
            tables[wait.contestant][0] += 1
    return tables


def switched_at_home(
    rows: Sequence[TableRound], sit_outs: Iterable[SitOut]
) -> tuple[TableRound, ...]:
    """Arrow-switch *rows* wherever a pair would change sides at its home table.

    The rows must have no arrow-switches yet.

    That is a table where it spends more than half of its rounds, three at least, and nobody else
    does: who stays for less is often on its way from one side of a table to the other.  The pair
    keeps the side whose cards it holds there more often, N-S if equally often.

    >>> pairs = [(4, 1), (2, 4), (4, 3)]
    >>> rows = [TableRound(round_no, 1, *two, round_no, (1,)) for round_no, two in enumerate(pairs, start=1)]
    >>> [row.arrow_switched for row in switched_at_home(rows, ())]
    [False, True, False]
    """
    claims: defaultdict[int, list[int]] = defaultdict(list)
    for pair, visits in _tables([(row, (row.ns, row.ew)) for row in rows], sit_outs).items():
        home, stays = visits.most_common(1)[0]
        if stays >= LEAST_STAY and 2 * stays > visits.total():
            claims[home].append(pair)
    keepers = {home: pairs[0] for home, pairs in claims.items() if len(pairs) == 1}
    at_home = [row for row in rows if keepers.get(row.table_no) in (row.ns, row.ew)]
    more_ns: Counter[int] = Counter()
    for row in at_home:
        more_ns[row.table_no] += 1 if row.ns == keepers[row.table_no] else -1
    turned = {
        (row.round_no, row.table_no)
        for row in at_home
        if (row.ns == keepers[row.table_no]) != (more_ns[row.table_no] >= 0)
    }
    return tuple(
        replace(row, arrow_switched=(row.round_no, row.table_no) in turned) for row in rows
    )


class _PairMoves:
    """Where the pairs of a plan are in the round after *round_no*."""

    def __init__(self, plan: Movement, round_no: int) -> None:
        self.plan = plan
        self.over = round_no == plan.rounds
        self.out = knocked_out(plan)
        self.by_side = plan.contest == "teams" and not any(row.players for row in plan.rows)
        self.seats: dict[tuple[int, str], tuple[int, str]] = {}
        for row in plan.rows:
            if row.round_no == round_no + 1:
                self.seats |= {
                    self._who(number, seat): (row.table_no, seat)
                    for number, seat in _places(plan, row)
                }
        self.waiting = {
            self._who(sit_out.contestant, side): sit_out.table_no
            for sit_out in plan.sit_outs
            if sit_out.round_no == round_no + 1
            for side in ("NS", "EW")
        }

    def _who(self, contestant: int, side: str | None) -> tuple[int, str]:
        """Return who moves: a contestant, or the half of a team that sits on one *side*."""
        return contestant, (side or "") if self.by_side else ""

    def leaving(self, contestant: int, table_no: int, side: str | None) -> PairMove:
        """Return the move of *contestant*, who was at this table and side."""
        if self.over:
            return PairMove(contestant, None, None, stays=False, sits_out=False)
        who = self._who(contestant, side)
        if who in self.seats:
            to_table, to_side = self.seats[who]
            return PairMove(
                contestant,
                to_table,
                to_side,
                stays=(to_table, to_side) == (table_no, side),
                sits_out=False,
            )
        if contestant in self.out:
            return PairMove(contestant, None, None, stays=False, sits_out=False, is_out=True)
        waits_at = self.waiting.get(who)
        waits_side = side if self.by_side else self.usual_side(contestant)
        stays = side is not None and (waits_at, waits_side) == (table_no, side)
        return PairMove(contestant, waits_at, waits_side, stays=stays, sits_out=True)

    def waiting_side(self, sit_out: SitOut) -> str | None:
        """Return the side of a waiting contestant, of a team that of its waiting half."""
        if not self.by_side:
            return self.usual_side(sit_out.contestant)
        rows = (row for row in self.plan.rows if row.round_no == sit_out.round_no)
        if any(row.ns == sit_out.contestant for row in rows):
            return "EW"
        return "NS"

    def usual_side(self, contestant: int) -> str | None:
        """Return the side on which *contestant* always sits, or ``None`` if they change."""
        places = (place for row in self.plan.rows for place in _places(self.plan, row))
        sides = {seat for number, seat in places if number == contestant}
        if len(sides) == 1:
            return sides.pop()
        return None


def _places(plan: Movement, row: TableRound) -> tuple[tuple[int, str], ...]:
    """Return the players at a table with their seats. An arrow-switch turns the cards, not the
    players.
    """
    if row.players and plan.contest != "pairs":
        return tuple(zip(row.players, "WNES" if row.arrow_switched else "NESW", strict=True))
    ns_seat, ew_seat = ("EW", "NS") if row.arrow_switched else ("NS", "EW")
    return (row.ns, ns_seat), (row.ew, ew_seat)


def _board_moves(plan: Movement, round_no: int) -> dict[_Box, BoardMove]:
    """Return the nearest later place of every set: a table, a sit-out's table or a bye-stand."""
    rows: dict[_Box, TableRound] = {}
    for row in plan.rows:
        if row.round_no > round_no:
            rows.setdefault((row.board_set, row.copy_no), row)
    moves = {(row.board_set, row.copy_no): BoardMove("over") for row in plan.rows}
    moves |= {
        (sit_out.board_set, sit_out.copy_no): BoardMove("over")
        for sit_out in plan.sit_outs
        if sit_out.board_set is not None
    }
    # Later entries replace earlier ones only when they come sooner: play first, then a waiting
    # pair, then the stand.
    for box, row in rows.items():
        moves[box] = BoardMove(
            "table", row.table_no, round_no=row.round_no, shared_with=_sharer(plan, row)
        )
    for sit_out in plan.sit_outs:
        if (
            sit_out.board_set is not None
            and sit_out.table_no is not None
            and sit_out.round_no > round_no
        ):
            move = BoardMove("table", sit_out.table_no, round_no=sit_out.round_no)
            _take_sooner(moves, (sit_out.board_set, sit_out.copy_no), move)
    for stand in plan.bye_stands:
        if stand.round_no > round_no:
            move = BoardMove("bye-stand", after_table=stand.after_table, round_no=stand.round_no)
            _take_sooner(moves, (stand.board_set, 1), move)
    return moves


def _take_sooner(moves: dict[_Box, BoardMove], box: _Box, move: BoardMove) -> None:
    known = moves.get(box, move)
    if known.round_no is None or (move.round_no or 0) < known.round_no:
        moves[box] = move


def _sharer(plan: Movement, row: TableRound) -> int | None:
    if not row.shared:
        return None
    box = (row.round_no, row.board_set, row.copy_no)
    users = (
        other for other in plan.rows if (other.round_no, other.board_set, other.copy_no) == box
    )
    return next((other.table_no for other in users if other.table_no != row.table_no), None)


def _from_table(move: BoardMove, table_no: int) -> BoardMove:
    if table_no not in (move.table_no, move.shared_with):
        return move
    other = move.shared_with if move.table_no == table_no else move.table_no
    return BoardMove("stay", table_no, round_no=move.round_no, shared_with=other)
