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
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from movements.option import Option, make_number_phrases
from scoring.bridge.rulings import ArtificialScore
from scoring.display import make_board_notes
from scoring.method import ScoringMethod
from scoring.methods.columns import ArtificialPoints, ScoreCounts, Values, score_by_columns
from scoring.model import Board, Field, Points, Ranking, ScoredBoard
from scoring.totals.ranking import KEEP, PERCENT_FROM, TOTAL, round_board
from scoring.totals.sections import COMPARE, with_compare_option
from scoring.totals.standings import SHARE_SIT_OUTS, TotalsRules, rank_boards
from scoring.totals.ties import TIES


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Return the N-S matchpoints of *scores*, in the same order.

    They are two for each score beaten and one for each tied. E-W get the rest of the top, which is
    ``2 * (len(scores) - 1)``.  Equal scores are counted first, so the work grows with the number of
    scores, not with its square.

    >>> matchpoints([620, 420, 620, -50])
    [5, 2, 5, 0]

    Source: [LAWS2017] Law 78A.
    """
    points: dict[int, int] = {}
    beaten = 0
    for score, count in sorted(Counter(scores).items()):
        points[score] = 2 * beaten + count - 1
        beaten += count
    return [points[score] for score in scores]


def neuberg(points: Points, results: int, expected: int) -> Points:
    """Convert *points* among *results* results to a board with *expected* results, by Neuberg.

    With two matchpoints per result beaten the formula is
    ``(points + 1) * expected / results - 1``.

    >>> [neuberg(points, results=5, expected=6) for points in (8, 5, 0)]
    [Fraction(49, 5), Fraction(31, 5), Fraction(1, 5)]
    >>> neuberg(5, results=6, expected=6)
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
    return neuberg(points, results, expected)


def ascherman(points: Points, results: int, expected: int) -> Points:
    """Convert points to a full board by Ascherman.

    A result also ties with itself, so the best gets less than the top and the worst more than 0.
    The formula is ``(points + 1) * expected / results``, with a top of ``2 * expected``.

    >>> [ascherman(points, results=4, expected=4) for points in (6, 4, 2, 0)]
    [7, 5, 3, 1]

    Source: [ASCHERMAN].
    """
    return neuberg(points, results, expected) + 1


