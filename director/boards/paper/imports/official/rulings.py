"""Find rulings on lines of an imported session, from its official points.

Once the method and its options are chosen, a line that still differs while the rest of its board
agrees was ruled: the points behind its artificial score are others than the code says, or points
were moved by hand.  Where every line of a board differs a little, the method is another one, and
nothing was ruled.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import TypeAlias

from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.boards.paper.imports.official.field import SourceNight
from director.boards.paper.imports.official.options import MethodMatch
from director.boards.scoring.official.figures import (
    LineDifference,
    LineKey,
    OfficialFigures,
    PairDifference,
    PairKey,
    PrintedLine,
    agrees,
)
from scoring import Artificial, Board, Credit, Field, Line, Ranking, ScoredLine, signed_text

_UNITS = ("mp", "imp", "points")
_MOST_LINES = 40
_MOST_BOARDS = 12
_FEW = 3
_SHARE = Fraction(1, 5)
"""Of all lines at most so many can have been ruled; more are a method that is not known here."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A line with the entry that gives its official points."""

    key: LineKey
    entered: LineEntry
    official: PrintedLine
    bare: ScoredLine


RuledLines: TypeAlias = dict[LineKey, Ruled]


def find_ruled(choice: MethodMatch, ranking: Ranking, night: SourceNight) -> list[Ruled]:
    """Return the lines of *night* that were ruled.

    A change is kept only if no total that was official before is so no longer: some programs print
    other points on a line than they add up.
    """
    differing = list(night.official.line_differences(ranking))
    if not differing:
        return []
    seeker = _Seeker(choice, ranking, night)
    ways = (seeker.find(differing, by_share=by_share) for by_share in (True, False))
    ruled = seeker.without_spoilers(min(ways, key=seeker.pair_faults))
    most = max(_FEW, int(len(night.official.lines) * _SHARE))
    if len(ruled) <= most:
        return list(ruled.values())
    return []


def with_ruled(field: Field, ruled: Iterable[Ruled]) -> Field:
    """Return *field* with rulings on its lines."""
    by_key = {line.key: line.entered for line in ruled}
    return replace(
        field,
        boards=tuple(
            replace(
                board,
                lines=tuple(_replaced_line(board.board_no, line, by_key) for line in board.lines),
            )
            if any((board.board_no, line.ns, line.ew) in by_key for line in board.lines)
            else board
            for board in field.boards
        ),
    )


def _replaced_line(board_no: int, line: Line, by_key: Mapping[LineKey, LineEntry]) -> Line:
    entered = by_key.get((board_no, line.ns, line.ew))
    if entered:
        return _with_entered(line, board_no, entered)
    return line


def _with_entered(line: Line, board_no: int, entered: LineEntry) -> Line:
    """Return *line* with something else *entered* on it."""
    return entered.line(ns=line.ns, ew=line.ew, board_no=board_no)._replace(section=line.section)


