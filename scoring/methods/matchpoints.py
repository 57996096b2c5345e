"""Matchpoints: each result compared with every other result on the same board.

Covers ties, boards with fewer results than others (Neuberg), fouled boards in groups and the
special percentages of very small groups, assigned and artificial scores, and Ascherman's way of
counting.
``totals.standings`` makes totals and places.

A board is *adjusted* if its points are converted to those of a full board, which has the *expected*
number of results.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_figure, make_board_notes
from scoring.method import ScoringMethod
from scoring.methods.columns import ArtificialPoints, PointsByScore, ScoreCounts, score_by_columns
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.option import Option, make_number_phrases
from scoring.totals.ranking import (
    PERCENT_FROM,
    RESULT_ROUNDING,
    TOTAL,
    round_board,
    round_result,
)
from scoring.totals.sections import COMPARE, with_compare_option
from scoring.totals.standings import SHARE_SIT_OUTS, TotalsRules, rank_boards
from scoring.totals.ties import TIES
from scoring.working import ScoredSide, Step, Working

_ADJUSTMENT_TEXTS = {
    "yes": "by the Neuberg formula",
    "half": "counting each missing result as a tie",
    "factor": "in proportion",
}
_PER_BEATEN = Option(
    "per_beaten",
    "Matchpoints per result beaten",
    make_number_phrases(2, 1),
    note="A tie gives half.",
)
_SMALL_GROUPS = Option(
    "small_groups",
    "Small groups of a fouled board",
    {
        "compared": "compared and adjusted like any other",
        "special": "special percentages, if a group is at most a third of all results",
        "acbl": "special percentages (ACBL), unless the group has three results and is the largest",
    },
    note=(
        "A small group has at most 3 results. Special percentages, for both sides: "
        "60 for one result, 65 and 55 for two, 70 to 50 for three."
    ),
)
_ACCEPTS = frozenset({"assigned", "own-average", "one-sided", "moved", "mp", "%"})


def count_matchpoints(beaten: Points, tied: Points) -> Points:
    """Return the matchpoints of a result: two for each result beaten and one for each tied.

    Source: [LAWS2017] Law 78A.
    """
    return 2 * beaten + tied


def compute_matchpoints(scores: Sequence[int]) -> list[int]:
    """Return the N-S matchpoints of *scores*, in the same order.

    They are two for each score beaten and one for each tied. E-W get the rest of the top, which is
    ``2 * (len(scores) - 1)``.  Equal scores are counted first, so the work grows with the number of
    scores, not with its square.

    >>> compute_matchpoints([620, 420, 620, -50])
    [5, 2, 5, 0]

    Source: [LAWS2017] Law 78A.
    """
    points: dict[int, int] = {}
    beaten_count = 0
    for score, count in sorted(Counter(scores).items()):
        points[score] = 2 * beaten_count + count - 1
        beaten_count += count
    return [points[score] for score in scores]


def convert_by_neuberg(points: Points, results: int, expected: int) -> Points:
    """Convert *points* among *results* results to a board with *expected* results, by Neuberg.

    With two matchpoints per result beaten the formula is
    ``(points + 1) * expected / results - 1``.

    >>> [convert_by_neuberg(points, results=5, expected=6) for points in (8, 5, 0)]
    [Fraction(49, 5), Fraction(31, 5), Fraction(1, 5)]
    >>> convert_by_neuberg(5, results=6, expected=6)
    5

    Source: [NEUBERG].
    """
    if results == expected:
        return points
    return Fraction((points + 1) * expected - results) / results


def convert_with_ties(points: Points, results: int, expected: int) -> Points:
    """Convert points to a full board: one matchpoint, as for a tie, for each missing result.

    >>> [convert_with_ties(points, results=4, expected=5) for points in (6, 3, 3, 0)]
    [7, 4, 4, 1]

    Source: [SCOREBRIDGE].
    """
    return points + expected - results


def convert_in_proportion(points: Points, results: int, expected: int) -> Points:
    """Convert points to a full board in proportion to the tops.

    >>> [convert_in_proportion(points, results=4, expected=5) for points in (6, 3, 3, 0)]
    [Fraction(8, 1), Fraction(4, 1), Fraction(4, 1), Fraction(0, 1)]

    Source: [ASE].
    """
    if results > 1:
        return Fraction(points * (expected - 1), results - 1)
    # A single result has no top. By Neuberg it gets half of the full one.
    return convert_by_neuberg(points, results, expected)


def convert_by_ascherman(points: Points, results: int, expected: int) -> Points:
    """Convert points to a full board by Ascherman.

    A result also ties with itself, so the best gets less than the top and the worst more than 0.
    The formula is ``(points + 1) * expected / results``, with a top of ``2 * expected``.

    >>> [convert_by_ascherman(points, results=4, expected=4) for points in (6, 4, 2, 0)]
    [7, 5, 3, 1]

    Source: [ASCHERMAN].
    """
    return convert_by_neuberg(points, results, expected) + 1


def is_small_group(results: int, expected: int) -> bool:
    """Return whether a group on a fouled board is too small to be compared.

    It has at most 3 results, and at most a third of those expected on the board.

    >>> is_small_group(3, expected=9), is_small_group(3, expected=8)
    (True, False)

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return results <= 3 and expected >= 3 * results