def is_small_group(results: int, expected: int) -> bool:
    """Return whether a group on a fouled board is too small to be compared.

    It has at most 3 results, and at most a third of those expected on the board.

    >>> is_small_group(3, expected=9), is_small_group(3, expected=8)
    (True, False)

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return results <= 3 and expected >= 3 * results


def is_small_group_acbl(results: int, sizes: Iterable[int]) -> bool:
    """Return whether a group is too small by the ACBL's rule. *sizes* are the sizes of all groups.

    It has fewer than 3 results, or 3 if another group has at least 3.

    >>> is_small_group_acbl(5, (5, 3)), is_small_group_acbl(3, (5, 3))
    (False, True)
    >>> is_small_group_acbl(3, (3, 2))
    False

    Source: [ACBLSCORE].
    """
    return results < 3 or (results == 3 and sum(size >= 3 for size in sizes) > 1)


def small_group_percent(points: Points, results: int) -> Points:
    """Return the percentage of the top for *points* in a group that is too small.

    The middle gets 60, and each matchpoint above or below it counts 5.

    >>> [small_group_percent(points, results=3) for points in (4, 2, 0)]
    [70, 60, 50]
    >>> small_group_percent(0, results=1)
    60

    Source: [WHITEBOOK] 4.2.3.3.
    """
    return 60 + 5 * (points - (results - 1))


_Adjustment = Callable[[Points, int, int], Points]
"""Converts points among a number of results to the expected number of results."""


class _Counting(NamedTuple):
    """How a board is counted.

    Its points are adjusted to *expected* results by *adjust*, with *per_beaten* points for a result
    beaten and a *top*.  *small_groups* is a choice of the option, *sizes* the number of results in
    each group.
    """

    expected: int
    per_beaten: int
    adjust: _Adjustment
    top: int
    small_groups: str = "compared"
    sizes: tuple[int, ...] = ()

    def values(self, column: ScoreCounts) -> Values:
        """Return the points of N-S and E-W for each score of *column*."""
        top = self.top
        results = column.lines
        matchpoints_by_score = _compute_matchpoints(column.weights)
        if _is_rated_apart(self.small_groups, results, self.sizes, self.expected):
            return {
                score: self._compute_small_group_points(points, results)
                for score, points in matchpoints_by_score
            }
        if self.per_beaten == 2 and self.adjust is not ascherman and results == self.expected:
            # Nothing is missing, so there is nothing to convert.
            return {score: (points, top - points) for score, points in matchpoints_by_score}
        values: dict[int, tuple[Points, Points]] = {}
        for score, points in matchpoints_by_score:
            ns_points = self.adjust(points, results, self.expected)
            if self.per_beaten != 2:
                ns_points = Fraction(ns_points) / 2
            values[score] = (ns_points, top - ns_points)
        return values

    def artificial(self, artificial: ArtificialScore) -> ArtificialPoints:
        return self._compute_share_of_top(artificial.ns), self._compute_share_of_top(artificial.ew)

    def _compute_share_of_top(self, percent: Fraction | None) -> Points | None:
        if percent is None:
            return None
        return percent * self.top / 100

    def _compute_small_group_points(self, points: Points, results: int) -> tuple[Points, Points]:
        # Both sides are rated by themselves, so together they may have more than the top.
        ns_percent = small_group_percent(points, results)
        ew_percent = small_group_percent(2 * (results - 1) - points, results)
        return (
            Fraction(ns_percent) * self.top / 100,
            Fraction(ew_percent) * self.top / 100,
        )


def _compute_matchpoints(weights: Mapping[int, Points]) -> list[tuple[int, Points]]:
    """Return each score with its matchpoints. Parts of assigned scores have a weight below 1."""
    points: list[tuple[int, Points]] = []
    beaten: Points = 0
    for score, weight in sorted(weights.items()):
        points.append((score, 2 * beaten + weight - 1))
        beaten += weight
    return points


@lru_cache(maxsize=256)
def _make_counting(
    expected: int,
    per_beaten: int,
    adjust: _Adjustment,
    small_groups: str,
    sizes: tuple[int, ...],
) -> _Counting:
    """Return how a board is counted. Most boards of a field are counted alike."""
    # By Ascherman a result is also compared with itself.
    beaten = expected if adjust is ascherman else max(expected - 1, 0)
    return _Counting(expected, per_beaten, adjust, per_beaten * beaten, small_groups, sizes)


def _has_only_missing_results(board: Board) -> bool:
    """Return whether *board* has fewer results only because tables didn't play it."""
    has_no_ruling = all(line.is_scored or not line.has_result for line in board.lines)
    return has_no_ruling and len(board.sizes) < 2


def _choose_adjustment(board: Board, neuberg_option: str) -> _Adjustment:
    """Return the conversion of *board* to a full board, by the option ``neuberg``."""
    if neuberg_option == "factor" and _has_only_missing_results(board):
        return convert_in_proportion
    if neuberg_option == "half":
        return convert_with_ties
    return neuberg


def _score_boards(
    field: Field, expected: Iterable[int], options: Mapping[str, str]
) -> list[ScoredBoard]:
    """Return the boards with points, each adjusted to its number of *expected* results."""
    per_beaten = int(options["per_beaten"])
    # Ascherman's method has neither of these options.
    neuberg_option = options.get("neuberg")
    keep = options.get("keep", "exact")
    scored_boards = []
    for board, expected_results in zip(field.boards, expected, strict=True):
        adjust: _Adjustment = ascherman
        if neuberg_option:
            adjust = _choose_adjustment(board, neuberg_option)
        sizes = board.columns.sizes
        counting = _make_counting(
            expected_results,
            per_beaten,
            adjust,
            options["small_groups"],
            # A board that wasn't fouled has one size, on which nothing depends.
            tuple(sizes.values()) if len(sizes) > 1 else (),
        )
        scored_board = score_by_columns(
            board, counting.top, counting.values, counting.artificial, counting
        )
        if keep != "exact":
            scored_board = round_board(scored_board, keep)
        scored_boards.append(scored_board)
    return scored_boards


