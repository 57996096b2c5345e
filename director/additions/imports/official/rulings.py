"""Find rulings on lines of an imported session, and points added to totals, by its official figures.

Once the method and its options are chosen, a line that still differs while the rest of its board
agrees was ruled: its artificial score was worth other points than its code says, or points were
moved by hand. If every line of a board differs a little, the file used another method and nothing
was ruled. See docs/decisions/results.md for how a ruling is stored.
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
from director.boards.movement.lines.entries import LineEntry, parse_line_entry
from scoring.bridge.rulings import ArtificialScore, Credit
from scoring.model import Board, Field, Line, Points, Ranking, ScoredLine
from scoring.totals.ranking import format_signed

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


RulingsByLine: TypeAlias = dict[LineKey, FoundRuling]


def list_found_rulings(
    choice: MethodMatch, ranking: Ranking, imported_session: ImportedSession
) -> list[FoundRuling]:
    """Return the lines of *imported_session* that were ruled.

    A ruling is rejected if it spoils a total that matched before, because some programs print
    other points on a line than they add up.
    """
    differences = list(imported_session.official_figures.iter_line_differences(ranking))
    if not differences:
        return []
    finder = _RulingFinder(choice, ranking, imported_session)
    share_rulings = finder.collect_rulings_by_line(differences, is_by_share=True)
    moved_point_rulings = finder.collect_rulings_by_line(differences, is_by_share=False)
    better_rulings = min((share_rulings, moved_point_rulings), key=finder.count_pair_differences)
    rulings_by_line = finder.without_spoilers(better_rulings)
    limit = max(
        _MIN_RULED_LINES, int(len(imported_session.official_figures.lines_by_key) * _RULED_SHARE)
    )
    if len(rulings_by_line) > limit:
        return []
    return list(rulings_by_line.values())


def with_rulings(field: Field, rulings: Iterable[FoundRuling]) -> Field:
    """Return *field* with rulings on its lines."""
    entries_by_line = {line.key: line.entry for line in rulings}
    return replace(
        field, boards=tuple(_with_entries(board, entries_by_line) for board in field.boards)
    )


def _with_entries(board: Board, entries_by_line: Mapping[LineKey, LineEntry]) -> Board:
    """Return *board* with *entries_by_line* on its lines, or the same object if none is on it."""
    lines = tuple(
        _replace_entry(
            line, board.board_no, entries_by_line.get(make_line_key(board.board_no, line))
        )
        for line in board.lines
    )
    if all(
        new_line is previous_line
        for new_line, previous_line in zip(lines, board.lines, strict=True)
    ):
        return board
    return replace(board, lines=lines)


def _replace_entry(line: Line, board_no: int, entry: LineEntry | None) -> Line:
    """Return *line* with another result *entry* on it. If it is None, return *line* itself."""
    if entry is None:
        return line
    return entry.make_line(ns=line.ns, ew=line.ew, board_no=board_no)._replace(
        section=line.section, lists=line.lists
    )


class _RulingFinder:
    """Finds the rulings of one session.

    A ruling is expressed either as an artificial score, a share of the board's top, or as points
    moved on the line. The caller decides which of the two explains more totals.
    """

    def __init__(
        self, choice: MethodMatch, ranking: Ranking, imported_session: ImportedSession
    ) -> None:
        self._choice = choice
        self._ranking = ranking
        self._field = imported_session.field
        self._entries_by_line = imported_session.entries_by_line
        self._official_figures = imported_session.official_figures
        # By board and N-S pair: sections that are compared separately have different tops.
        self._tops_by_line = {}
        for board in ranking.boards:
            for line in board.lines:
                self._tops_by_line[board.board_no, line.line.ns] = board.top
        self._boards_by_number = {board.board_no: board for board in self._field.boards}
        self._fullest_board = max(self._field.boards, key=attrgetter("result_count"))
        self._tried_board_count = 0

    def collect_rulings_by_line(
        self, differences: Iterable[LineDifference], *, is_by_share: bool
    ) -> RulingsByLine:
        """Return the rulings by line, as shares of the top if *is_by_share*."""
        differences_by_board: dict[int, list[LineDifference]] = defaultdict(list)
        for difference in differences:
            differences_by_board[difference.key[0]].append(difference)
        rulings_by_line: RulingsByLine = {}
        for board_no, board_differences in differences_by_board.items():
            played_differences = [
                difference
                for difference in board_differences
                if difference.our_line.line.artificial is None
            ]
            if self._has_mostly_official_scores(board_no, played_differences):
                for difference in board_differences:
                    rulings_by_line[difference.key] = self._make_ruled_line(
                        difference, difference.our_line, is_by_share=is_by_share
                    )
                continue
            spoiler = self._find_spoiler(board_no, played_differences)
            if spoiler:
                rulings_by_line[spoiler.key] = spoiler
        return rulings_by_line | self._with_own_averages(rulings_by_line)

    def count_pair_differences(self, rulings_by_line: RulingsByLine) -> int:
        """Return the number of figures of pairs that differ with *rulings_by_line* lines."""
        return self._official_figures.count_pair_differences(
            self._rank_with_rulings(rulings_by_line.values())
        )

    def without_spoilers(self, rulings_by_line: RulingsByLine) -> RulingsByLine:
        """Return *rulings_by_line* without lines of pairs whose total matched only without rulings."""
        pairs_wrong_before = self._collect_pairs_with_wrong_total(self._ranking)
        # Leaving lines out changes other pairs' points, which can spoil a total once more.
        for _ in range(2):
            wrong_pairs = self._collect_pairs_with_wrong_total(
                self._rank_with_rulings(rulings_by_line.values())
            )
            spoiled_pairs = wrong_pairs - pairs_wrong_before
            rulings_by_line = {
                key: line
                for key, line in rulings_by_line.items()
                if spoiled_pairs.isdisjoint(make_pair_keys(key, self._field.winner_count))
            }
        return rulings_by_line

    def _rank_with_rulings(self, rulings: Iterable[FoundRuling]) -> Ranking:
        return self._choice.rank(with_rulings(self._field, rulings))

    def _collect_pairs_with_wrong_total(self, ranking: Ranking) -> set[PairKey]:
        return {
            pair.key
            for pair in self._official_figures.compute_differences(ranking).pairs
            if pair.official_pair.total is not None
            and not pair.official_pair.total.is_rounded_from(pair.our_standing.total)
        }

    def _has_mostly_official_scores(
        self, board_no: int, differences: Sequence[LineDifference]
    ) -> bool:
        """Return whether most scores of a board agree with the official ones."""
        score_count = self._boards_by_number[board_no].score_count
        if len(differences) == 1:
            # One of two results is half of the board, but the other result still agrees.
            return score_count > 1
        return not differences or 2 * len(differences) < score_count

    def _make_ruled_line(
        self,
        difference: LineDifference,
        scored_line: ScoredLine,
        *,
        is_by_share: bool,
        entry: LineEntry | None = None,
    ) -> FoundRuling:
        """Return the line of *difference* with an entry that gives its official points."""
        if entry is None:
            entry = self._entries_by_line[difference.key]
        ns_missing, ew_missing = _compute_missing_points(difference.official_figures, scored_line)
        artificial_score = None
        if is_by_share and entry.artificial:
            artificial_score = self._find_artificial_score(
                difference.key[0], scored_line, ns_missing, ew_missing
            )
        if artificial_score:
            text = str(artificial_score)
        else:
            shift_text = f"{format_signed(ns_missing)}/{format_signed(ew_missing)}"
            text = f"{entry.text} MOVED {shift_text} {self._choice.unit.upper()}"
        return FoundRuling(
            difference.key, parse_line_entry(text), difference.official_figures, difference.our_line
        )

    def _find_artificial_score(
        self, board_no: int, scored_line: ScoredLine, ns_missing: Fraction, ew_missing: Fraction
    ) -> ArtificialScore | None:
        """Return the artificial score that adds the missing points, or None if none does."""
        top = self._tops_by_line[board_no, scored_line.line.ns]
        if not top:
            return None
        ns_share = 100 * (Fraction(scored_line.ns_points or 0) + ns_missing) / top
        ew_share = 100 * (Fraction(scored_line.ew_points or 0) + ew_missing) / top
        for share in (ns_share, ew_share):
            # An artificial score is a percentage with at most two decimals.
            if not 0 <= share <= 100 or 100 % share.denominator:
                return None
        return ArtificialScore(ns_share, ew_share)

    def _find_spoiler(
        self, board_no: int, played_differences: Sequence[LineDifference]
    ) -> FoundRuling | None:
        """Return the line that makes all others of the board differ, or None.

        The score of a line that was ruled elsewhere isn't compared with the others there. Each
        differing line gets an average in turn until the other lines match.
        """
        board = self._boards_by_number[board_no]
        self._tried_board_count += 1
        if len(board.lines) > _MAX_LINES_TO_TRY or self._tried_board_count > _MAX_BOARDS_TO_TRY:
            return None
        average = parse_line_entry("A5050")
        official_lines = self._official_figures.lines_by_key
        for difference in played_differences:
            scored_lines = {
                make_line_key(board_no, scored.line): scored
                for scored in self._rank_board(_with_entries(board, {difference.key: average}))
            }
            other_keys = [
                key for key in scored_lines if key != difference.key and key in official_lines
            ]
            if other_keys and all(
                has_matching_points(official_lines[key], scored_lines[key]) for key in other_keys
            ):
                scored_line = scored_lines[difference.key]
                return self._make_ruled_line(
                    difference, scored_line, is_by_share=True, entry=average
                )
        return None

    def _rank_board(self, board: Board) -> list[ScoredLine]:
        """Return the scored lines of *board*."""
        boards = [board]
        if board.board_no != self._fullest_board.board_no:
            boards.append(
                self._fullest_board
            )  # the number of its results can change other boards' points
        field = replace(self._field, boards=tuple(boards))
        ranking = self._choice.method.rank(field, self._choice.settings_by_name)
        scored_lines: list[ScoredLine] = []
        for scored_board in ranking.boards:
            # Sections that are compared separately are several scored boards of one number.
            if scored_board.board_no == board.board_no:
                scored_lines += scored_board.lines
        return scored_lines

    def _with_own_averages(self, rulings_by_line: RulingsByLine) -> RulingsByLine:
        """Return the *rulings_by_line* artificial scores that match as a pair's own average, or as flat."""
        if not self._choice.method.has_own_average:
            return {}
        candidates_by_line = {}
        for key, line in rulings_by_line.items():
            artificial = self._entries_by_line[key].artificial
            if artificial is None or {artificial.ns, artificial.ew} <= {None, 50}:
                continue  # 50% is never a pair's own average
            other_average = (
                artificial.without_own_averages
                if artificial.has_own_average
                else _with_own(artificial)
            )
            candidates_by_line[key] = replace(line, entry=parse_line_entry(str(other_average)))
        ranking = self._rank_with_rulings((rulings_by_line | candidates_by_line).values())
        wrong_keys = {
            difference.key for difference in self._official_figures.iter_line_differences(ranking)
        }
        return {key: line for key, line in candidates_by_line.items() if key not in wrong_keys}