def is_small_acbl_group(results: int, sizes: Iterable[int]) -> bool:
    """Return whether a group is too small by the ACBL's rule. *sizes* are the sizes of all groups.

    It has fewer than 3 results, or 3 if another group has at least 3.

    >>> is_small_acbl_group(5, (5, 3)), is_small_acbl_group(3, (5, 3))
    (False, True)
    >>> is_small_acbl_group(3, (3, 2))
    False

    Source: [ACBLSCORE].
    """
    return results < 3 or (results == 3 and sum(size >= 3 for size in sizes) > 1)


def compute_small_group_percent(points: Points, results: int) -> Points:
    """Return the percentage of the top for *points* in a group that is too small.

    The middle gets 60, and each matchpoint above or below it counts 5.

    >>> [compute_small_group_percent(points, results=3) for points in (4, 2, 0)]
    [70, 60, 50]
    >>> compute_small_group_percent(0, results=1)
    60

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return 60 + 5 * (points - (results - 1))


_Conversion = Callable[[Points, int, int], Points]
"""Converts points among a number of results to the expected number of results."""


@dataclass(frozen=True, slots=True)
class _BoardScorer:
    """How a board is counted."""

    board: Board
    expected_results: int
    points_per_beaten: int  # for each result beaten
    convert_points: _Conversion  # converts points to those of the expected results
    small_group_choice: str  # a choice of the option
    rounding: str  # a choice of the option

    @property
    def top(self) -> int:
        """The most that a side can get."""
        # By Ascherman a result is also compared with itself.
        if self.convert_points is convert_by_ascherman:
            return self.points_per_beaten * self.expected_results
        return self.points_per_beaten * max(self.expected_results - 1, 0)

    def score(self) -> ScoredBoard:
        """Return the board with its points."""
        scored_board = score_by_columns(
            self.board, self.top, self._compute_points, self.score_artificial
        )
        return round_board(scored_board, self.rounding)

    def is_small_group(self, results: int) -> bool:
        """Return whether a group of *results* is too small to be compared."""
        return _needs_special_percentages(
            self.small_group_choice,
            results,
            tuple(self.board.size_by_group.values()),
            self.expected_results,
        )

    def is_converted(self, results: int) -> bool:
        """Return whether the points among *results* change on the way to a full board."""
        return results != self.expected_results or self.convert_points is convert_by_ascherman

    def _compute_points(self, column: ScoreCounts) -> PointsByScore:
        """Return the points of N-S and E-W for each score of *column*."""
        results = column.line_count
        is_small_group = self.is_small_group(results)
        top = self.top
        points_by_score = {}
        beaten: Points = 0
        for score, count in sorted(column.weight_by_score.items()):
            # A result doesn't tie with itself.
            matchpoints = count_matchpoints(beaten, count - 1)
            beaten += count
            if is_small_group:
                # Both sides are rated by themselves, so together they may have more than the top.
                points_by_score[score] = (
                    self._compute_small_group_points(matchpoints, results),
                    self._compute_small_group_points(2 * (results - 1) - matchpoints, results),
                )
            else:
                points = self.convert_points(matchpoints, results, self.expected_results)
                points = self._weigh_points(points)
                points_by_score[score] = points, top - points
        return points_by_score

    def _weigh_points(self, points: Points) -> Points:
        """Return *points*, which are two for each result beaten, with the chosen number for it."""
        if self.points_per_beaten == 2:
            return points
        return Fraction(points * self.points_per_beaten) / 2

    def score_artificial(self, artificial: ArtificialScore) -> ArtificialPoints:
        return self._compute_share_of_top(artificial.ns), self._compute_share_of_top(artificial.ew)

    def _compute_share_of_top(self, percent: Fraction | None) -> Points | None:
        if percent is None:
            return None
        return percent * self.top / 100

    def _compute_small_group_points(self, matchpoints: Points, results: int) -> Points:
        percent = compute_small_group_percent(matchpoints, results)
        return Fraction(percent) * self.top / 100

    def explain(self, side: ScoredSide) -> Working:
        """Return the results beaten and tied, and how they are converted to a full board."""
        points, text = _count_side_matchpoints(side)
        steps = [Step(text, points)]
        results = len(side.compared_lines) + 1
        if self.is_small_group(results):
            percent_text = f"60 + 5 × ({format_figure(points)} − {results - 1})"
            text = f"({percent_text}) % of the top of {format_figure(self.top)}"
            points = self._compute_small_group_points(points, results)
            steps.append(Step(text, round_result(points, self.rounding)))
            return steps
        if self.is_converted(results):
            text = self._describe_conversion(points, results)
            points = self.convert_points(points, results, self.expected_results)
            steps.append(Step(text, points))
        if self.points_per_beaten == 1:
            points = self._weigh_points(points)
            steps.append(Step("half of it", points))
        if self.rounding != "exact":
            steps.append(Step(f"rounded to a {self.rounding}", round_result(points, self.rounding)))
        return steps

    def _describe_conversion(self, points: Points, results: int) -> str:
        """Return the formula that converts *points* among *results* to a full board."""
        text = format_figure(points)
        expected = self.expected_results
        if self.convert_points is convert_with_ties:
            return f"{text} + {expected - results} for results that are missing"
        if self.convert_points is convert_in_proportion and results > 1:
            return f"{text} × {expected - 1} ÷ {results - 1}"
        formula = f"({text} + 1) × {expected} ÷ {results}"
        if self.convert_points is convert_by_ascherman:
            return formula
        return f"{formula} − 1"


def _count_side_matchpoints(side: ScoredSide) -> tuple[Points, str]:
    """Return the matchpoints of *side*, and the results that it has beaten and tied in words."""
    other_scores: list[tuple[int, Points]] = []
    for other_line in side.compared_lines:
        other_scores += side.list_weighted_scores(other_line)
    own_scores = side.list_weighted_scores(side.line)
    points = Fraction(0)
    texts = []
    for score, weight in own_scores:
        beaten = sum(each for other_score, each in other_scores if other_score < score)
        tied = sum(each for other_score, each in other_scores if other_score == score)
        points += weight * count_matchpoints(beaten, tied)
        terms = []
        if beaten:
            terms.append(f"2 × {format_figure(beaten)} beaten")
        if tied:
            terms.append(f"{format_figure(tied)} tied")
        text = " + ".join(terms) or "nothing beaten or tied"
        texts.append(text if len(own_scores) == 1 else f"{format_figure(weight)} × ({text})")
    return points, " + ".join(texts)


def _has_only_missing_results(board: Board) -> bool:
    """Return whether *board* has fewer results only because tables didn't play it."""
    has_no_ruling = all(line.is_scored or not line.has_result for line in board.ruled_lines)
    return has_no_ruling and len(board.size_by_group) < 2