class _Seeker:
    """Finds the rulings of one session."""

    def __init__(self, choice: MethodMatch, ranking: Ranking, night: SourceNight) -> None:
        self._choice, self._ranking = choice, ranking
        self._field, self._entries, self._official = night.field, night.entries, night.official
        self._unit = next(unit for unit in _UNITS if unit in choice.method.accepts)
        self._tops = {
            (board.board_no, line.line.ns): board.top
            for board in ranking.boards
            for line in board.lines
        }  # sections that are compared apart have different ones
        self._boards = {board.board_no: board for board in self._field.boards}
        self._fullest = max(self._field.boards, key=attrgetter("results"))
        self._tried = 0

    def find(self, differing: Iterable[LineDifference], *, by_share: bool) -> RuledLines:
        """Return the rulings by line, as shares of the top if *by_share*."""
        by_board: dict[int, list[LineDifference]] = defaultdict(list)
        for difference in differing:
            by_board[difference.key[0]].append(difference)
        ruled: RuledLines = {}
        for board_no, on_board in by_board.items():
            played = [
                difference for difference in on_board if difference.ours.line.artificial is None
            ]
            if self._is_few(board_no, played):
                ruled |= {
                    difference.key: self._ruled(difference, difference.ours, by_share=by_share)
                    for difference in on_board
                }
            elif outside := self._outside(board_no, played):
                ruled[outside.key] = outside
        return ruled | self._averages(ruled)

    def pair_faults(self, ruled: RuledLines) -> int:
        """Return how many figures of pairs don't match with these rulings."""
        return self._official.pair_faults(self._rank(ruled.values()))

    def without_spoilers(self, ruled: RuledLines) -> RuledLines:
        """Return *ruled* without the lines of pairs whose total was official and is so no longer."""
        wrong_before = self._wrong(self._ranking)
        for _ in range(2):
            spoiled = self._wrong(self._rank(ruled.values())) - wrong_before
            ruled = {
                key: line for key, line in ruled.items() if not spoiled & set(self._pairs(key))
            }
        return ruled

    def _rank(self, ruled: Iterable[Ruled]) -> Ranking:
        return self._choice.rank(with_ruled(self._field, ruled))

    def _wrong(self, ranking: Ranking) -> set[PairKey]:
        """Return the pairs whose total is not official."""
        return {
            pair.key
            for pair in self._official.differences(ranking).pairs
            if pair.official.total is not None and not pair.official.total.agrees(pair.ours.total)
        }

    def _pairs(self, key: LineKey) -> tuple[PairKey, PairKey]:
        _board_no, ns, ew = key
        if self._field.winners == 1:
            return ((None, ns), (None, ew))
        return (("NS", ns), ("EW", ew))

    def _is_few(self, board_no: int, played: Sequence[LineDifference]) -> bool:
        """Return whether most scores of a board agree."""
        scored = self._boards[board_no].scores
        return not played or 2 * len(played) < scored or (len(played) == 1 and scored > 1)

    def _ruled(
        self,
        difference: LineDifference,
        ours: ScoredLine,
        *,
        by_share: bool,
        entered: LineEntry | None = None,
    ) -> Ruled:
        """Return the line of *difference* with its official points."""
        entered = entered or self._entries[difference.key]
        ns, ew = _missing(difference.official, ours)
        if by_share and entered.artificial:
            share = self._share(difference.key[0], ours, ns, ew)
        else:
            share = None
        if share:
            text = str(share)
        else:
            text = f"{entered.text} MOVED {signed_text(ns)}/{signed_text(ew)} {self._unit.upper()}"
        return Ruled(difference.key, read_line_entry(text), difference.official, difference.ours)

    def _share(
        self, board_no: int, ours: ScoredLine, ns: Fraction, ew: Fraction
    ) -> Artificial | None:
        """Return the artificial score that gives the difference, or None."""
        top = self._tops[board_no, ours.line.ns]
        both = [
            Fraction(points or 0) + more
            for points, more in ((ours.ns_points, ns), (ours.ew_points, ew))
        ]
        shares = [100 * points / top for points in both] if top else []
        if not shares or any(not 0 <= share <= 100 or 100 % share.denominator for share in shares):
            return None
        return Artificial(shares[0], shares[1])

    def _outside(self, board_no: int, played: Sequence[LineDifference]) -> Ruled | None:
        """Return the line without which all others of the board match."""
        board = self._boards[board_no]
        self._tried += 1
        if len(board.lines) > _MOST_LINES or self._tried > _MOST_BOARDS:
            return None
        for difference in played:
            entered = read_line_entry("A5050")
            lines = tuple(_instead(line, difference.key, entered) for line in board.lines)
            scored_lines = self._rank_board(replace(board, lines=lines))
            ours = {(scored.line.ns, scored.line.ew): scored for scored in scored_lines}
            official = self._official.lines
            others = [at for at in ours if at != difference.key[1:] and (board_no, *at) in official]
            if others and all(agrees(official[board_no, *at], ours[at]) for at in others):
                return self._ruled(
                    difference, ours[difference.key[1:]], by_share=True, entered=entered
                )
        return None

    def _rank_board(self, board: Board) -> list[ScoredLine]:
        """Return the lines of *board*, scored among the other boards."""
        boards = (board,) if board.board_no == self._fullest.board_no else (board, self._fullest)
        ranking = self._choice.method.rank(
            replace(self._field, boards=boards), self._choice.settings
        )
        return [
            line
            for scored in ranking.boards
            if scored.board_no == board.board_no
            for line in scored.lines
        ]

    def _averages(self, ruled: RuledLines) -> RuledLines:
        """Return the artificial scores that match as a pair's own average."""
        if not self._choice.method.has_own_average:
            return {}
        tried = {
            key: replace(
                line, entered=read_line_entry(str(given.flat if given.is_own else _with_own(given)))
            )
            for key, line in ruled.items()
            if (given := self._entries[key].artificial) and {given.ns, given.ew} - {None, 50}
        }
        wrong = {
            difference.key
            for difference in self._official.line_differences(self._rank((ruled | tried).values()))
        }
        return {key: line for key, line in tried.items() if key not in wrong}


