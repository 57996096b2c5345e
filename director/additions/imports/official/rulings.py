"""Find rulings on lines of an imported session, and points added to totals, by its official figures.

Once the method and its options are chosen, a line that still differs while the rest of its board
agrees was ruled: its artificial score was worth other points than its code says, or points were
moved by hand. If every line of a board differs a little, the file used another method and nothing
was ruled. See docs/decisions/points-moved-by-hand.md for how a ruling is stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import TypeAlias

from director.additions.imports.official.field import ImportedSession, Partners
from director.additions.imports.official.figures import (
    FigureDifferences,
    LineDifference,
    LineKey,
    OfficialFigure,
    OfficialFigures,
    OfficialLineFigures,
    PairDifference,
    PairKey,
    has_matching_points,
    make_line_key,
    make_pair_keys,
)
from director.additions.imports.official.options import MethodMatch
from director.boards.movement.lines.entries import LineEntry, read_line_entry
from scoring.bridge.rulings import ArtificialScore, Credit
from scoring.model import Board, Field, Line, Points, Ranking, ScoredLine
from scoring.totals.ranking import signed_text

# Finding the line that spoils a board scores the board once for each line, so large boards and
# many boards would take too long.
_MAX_LINES_TO_TRY = 40
_MAX_BOARDS_TO_TRY = 12
# More ruled lines than these are a sign of a method that is not known here. The share is of all
# lines.
_MIN_RULED_LINES = 3
_RULED_SHARE = Fraction(1, 5)


@dataclass(frozen=True, slots=True)
class FoundRuling:
    """A line with the entry that gives its official points. *unruled_line* is its score without it."""

    key: LineKey
    entry: LineEntry
    official_figures: OfficialLineFigures
    unruled_line: ScoredLine


RuledLines: TypeAlias = dict[LineKey, FoundRuling]


def find_ruled(
    choice: MethodMatch, ranking: Ranking, imported: ImportedSession
) -> list[FoundRuling]:
    """Return the lines of *imported* that were ruled.

    A ruling is rejected if it spoils a total that matched before, because some programs print
    other points on a line than they add up.
    """
    differences = list(imported.official.find_line_differences(ranking))
    if not differences:
        return []
    finder = _RulingFinder(choice, ranking, imported)
    by_share = finder.find(differences, by_share=True)
    by_moved_points = finder.find(differences, by_share=False)
    better = min((by_share, by_moved_points), key=finder.count_pair_faults)
    ruled = finder.without_spoilers(better)
    limit = max(_MIN_RULED_LINES, int(len(imported.official.lines) * _RULED_SHARE))
    if len(ruled) > limit:
        return []
    return list(ruled.values())


def with_ruled(field: Field, ruled: Iterable[FoundRuling]) -> Field:
    """Return *field* with rulings on its lines."""
    entries = {line.key: line.entry for line in ruled}
    return replace(field, boards=tuple(_with_entries(board, entries) for board in field.boards))


def _with_entries(board: Board, entries: Mapping[LineKey, LineEntry]) -> Board:
    """Return *board* with *entries* on its lines, or the same object if none is on it."""
    lines = tuple(
        _replace_entry(line, board.board_no, entries.get(make_line_key(board.board_no, line)))
        for line in board.lines
    )
    if all(new is old for new, old in zip(lines, board.lines, strict=True)):
        return board
    return replace(board, lines=lines)


def _replace_entry(line: Line, board_no: int, entered: LineEntry | None) -> Line:
    """Return *line* with another result *entered* on it. If it is None, return *line* itself."""
    if entered is None:
        return line
    return entered.make_line(ns=line.ns, ew=line.ew, board_no=board_no)._replace(
        section=line.section, lists=line.lists
    )


class _RulingFinder:
    """Finds the rulings of one session.

    A ruling is expressed either as an artificial score, a share of the board's top, or as points
    moved on the line. The caller decides which of the two explains more totals.
    """

    def __init__(self, choice: MethodMatch, ranking: Ranking, imported: ImportedSession) -> None:
        self._choice = choice
        self._ranking = ranking
        self._field = imported.field
        self._entries = imported.entries
        self._official = imported.official
        # By board and N-S pair: sections that are compared separately have different tops.
        self._tops = {}
        for board in ranking.boards:
            for line in board.lines:
                self._tops[board.board_no, line.line.ns] = board.top
        self._boards = {board.board_no: board for board in self._field.boards}
        self._fullest = max(self._field.boards, key=attrgetter("results"))
        self._boards_tried = 0

    def find(self, differences: Iterable[LineDifference], *, by_share: bool) -> RuledLines:
        """Return the rulings by line, as shares of the top if *by_share*."""
        by_board: dict[int, list[LineDifference]] = defaultdict(list)
        for difference in differences:
            by_board[difference.key[0]].append(difference)
        ruled: RuledLines = {}
        for board_no, board_differences in by_board.items():
            played = [
                difference
                for difference in board_differences
                if difference.our_line.line.artificial is None
            ]
            if self._are_most_scores_official(board_no, played):
                for difference in board_differences:
                    ruled[difference.key] = self._make_ruled_line(
                        difference, difference.our_line, by_share=by_share
                    )
                continue
            spoiler = self._find_spoiler(board_no, played)
            if spoiler:
                ruled[spoiler.key] = spoiler
        return ruled | self._with_own_averages(ruled)

    def count_pair_faults(self, ruled: RuledLines) -> int:
        """Return the number of figures of pairs that differ with *ruled* lines."""
        return self._official.pair_faults(self._rank_with_rulings(ruled.values()))

    def without_spoilers(self, ruled: RuledLines) -> RuledLines:
        """Return *ruled* without lines of pairs whose total matched only without rulings."""
        wrong_before = self._find_pairs_with_wrong_total(self._ranking)
        # Leaving lines out changes other pairs' points, which can spoil a total once more.
        for _ in range(2):
            wrong_pairs = self._find_pairs_with_wrong_total(self._rank_with_rulings(ruled.values()))
            spoiled = wrong_pairs - wrong_before
            ruled = {
                key: line
                for key, line in ruled.items()
                if spoiled.isdisjoint(make_pair_keys(key, self._field.winners))
            }
        return ruled

    def _rank_with_rulings(self, ruled: Iterable[FoundRuling]) -> Ranking:
        return self._choice.rank(with_ruled(self._field, ruled))

    def _find_pairs_with_wrong_total(self, ranking: Ranking) -> set[PairKey]:
        return {
            pair.key
            for pair in self._official.differences(ranking).pairs
            if pair.official_pair.total is not None
            and not pair.official_pair.total.agrees(pair.our_standing.total)
        }

    def _are_most_scores_official(self, board_no: int, differing: Sequence[LineDifference]) -> bool:
        """Return whether most scores of a board agree with the official ones."""
        score_count = self._boards[board_no].scores
        if len(differing) == 1:
            # One of two results is half of the board, but the other result still agrees.
            return score_count > 1
        return not differing or 2 * len(differing) < score_count

    def _make_ruled_line(
        self,
        difference: LineDifference,
        ours: ScoredLine,
        *,
        by_share: bool,
        entered: LineEntry | None = None,
    ) -> FoundRuling:
        """Return the line of *difference* with an entry that gives its official points."""
        if entered is None:
            entered = self._entries[difference.key]
        ns_missing, ew_missing = _compute_missing_points(difference.official_figures, ours)
        share = None
        if by_share and entered.artificial:
            share = self._find_artificial_score(difference.key[0], ours, ns_missing, ew_missing)
        if share:
            text = str(share)
        else:
            moved = f"{signed_text(ns_missing)}/{signed_text(ew_missing)}"
            text = f"{entered.text} MOVED {moved} {self._choice.unit.upper()}"
        return FoundRuling(
            difference.key, read_line_entry(text), difference.official_figures, difference.our_line
        )

    def _find_artificial_score(
        self, board_no: int, ours: ScoredLine, ns_missing: Fraction, ew_missing: Fraction
    ) -> ArtificialScore | None:
        """Return the artificial score that adds the missing points, or None if none does."""
        top = self._tops[board_no, ours.line.ns]
        if not top:
            return None
        ns_share = 100 * (Fraction(ours.ns_points or 0) + ns_missing) / top
        ew_share = 100 * (Fraction(ours.ew_points or 0) + ew_missing) / top
        for share in (ns_share, ew_share):
            # An artificial score is a percentage with at most two decimals.
            if not 0 <= share <= 100 or 100 % share.denominator:
                return None
        return ArtificialScore(ns_share, ew_share)

    def _find_spoiler(self, board_no: int, played: Sequence[LineDifference]) -> FoundRuling | None:
        """Return the line that makes all others of the board differ, or None.

        The score of a line that was ruled elsewhere isn't compared with the others there. Each
        differing line gets an average in turn until the other lines match.
        """
        board = self._boards[board_no]
        self._boards_tried += 1
        if len(board.lines) > _MAX_LINES_TO_TRY or self._boards_tried > _MAX_BOARDS_TO_TRY:
            return None
        average = read_line_entry("A5050")
        official = self._official.lines
        for difference in played:
            scored_lines = {
                make_line_key(board_no, scored.line): scored
                for scored in self._rank_board(_with_entries(board, {difference.key: average}))
            }
            others = [key for key in scored_lines if key != difference.key and key in official]
            if others and all(
                has_matching_points(official[key], scored_lines[key]) for key in others
            ):
                ours = scored_lines[difference.key]
                return self._make_ruled_line(difference, ours, by_share=True, entered=average)
        return None

    def _rank_board(self, board: Board) -> list[ScoredLine]:
        """Return the scored lines of *board*."""
        boards = [board]
        if board.board_no != self._fullest.board_no:
            boards.append(
                self._fullest
            )  # the number of its results can change other boards' points
        field = replace(self._field, boards=tuple(boards))
        ranking = self._choice.method.rank(field, self._choice.settings)
        scored_lines: list[ScoredLine] = []
        for scored in ranking.boards:
            # Sections that are compared separately are several scored boards of one number.
            if scored.board_no == board.board_no:
                scored_lines += scored.lines
        return scored_lines

    def _with_own_averages(self, ruled: RuledLines) -> RuledLines:
        """Return the *ruled* artificial scores that match as a pair's own average, or as flat."""
        if not self._choice.method.has_own_average:
            return {}
        candidates = {}
        for key, line in ruled.items():
            artificial = self._entries[key].artificial
            if artificial is None or {artificial.ns, artificial.ew} <= {None, 50}:
                continue  # 50% is never a pair's own average
            other_kind = artificial.flat if artificial.is_own else _with_own(artificial)
            candidates[key] = replace(line, entry=read_line_entry(str(other_kind)))
        ranking = self._rank_with_rulings((ruled | candidates).values())
        wrong_keys = {
            difference.key for difference in self._official.find_line_differences(ranking)
        }
        return {key: line for key, line in candidates.items() if key not in wrong_keys}