def _compute_missing_points(
    official_points: OfficialLineFigures, scored_line: ScoredLine
) -> tuple[Fraction, Fraction]:
    """Return the points that *scored_line* lacks for N-S and for E-W.

    If a side has no official points, it loses what the other one gains.
    """
    ns = _compute_missing_side_points(official_points[0], scored_line.ns_points)
    ew = _compute_missing_side_points(official_points[1], scored_line.ew_points)
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
    return Fraction(figure.compute_simplest_correction(points))


def _with_own(flat: ArtificialScore) -> ArtificialScore:
    return ArtificialScore(
        flat.ns,
        flat.ew,
        has_ns_own_average=flat.ns not in (None, 50),
        has_ew_own_average=flat.ew not in (None, 50),
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
    of the boards alone, None for the most points that any pair got. With *is_for_sit_outs* they are
    the points of rounds without a match.
    """

    key: PairKey
    amount: Fraction
    unit: str
    maximum: Fraction | None = Fraction(0)
    is_for_sit_outs: bool = False

    def make_credit(self) -> Credit:
        """Return the credit for scoring."""
        direction, number = self.key
        if self.amount < 0:
            return Credit(number, direction, "penalty", self.amount, self.unit)
        return Credit(
            number, direction, "carry-over", self.amount, self.unit, max_amount=self.maximum
        )


def list_credits(
    choice: MethodMatch,
    ranking: Ranking,
    field: Field,
    official_figures: OfficialFigures,
    adjustments_by_pair: Mapping[PairKey, Decimal],
    partners: Partners,
    *,
    is_own_file: bool = False,
) -> list[PairCredit]:
    """Return credits that make totals of *field* match the official ones.

    *adjustments_by_pair* are those named in the file. A pair without one gets a credit only in a clear
    case: all lines match, at most one total in ten differs, and that by more than rounding, of a
    pair that played all boards. In a file that *is_own_file*, of this program, any number of totals may
    differ, for it names the method with all options. Teams without a match in some rounds get
    credits if all of them gained the same for each such round. Credits are used only if with all of
    them total, percentage and place of each such pair match. Otherwise none is returned, nor by a method without
    a unit for them.
    """
    if not choice.unit:
        return []
    differences = official_figures.compute_differences(ranking)
    # Teams can gain different points for rounds without a match.
    is_own_file = is_own_file and not field.matches
    paid_teams: list[PairDifference] = []
    if not differences.lines:
        paid_teams = _list_teams_paid_for_sit_outs(differences.pairs, field, adjustments_by_pair)
    # Some files have the points of a sit-out as an adjustment, but don't say what it is for.
    sit_out_teams = _list_teams_paid_for_sit_outs(differences.pairs, field, {})
    for pairs in _iter_credit_candidates(
        differences,
        ranking,
        paid_teams,
        official_figures,
        adjustments_by_pair,
        is_own_file=is_own_file,
    ):
        # Other programs leave carry-over out of the maximum of their percentages; here it is part
        # of it.
        for maximum in (Fraction(0), None):
            credits = []
            for pair in pairs:
                credit = _make_credit(pair, choice.unit, maximum)
                if credit is not None:
                    credits.append(replace(credit, is_for_sit_outs=pair in sit_out_teams))
            credited_field = with_credits(field, credits)
            if credits and _has_official_figures(
                choice.rank(credited_field, partners), official_figures, credits
            ):
                return credits
    return []


def _iter_credit_candidates(
    differences: FigureDifferences,
    ranking: Ranking,
    paid_teams: list[PairDifference],
    official_figures: OfficialFigures,
    adjustments_by_pair: Mapping[PairKey, Decimal],
    *,
    is_own_file: bool,
) -> Iterator[list[PairDifference]]:
    """Yield sets of pairs that may have received credits, the largest set first.

    *paid_teams* gained points for rounds without a match.
    """
    adjusted_pairs = []
    unexplained_pairs = []
    for pair in differences.pairs:
        if pair.key in adjustments_by_pair:
            adjusted_pairs.append(pair)
        elif pair not in paid_teams and _is_changed_by_hand(pair, ranking, is_own_file=is_own_file):
            unexplained_pairs.append(pair)
    limit = max(_MIN_CREDITED_PAIRS, int(len(official_figures.pairs_by_key) * _CREDITED_SHARE))
    if is_own_file:
        limit = len(official_figures.pairs_by_key)
    if not differences.lines and len(unexplained_pairs) <= limit:
        yield adjusted_pairs + paid_teams + unexplained_pairs
    if paid_teams:
        yield adjusted_pairs + paid_teams
    yield adjusted_pairs


def with_credits(field: Field, credits: Sequence[PairCredit]) -> Field:
    """Return *field* with *credits* besides its own."""
    return replace(field, credits=(*field.credits, *(credit.make_credit() for credit in credits)))


def _make_credit(pair: PairDifference, unit: str, maximum: Fraction | None) -> PairCredit | None:
    if pair.official_pair.total is None:
        return None
    amount = pair.official_pair.total.compute_simplest_correction(pair.our_standing.total)
    if not amount or 10**_STORED_DECIMALS % amount.denominator:
        return None
    return PairCredit(pair.key, amount, unit, maximum)


def _list_teams_paid_for_sit_outs(
    pairs: Iterable[PairDifference], field: Field, adjustments_by_pair: Mapping[PairKey, Decimal]
) -> list[PairDifference]:
    """Return the teams that gained the same for each round without a match, else none."""
    missed_rounds_by_team = _compute_missed_rounds_by_team(field)
    paid_teams = []
    points_per_round = set()
    for pair in pairs:
        total = pair.official_pair.total
        missed_round_count = missed_rounds_by_team.get(pair.our_standing.contestant, 0)
        if not missed_round_count or pair.key in adjustments_by_pair:
            continue
        if total is None or total.is_rounded_from(pair.our_standing.total):
            continue
        paid_teams.append(pair)
        points_per_round.add(
            total.compute_simplest_correction(pair.our_standing.total) / missed_round_count
        )
    if len(points_per_round) == 1 and min(points_per_round) > 0:
        return paid_teams
    # Averages of their own matches, withdrawals and penalties give teams different points.
    return []


def _compute_missed_rounds_by_team(field: Field) -> dict[int, int]:
    """Return in how many rounds each team has no match. Empty if rounds aren't matches."""
    all_rounds = set()
    rounds_by_team: dict[int, set[int]] = defaultdict(set)
    for match in field.matches:
        if match.round_no is not None:
            all_rounds.add(match.round_no)
            rounds_by_team[match.home].add(match.round_no)
            rounds_by_team[match.away].add(match.round_no)
    return {team: len(all_rounds - rounds) for team, rounds in rounds_by_team.items()}


def _is_changed_by_hand(pair: PairDifference, ranking: Ranking, *, is_own_file: bool) -> bool:
    """Return whether a total differs by more than rounding and sit-outs explain."""
    total = pair.official_pair.total
    if total is None or total.is_rounded_from(pair.our_standing.total):
        return False
    max_board_count = max(
        standing.board_count
        for standing in ranking.standings
        if standing.direction == pair.our_standing.direction
    )
    # Totals that other programs add up from rounded points are off by less than 5 last digits.
    last_digits = abs(total.value - pair.our_standing.total) * 10**total.decimals
    has_all_boards = is_own_file or pair.our_standing.board_count == max_board_count
    return has_all_boards and last_digits >= 5


def _has_official_figures(
    ranking: Ranking, official_figures: OfficialFigures, credits: list[PairCredit]
) -> bool:
    wrong_pairs = {pair.key for pair in official_figures.compute_differences(ranking).pairs}
    return not any(credit.key in wrong_pairs for credit in credits)