def _choose_conversion(board: Board, neuberg_option: str | None) -> _Conversion:
    """Return the conversion of *board* to a full board, by the option ``neuberg``."""
    # Ascherman's method doesn't have the option.
    if neuberg_option is None:
        return convert_by_ascherman
    if neuberg_option == "factor" and _has_only_missing_results(board):
        return convert_in_proportion
    if neuberg_option == "half":
        return convert_with_ties
    return convert_by_neuberg


def _make_board_scorer(
    board: Board, expected_results: int, options: Mapping[str, str]
) -> _BoardScorer:
    return _BoardScorer(
        board,
        expected_results,
        int(options["per_beaten"]),
        _choose_conversion(board, options.get("neuberg")),
        options["small_groups"],
        options.get("keep", "exact"),
    )


def _make_side_scorer(side: ScoredSide) -> _BoardScorer:
    """Return how the board of *side* was counted. Its top says for how many results."""
    expected_results = int(Fraction(side.top or 0) / int(side.options["per_beaten"]))
    # By Ascherman a result is also compared with itself.
    if "neuberg" in side.options:
        expected_results += 1
    return _make_board_scorer(side.board, expected_results, side.options)


def _score_boards(
    field: Field, expected_counts: Iterable[int], options: Mapping[str, str]
) -> list[ScoredBoard]:
    """Return the boards with points, each adjusted to its number of *expected_counts* results."""
    return [
        _make_board_scorer(board, expected_results, options).score()
        for board, expected_results in zip(field.boards, expected_counts, strict=True)
    ]