def _compute_missing_points(
    official: OfficialLineFigures, ours: ScoredLine
) -> tuple[Fraction, Fraction]:
    """Return the points that *ours* lacks for N-S and for E-W.

    If a side has no official points, it loses what the other one gains.
    """
    ns = _compute_missing_side_points(official[0], ours.ns_points)
    ew = _compute_missing_side_points(official[1], ours.ew_points)
    if ns is None:
        ns = Fraction(0) if ew is None else -ew
    if ew is None:
        ew = -ns
    return ns, ew


def _compute_missing_side_points(
    figure: OfficialFigure | None, points: Points | None
) -> Fraction | None:
    if figure is None or points is None:
        return None
    return Fraction(figure.find_simplest_correction(points))


def _with_own(flat: ArtificialScore) -> ArtificialScore:
    return ArtificialScore(
        flat.ns, flat.ew, ns_own=flat.ns not in (None, 50), ew_own=flat.ew not in (None, 50)
    )


# Find points that a director added to totals of an imported session, or took away.
#
# These are penalties and carry-overs. Points that were moved on a line are rulings.

# More changed totals than these are a sign of another method. The share is of all pairs.
_MIN_CREDITED_PAIRS = 1
_CREDITED_SHARE = Fraction(1, 10)
_STORED_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class PairCredit:
    """Points that a pair got besides its boards, or lost if *amount* is below 0, in *unit*.

    *maximum* is the maximum that the points count for in a percentage: 0 if the percentage is that
    of the boards alone, None for the most points that any pair got.
    """

    key: PairKey
    amount: Fraction
    unit: str
    maximum: Fraction | None = Fraction(0)

    def credit(self) -> Credit:
        """Return the credit for scoring."""
        direction, number = self.key
        if self.amount < 0:
            return Credit(number, direction, "penalty", self.amount, self.unit)
        return Credit(number, direction, "carry-over", self.amount, self.unit, out_of=self.maximum)