def _missing(official: PrintedLine, ours: ScoredLine) -> tuple[Fraction, Fraction]:
    """Return what both sides should get beyond *ours*."""
    ns, ew = (
        None if printed is None or points is None else printed.simplest(points)
        for printed, points in zip(official, (ours.ns_points, ours.ew_points), strict=True)
    )
    return (-(ew or 0) if ns is None else ns) + Fraction(0), (
        -(ns or 0) if ew is None else ew
    ) + Fraction(0)


def _instead(line: Line, key: LineKey, entered: LineEntry) -> Line:
    board_no, ns, ew = key
    if (line.ns, line.ew) == (ns, ew):
        return _with_entered(line, board_no, entered)
    return line


def _with_own(given: Artificial) -> Artificial:
    return Artificial(
        given.ns, given.ew, ns_own=given.ns not in (None, 50), ew_own=given.ew not in (None, 50)
    )


# What a director gave or took from whole totals of a night that was scored elsewhere: penalties,
# carry-overs.

_CREDITS_FEW = 1
_CREDITS_SHARE = Fraction(1, 10)
_DECIMALS = 3
"""How many an amount can have where it is stored."""


@dataclass(frozen=True, slots=True)
class PairCredit:
    """What a pair got besides its boards, or lost if *amount* is below 0, in *unit*.

    What it got is *out_of* a maximum: 0 if percentages are out of the boards alone, None for the
    most that any got.
    """

    key: PairKey
    amount: Fraction
    unit: str
    out_of: Fraction | None = Fraction(0)

    def credit(self) -> Credit:
        """Return it as it is scored."""
        direction, number = self.key
        if self.amount < 0:
            return Credit(number, direction, "penalty", self.amount, self.unit)
        return Credit(number, direction, "carry-over", self.amount, self.unit, out_of=self.out_of)


def find_credits(
    choice: MethodMatch,
    ranking: Ranking,
    field: Field,
    official: OfficialFigures,
    adjustments: Mapping[PairKey, Decimal],
) -> list[PairCredit]:
    """Return what to add to totals of *field* to match the official ones.

    Without an adjustment the file must leave no doubt: all lines official, one total in ten at most
    another, by more than rounding, of a pair that played all boards.  With all of it, total,
    percentage and place of each such pair are the official ones; otherwise nothing is added.
    """
    differing = official.differences(ranking)
    unit = next(unit for unit in _UNITS if unit in choice.method.accepts)
    told = [pair for pair in differing.pairs if pair.key in adjustments]
    untold = [
        pair
        for pair in differing.pairs
        if pair.key not in adjustments and _is_by_hand(pair, ranking)
    ]
    most = max(_CREDITS_FEW, int(len(official.pairs) * _CREDITS_SHARE))
    plain = not differing.lines and len(untold) <= most
    for pairs in ([*told, *untold] if plain else told, told):
        # Other programs leave carry-over out of the maximum of their percentages; here it is part
        # of it.
        for out_of in (Fraction(0), None):
            credits = [
                credit for pair in pairs if (credit := _credit(pair, unit, out_of)) is not None
            ]
            if credits and _are_official(choice, field, official, credits):
                return credits
    return []


def with_credits(field: Field, credits: Sequence[PairCredit]) -> Field:
    """Return *field* with *credits* besides its own."""
    return replace(field, credits=(*field.credits, *(credit.credit() for credit in credits)))


def _credit(pair: PairDifference, unit: str, out_of: Fraction | None) -> PairCredit | None:
    if pair.official.total is None:
        return None
    amount = pair.official.total.simplest(pair.ours.total)
    if not amount or 10**_DECIMALS % amount.denominator:
        return None
    return PairCredit(pair.key, amount, unit, out_of)


def _is_by_hand(pair: PairDifference, ranking: Ranking) -> bool:
    """Return whether a total differs by more than rounding and sit-outs."""
    total = pair.official.total
    if total is None or total.agrees(pair.ours.total):
        return False
    most = max(
        standing.boards
        for standing in ranking.standings
        if standing.direction == pair.ours.direction
    )
    return pair.ours.boards == most and abs(total.value - pair.ours.total) * 10**total.decimals >= 5


def _are_official(
    choice: MethodMatch, field: Field, official: OfficialFigures, credits: list[PairCredit]
) -> bool:
    ranking = choice.rank(with_credits(field, credits))
    wrong = {pair.key for pair in official.differences(ranking).pairs}
    return not wrong & {credit.key for credit in credits}