def explain_matchpoints(side: ScoredSide) -> Working:
    """Return the results beaten and tied, with their conversion to a full board."""
    return _make_side_scorer(side).explain(side)


def is_in_small_group(side: ScoredSide) -> bool:
    """Return whether the group of the line is so small that it has percentages of its own."""
    return _make_side_scorer(side).is_small_group(len(side.compared_lines) + 1)


def is_converted_to_full_board(side: ScoredSide) -> bool:
    """Return whether the matchpoints of the line were converted to a board with more results."""
    if not side.line.is_scored:
        return False
    return _make_side_scorer(side).is_converted(len(side.compared_lines) + 1)


def _rank_matchpoints(field: Field, options: Mapping[str, str]) -> Ranking:
    full_board_results = max((board.result_count for board in field.boards), default=0)
    is_adjusted = options["neuberg"] != "no"
    if is_adjusted:
        expected_counts = [full_board_results] * len(field.boards)
    else:
        expected_counts = [board.score_count for board in field.boards]
    counted_boards = _score_boards(field, expected_counts, options)
    shown_boards = None
    result_counts = [board.result_count for board in field.boards]
    if is_adjusted and options["board_points"] == "bare" and result_counts != expected_counts:
        shown_boards = _score_boards(field, result_counts, options)
    expected_results = full_board_results if is_adjusted else None
    adjustment_text = _ADJUSTMENT_TEXTS.get(options["neuberg"], "")
    notes = _make_board_notes(field, expected_results, options["small_groups"], adjustment_text)
    return rank_boards(
        "matchpoints", field, counted_boards, _make_rules(options), notes, shown_boards
    )


def _rank_ascherman(field: Field, options: Mapping[str, str]) -> Ranking:
    full_board_results = max((board.result_count for board in field.boards), default=0)
    boards = _score_boards(field, [full_board_results] * len(field.boards), options)
    notes = _make_board_notes(
        field, full_board_results, options["small_groups"], "by the Ascherman formula"
    )
    return rank_boards("ascherman", field, boards, _make_rules(options), notes)