def find_credits(
    choice: MethodMatch,
    ranking: Ranking,
    field: Field,
    official: OfficialFigures,
    adjustments: Mapping[PairKey, Decimal],
    partners: Partners,
    *,
    is_own: bool = False,
) -> list[PairCredit]:
    """Return credits that make totals of *field* match the official ones.

    *adjustments* are those named in the file. A pair without one gets a credit only in a clear
    case: all lines match, at most one total in ten differs, and that by more than rounding, of a
    pair that played all boards. In a file that *is_own*, of this program, any number of totals may
    differ, for it names the method with all options. Teams without a match in some rounds get
    credits if all of them gained the same for each such round. Credits are used only if with all of
    them total, percentage and place of each such pair match. Otherwise none is returned.
    """
    differences = official.differences(ranking)
    for pairs in _list_candidates(
        differences, ranking, field, official, adjustments, is_own=is_own
    ):
        # Other programs leave carry-over out of the maximum of their percentages; here it is part
        # of it.
        for out_of in (Fraction(0), None):
            credits = []
            for pair in pairs:
                credit = _make_credit(pair, choice.unit, out_of)
                if credit is not None:
                    credits.append(credit)
            credited_field = with_credits(field, credits)
            if credits and _are_official(choice.rank(credited_field, partners), official, credits):
                return credits
    return []