def _rank_matchpoints(field: Field, options: Mapping[str, str]) -> Ranking:
    full_board = max((board.columns.results for board in field.boards), default=0)
    is_adjusted = options["neuberg"] != "no"
    if is_adjusted:
        expected = [full_board] * len(field.boards)
    else:
        expected = [board.scores for board in field.boards]
    counted_boards = _score_boards(field, expected, options)
    shown_boards = None
    own_results = [board.columns.results for board in field.boards]
    if is_adjusted and options["board_points"] == "bare" and own_results != expected:
        shown_boards = _score_boards(field, own_results, options)
    results_to_adjust_to = full_board if is_adjusted else None
    adjusted_by = _ADJUSTED_BY.get(options["neuberg"], "")
    notes = _make_board_notes(field, results_to_adjust_to, options["small_groups"], adjusted_by)
    return rank_boards(
        "matchpoints", field, counted_boards, _make_rules(options), notes, shown_boards
    )


def _rank_ascherman(field: Field, options: Mapping[str, str]) -> Ranking:
    full_board = max((board.columns.results for board in field.boards), default=0)
    boards = _score_boards(field, [full_board] * len(field.boards), options)
    notes = _make_board_notes(
        field, full_board, options["small_groups"], "by the Ascherman formula"
    )
    return rank_boards("ascherman", field, boards, _make_rules(options), notes)


def _make_rules(options: Mapping[str, str]) -> TotalsRules:
    return TotalsRules(
        options["sit_outs"],
        options["ties"],
        is_percent=True,
        total=options.get("total", "points"),
        percent_from=options.get("percent_from", "exact-total"),
    )


def _make_board_notes(
    field: Field, expected: int | None, small_groups: str, adjusted_by: str
) -> list[str]:
    """Return the notes on boards. *expected* is None if boards aren't adjusted."""
    return make_board_notes(
        (board.board_no, text)
        for board in field.boards
        if not board.columns.are_plain or board.columns.results != expected
        for text in _list_note_texts(board, expected, small_groups, adjusted_by)
    )


def _list_note_texts(
    board: Board, expected: int | None, small_groups: str, adjusted_by: str
) -> Iterator[str]:
    sizes = tuple(board.sizes.values())
    scores = sum(sizes)
    if len(sizes) > 1:
        yield f"{len(sizes)} groups, each compared separately and adjusted."
        full_board = scores if expected is None else expected
        if any(_is_rated_apart(small_groups, size, sizes, full_board) for size in sizes):
            yield "a very small group gets about 60 % for both sides."
    if expected is not None and 0 < scores < expected:
        yield f"{scores} of {expected} results compared, adjusted {adjusted_by}."


def _is_rated_apart(rule: str, results: int, sizes: Sequence[int], expected: int) -> bool:
    """Return whether a group of *results* of a fouled board gets special percentages by *rule*."""
    if rule == "compared" or len(sizes) < 2:
        return False
    if rule == "acbl":
        return is_small_group_acbl(results, sizes)
    return is_small_group(results, expected)


_ADJUSTED_BY = {
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
            {"adjusted": "final matchpoints", "bare": "bare matchpoints if a table didn't play"},
            note="Bare matchpoints are those before adjustment. Totals are the same.",
        ),
        COMPARE,
        SHARE_SIT_OUTS,
        _SMALL_GROUPS,
        TIES,
        KEEP,
        TOTAL,
        PERCENT_FROM,
    ),
    has_percents=True,
    source="[LAWS2017] Law 78A; [NEUBERG]",
    compute=with_compare_option(_rank_matchpoints, is_percent=True),
    accepts=_ACCEPTS,
    player_totals_by="boards",
    rule="2 per result beaten, 1 per tie",
    default_for_games=("bridge",),
    name_in_files="matchpoints",
    # Travellers of other programs show bare matchpoints if a table didn't play the board.
    usual_file_options=(("board_points", "bare"),),
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
    accepts=_ACCEPTS,
    player_totals_by="boards",
    rule="2 per result beaten, 1 per tie, including itself",
    name_in_files="matchpoints",
)