def _make_rules(options: Mapping[str, str]) -> TotalsRules:
    return TotalsRules(
        options["sit_outs"],
        options["ties"],
        ranks_by_percent=True,
        total_choice=options.get("total", "points"),
        percent_from=options.get("percent_from", "exact-total"),
    )


def _make_board_notes(
    field: Field, expected_results: int | None, small_groups: str, adjustment_text: str
) -> list[str]:
    """Return the notes on boards. *expected_results* is None if boards aren't adjusted."""
    return make_board_notes(
        (board.board_no, text)
        for board in field.boards
        for text in _iter_note_texts(board, expected_results, small_groups, adjustment_text)
    )


def _iter_note_texts(
    board: Board, expected_results: int | None, small_groups: str, adjustment_text: str
) -> Iterator[str]:
    sizes = tuple(board.size_by_group.values())
    scores = sum(sizes)
    if len(sizes) > 1:
        yield f"{len(sizes)} groups, each compared separately and adjusted."
        full_board_results = scores if expected_results is None else expected_results
        if any(
            _needs_special_percentages(small_groups, size, sizes, full_board_results)
            for size in sizes
        ):
            yield "a very small group gets about 60 % for both sides."
    if expected_results is not None and 0 < scores < expected_results:
        yield f"{scores} of {expected_results} results compared, adjusted {adjustment_text}."


def _needs_special_percentages(
    rule: str, result_count: int, sizes: Sequence[int], expected_results: int
) -> bool:
    """Return whether a group of *result_count* of a fouled board gets special percentages by *rule*."""
    if rule == "compared" or len(sizes) < 2:
        return False
    if rule == "acbl":
        return is_small_acbl_group(result_count, sizes)
    return is_small_group(result_count, expected_results)


MATCHPOINTS = ScoringMethod(
    key="matchpoints",
    name="Matchpoints",
    abbr="MP",
    unit="matchpoints",
    decimals=2,
    options=(
        _PER_BEATEN,
        Option(
            "neuberg",
            "Neuberg",
            {
                "yes": "all boards to the same top, by the formula",
                "no": "no: a board with fewer scores has a lower top",
                "half": "each missing result counts as a tie",
                "factor": "in proportion, or by the formula if a result was adjusted",
            },
        ),
        Option(
            "board_points",
            "Travellers show",
            {"adjusted": "final matchpoints", "bare": "bare matchpoints if a table didn’t play"},
            note="Bare matchpoints are those before adjustment. Totals are the same.",
        ),
        COMPARE,
        SHARE_SIT_OUTS,
        _SMALL_GROUPS,
        TIES,
        RESULT_ROUNDING,
        TOTAL,
        PERCENT_FROM,
    ),
    has_percents=True,
    source="[LAWS2017] Law 78A; [NEUBERG]",
    compute=with_compare_option(_rank_matchpoints, is_percent=True),
    explain=explain_matchpoints,
    accepted_rulings=_ACCEPTS,
    player_totals_by="boards",
    rule_text="2 per result beaten, 1 per tie",
    default_for_games=("bridge",),
    name_in_files="matchpoints",
    # Travellers of other programs show bare matchpoints if a table didn't play the board.
    common_file_options=(("board_points", "bare"),),
)

ASCHERMAN = ScoringMethod(
    key="ascherman",
    name="Matchpoints by Ascherman",
    abbr="MP",
    unit="matchpoints",
    decimals=2,
    options=(_PER_BEATEN, COMPARE, SHARE_SIT_OUTS, _SMALL_GROUPS, TIES),
    has_percents=True,
    source="[LAWS2017] Law 78A; [ASCHERMAN]",
    compute=with_compare_option(_rank_ascherman, is_percent=True),
    explain=explain_matchpoints,
    accepted_rulings=_ACCEPTS,
    player_totals_by="boards",
    rule_text="2 per result beaten, 1 per tie, including itself",
    name_in_files="matchpoints",
)