def _list_candidates(
    differences: FigureDifferences,
    ranking: Ranking,
    field: Field,
    official: OfficialFigures,
    adjustments: Mapping[PairKey, Decimal],
    *,
    is_own: bool,
) -> Iterator[list[PairDifference]]:
    """Yield sets of pairs that may have received credits, the largest set first."""
    # Teams can gain different points for rounds without a match.
    is_own = is_own and not field.matches
    sitting_out: list[PairDifference] = []
    if not differences.lines:
        sitting_out = _find_teams_paid_for_sit_outs(differences.pairs, field, adjustments)
    adjusted = []
    unexplained = []
    for pair in differences.pairs:
        if pair.key in adjustments:
            adjusted.append(pair)
        elif pair not in sitting_out and _is_changed_by_hand(pair, ranking, is_own=is_own):
            unexplained.append(pair)
    limit = max(_MIN_CREDITED_PAIRS, int(len(official.pairs) * _CREDITED_SHARE))
    if is_own:
        limit = len(official.pairs)
    if not differences.lines and len(unexplained) <= limit:
        yield adjusted + sitting_out + unexplained
    if sitting_out:
        yield adjusted + sitting_out
    yield adjusted


def with_credits(field: Field, credits: Sequence[PairCredit]) -> Field:
    """Return *field* with *credits* besides its own."""
    return replace(field, credits=(*field.credits, *(credit.credit() for credit in credits)))


def _make_credit(pair: PairDifference, unit: str, out_of: Fraction | None) -> PairCredit | None:
    if pair.official_pair.total is None:
        return None
    amount = pair.official_pair.total.find_simplest_correction(pair.our_standing.total)
    if not amount or 10**_STORED_DECIMALS % amount.denominator:
        return None
    return PairCredit(pair.key, amount, unit, out_of)


def _find_teams_paid_for_sit_outs(
    pairs: Iterable[PairDifference], field: Field, adjustments: Mapping[PairKey, Decimal]
) -> list[PairDifference]:
    """Return the teams that gained the same for each round without a match, else none."""
    rounds_without_match = _count_rounds_without_match(field)
    paid = []
    points_per_round = set()
    for pair in pairs:
        total = pair.official_pair.total
        rounds = rounds_without_match.get(pair.our_standing.contestant, 0)
        if not rounds or pair.key in adjustments:
            continue
        if total is None or total.agrees(pair.our_standing.total):
            continue
        paid.append(pair)
        points_per_round.add(total.find_simplest_correction(pair.our_standing.total) / rounds)
    if len(points_per_round) == 1 and min(points_per_round) > 0:
        return paid
    # Averages of their own matches, withdrawals and penalties give teams different points.
    return []


def _count_rounds_without_match(field: Field) -> dict[int, int]:
    """Return in how many rounds each team has no match. Empty if rounds aren't matches."""
    all_rounds = set()
    rounds_of_team: dict[int, set[int]] = defaultdict(set)
    for match in field.matches:
        if match.round_no is not None:
            all_rounds.add(match.round_no)
            rounds_of_team[match.home].add(match.round_no)
            rounds_of_team[match.away].add(match.round_no)
    return {team: len(all_rounds - rounds) for team, rounds in rounds_of_team.items()}


def _is_changed_by_hand(pair: PairDifference, ranking: Ranking, *, is_own: bool) -> bool:
    """Return whether a total differs by more than rounding and sit-outs explain."""
    total = pair.official_pair.total
    if total is None or total.agrees(pair.our_standing.total):
        return False
    most_boards = max(
        standing.boards
        for standing in ranking.standings
        if standing.direction == pair.our_standing.direction
    )
    # Totals that other programs add up from rounded points are off by less than 5 last digits.
    last_digits = abs(total.value - pair.our_standing.total) * 10**total.decimals
    played_all_boards = is_own or pair.our_standing.boards == most_boards
    return played_all_boards and last_digits >= 5


def _are_official(ranking: Ranking, official: OfficialFigures, credits: list[PairCredit]) -> bool:
    wrong_pairs = {pair.key for pair in official.differences(ranking).pairs}
    return not any(credit.key in wrong_pairs for credit in credits)
