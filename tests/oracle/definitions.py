"""The definitions of points as books print them, comparing results one at a time.

The second calculation adds them up. They use the field and no code of the methods, and speed doesn't
matter. An artificial score is given by *shares*, percentages of the top. *expected* is the number of
results that make a full board.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import NamedTuple, TypeAlias

from scoring.model import Board, BoardNo, Field, Line, Points, RoundNo

Options: TypeAlias = Mapping[str, str]
PointsOfBothSides: TypeAlias = tuple[Fraction, Fraction]
PointsOfSides: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The points of both sides, None for a side that wasn't due to play the board."""

_MAX_DIFFERENCES = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090),
    *(1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
)
"""The greatest difference for 0 IMPs, 1 IMP and so on, as printed. 4000 and more are 24 IMPs."""

_HAND_PATTERN = re.compile(r"([1-7])(C|D|H|S|NT|N)(X{0,2})(NS|EW|[NESW]?)(=|[+-]\d+)")
_POINTS_PER_TRICK = {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10, "N": 10}
_SLAM_POINTS = {12: 50, 13: 100}


def select_compared_lines(board: Board, line: Line) -> list[Line]:
    """Return the other lines of *board* that *line* is compared with."""
    return [
        other
        for other in board.lines
        if other is not line and other.group == line.group and has_score(other)
    ]


def has_score(line: Line) -> bool:
    """Return whether others are compared with *line*."""
    return line.score is not None or line.assigned is not None


def has_result(line: Line) -> bool:
    """Return whether *line* has a result for both sides."""
    artificial = line.artificial
    return has_score(line) or (
        artificial is not None and artificial.ns is not None and artificial.ew is not None
    )


def get_lists_and_numbers(
    line: Line, winners: int
) -> tuple[tuple[str | None, int], tuple[str | None, int]]:
    """Return the list and number of each contestant of *line*, N-S first."""
    if winners == 1:
        return (None, line.ns), (None, line.ew)
    ns_list, ew_list = line.lists
    return (ns_list, line.ns), (ew_list, line.ew)


def count_full_board_results(boards: Sequence[Board], winners: int, options: Options) -> int:
    """Return the results on the fullest of *boards*, including a missing pair's if it counts."""
    most_results = max(len([line for line in board.lines if has_result(line)]) for board in boards)
    contestants: set[tuple[str | None, int]] = set()
    for board in boards:
        for line in board.lines:
            contestants.update(get_lists_and_numbers(line, winners))
    if winners == 1:
        has_missing_pair = len(contestants) % 2 == 1
    else:
        ns_pairs = len([number for direction, number in contestants if direction == "NS"])
        has_missing_pair = 2 * ns_pairs != len(contestants)
    if has_missing_pair and options.get("count_phantom") == "yes":
        return most_results + 1
    return most_results


def list_weighted_scores(line: Line, side: str) -> list[tuple[int, Points]]:
    """Return the scores of one side of *line* seen from that side, with their weights."""
    sign = 1 if side == "NS" else -1
    if line.score is not None:
        return [(sign * line.score, 1)]
    if line.assigned is None:
        return []
    shares = line.assigned.ns if side == "NS" else line.assigned.ew
    return [(sign * share.score, share.weight) for share in shares]


def compute_matchpoints(
    board: Board, line: Line, expected_results: int, options: Options, is_ascherman: bool
) -> PointsOfSides | None:
    """Return the matchpoints of both sides of *line*, or None without a result."""
    per_beaten = Fraction(options["per_beaten"])
    # By Ascherman each result is also compared with itself.
    top = per_beaten * (expected_results if is_ascherman else max(expected_results - 1, 0))
    if line.artificial is not None:
        return _apply_to_each_side(line, lambda percent: percent / 100 * top)
    if not has_score(line):
        return None
    compared_lines = select_compared_lines(board, line)
    result_count = len(compared_lines) + 1
    formula = "ascherman" if is_ascherman else options["neuberg"]
    points_of_sides = []
    for side in ("NS", "EW"):
        own_parts = list_weighted_scores(line, side)
        beaten = Fraction(
            sum(
                _compare_parts(own_parts, list_weighted_scores(other, side))
                for other in compared_lines
            )
        )
        if _is_small_group(board, line, result_count, expected_results, options["small_groups"]):
            # 60% for a single result, otherwise 5% for each place around it.
            points_of_sides.append((Fraction(60) + (beaten - result_count + 1) * 5) / 100 * top)
        else:
            full_board_points = _convert_to_full_board(
                board, beaten, result_count, expected_results, formula
            )
            points_of_sides.append(full_board_points * per_beaten / 2)
    return points_of_sides[0], points_of_sides[1]


def _is_small_group(board: Board, line: Line, results: int, expected: int, rule: str) -> bool:
    """Return whether the group of *line* on a fouled board is too small to be compared as usual."""
    groups = [other.group for other in board.lines if has_score(other)]
    if len(set(groups)) < 2 or results > 3:
        return False
    if rule == "special":
        return 3 * results <= expected
    if rule == "acbl":
        other_groups = [group for group in groups if group != line.group]
        return results < 3 or any(other_groups.count(group) >= 3 for group in other_groups)
    return False


def _convert_to_full_board(
    board: Board, beaten: Fraction, results: int, expected: int, formula: str
) -> Fraction:
    """Convert *beaten*, two for each beaten result, from *results* to *expected* results."""
    if formula == "half":
        return beaten + (expected - results)
    is_ruled = any(line.artificial is not None for line in board.lines)
    groups = {line.group for line in board.lines if has_score(line)}
    if formula == "factor" and results > 1 and not is_ruled and len(groups) == 1:
        return beaten / (2 * results - 2) * (2 * expected - 2)
    full_board_points = (beaten + 1) * expected / results
    if formula == "ascherman":
        return full_board_points
    return full_board_points - 1


def round_to_nearest(points: Fraction, step: Fraction) -> Fraction:
    """Return the multiple of *step* nearest to *points*, of two the one further from 0.

    >>> round_to_nearest(Fraction(-1, 8), Fraction(1, 100)), round_to_nearest(Fraction(1, 3), Fraction(1, 10))
    (Fraction(-13, 100), Fraction(3, 10))
    """
    size = floor(abs(points) / step + Fraction(1, 2)) * step
    if points < 0:
        return -size
    return size


def _compare_parts(
    own_parts: list[tuple[int, Points]], other_parts: list[tuple[int, Points]]
) -> Points:
    """Return 2 if *own_parts* beat *other_parts*, 1 if they are equal, by weights."""
    points: Points = 0
    for own_score, own_weight in own_parts:
        for other_score, other_weight in other_parts:
            if own_score > other_score:
                points += 2 * own_weight * other_weight
            elif own_score == other_score:
                points += own_weight * other_weight
    return points


def compute_cross_imps(
    board: Board, line: Line, options: Options, expected_results: int
) -> PointsOfSides | None:
    """Return the cross-IMPs of both sides of *line*, or None without a result."""
    divisor = options.get("divisor", "none")
    average_plus = int(options["average_plus"])
    cap = options.get("imp_cap", "none")
    # The table of IMPs ends at 24.
    max_imps = 24 if cap == "none" else int(cap)
    if line.artificial is not None:
        if divisor == "none":
            average_plus *= len([other for other in board.lines if has_score(other)])
        return _compute_average_imps(line, average_plus)
    if not has_score(line):
        return None
    compared_lines = select_compared_lines(board, line)
    result_count = len(compared_lines) + 1
    full_board_results = max(expected_results, 2)
    factor = {
        "comparisons": Fraction(1, max(result_count - 1, 1)),
        "results": Fraction(1, result_count),
        "none": Fraction(1),
        "neuberg": Fraction(1, result_count) * Fraction(full_board_results, full_board_results - 1),
        "root": Fraction(1),
    }[divisor]
    points_of_sides = []
    for side in ("NS", "EW"):
        total: Points = 0
        own_parts = list_weighted_scores(line, side)
        for other in compared_lines:
            for other_score, other_weight in list_weighted_scores(other, side):
                for own_score, own_weight in own_parts:
                    points = max(-max_imps, min(max_imps, convert_to_imps(own_score - other_score)))
                    total += own_weight * other_weight * points
        total *= factor
        points_of_sides.append(_divide_by_root(total, result_count) if divisor == "root" else total)
    return points_of_sides[0], points_of_sides[1]


def _divide_by_root(total: Points, results: int) -> Fraction:
    """Return *total* ÷ √(results × (results − 1) ÷ 2), to the nearest eighth decimal."""
    if results == 1:
        return Fraction(0)
    whole = Fraction(total)
    with localcontext(prec=60):
        root = (Decimal(results * (results - 1)) / 2).sqrt()
        quotient = whole.numerator / (whole.denominator * root)
    return round_to_nearest(Fraction(quotient), Fraction(1, 10**8))


def compute_butler_imps(board: Board, line: Line, options: Options) -> PointsOfSides | None:
    """Return the IMPs of both sides of *line* (``docs/scoring/butler.md``), 0 for a lone result."""
    if line.artificial is not None:
        return _compute_average_imps(line, int(options["average_plus"]))
    if not has_score(line):
        return None
    compared_lines = select_compared_lines(board, line)
    if not compared_lines:
        return Fraction(0), Fraction(0)
    return _compare_with_datum(line, compared_lines, "NS", options), _compare_with_datum(
        line, compared_lines, "EW", options
    )


def _compare_with_datum(
    line: Line, others: Sequence[Line], side: str, options: Options
) -> Fraction:
    """Return the IMPs of the difference to the datum. Parts of an assigned score are weighted."""
    scores: list[tuple[int, Points]] = []
    for result in (line, *others):
        scores += list_weighted_scores(result, side)
    board_datum = compute_datum(scores, options)
    return sum(
        (
            Fraction(weight) * convert_to_imps(score - board_datum)
            for score, weight in list_weighted_scores(line, side)
        ),
        Fraction(0),
    )


def compute_datum(scores: Sequence[tuple[int, Points]], options: Options) -> Fraction:
    """Return the datum of *scores* with weights.

    Each score is cut into small slices of equal weight, which can be counted.

    >>> compute_datum([(420, 1), (-50, 1)], {"datum": "mean", "rounding": "tens"})
    Fraction(190, 1)
    """
    slices_per_result = 1
    for _score, weight in scores:
        slices_per_result *= weight.denominator
    slices: list[int] = []
    for score, weight in sorted(scores):
        slices += [score] * int(weight * slices_per_result)
    results = len(slices) // slices_per_result
    # The best and the worst score are left out if a third one remains.
    if options["datum"] == "trimmed" and results >= 3:
        slices = slices[slices_per_result:-slices_per_result]
    if options["datum"] == "middle-5":
        kept_results = results - 2 * ((19 * results + 20) // 40)
        if kept_results <= 0:
            kept_results = 2 - results % 2
        dropped_slices = (len(slices) - kept_results * slices_per_result) // 2
        slices = slices[dropped_slices : len(slices) - dropped_slices]
    value = Fraction(sum(slices), len(slices))
    if options["datum"] == "median":
        value = Fraction(slices[(len(slices) - 1) // 2] + slices[len(slices) // 2], 2)
    if options["rounding"] == "exact":
        return value
    # "tens" rounds to the nearest ten, any other choice towards 0.
    half = Fraction(1, 2) if options["rounding"] == "tens" else 0
    rounded_size = floor(abs(value) / 10 + half) * 10
    return Fraction(rounded_size if value > 0 else -rounded_size)


def compute_aggregate(board: Board, line: Line, options: Options) -> PointsOfSides | None:
    """Return the scores of both sides of *line*, or None without a result.

    If only N-S scores count, E-W have 0.
    """
    sides = _compute_scores_of_sides(board, line, options["unit"])
    if sides is None or options["count"] == "both":
        return sides
    ns_score, ew_score = sides
    return ns_score, None if ew_score is None else Fraction(0)


def _compute_scores_of_sides(board: Board, line: Line, unit: str) -> PointsOfSides | None:
    # What one side doesn't win in tricks, the other side does; in points it loses as much.
    deal_total = 13 if unit == "tricks" else 0
    if line.artificial is not None:
        scores: list[tuple[int, Points]] = []
        for other in board.lines:
            scores.extend(list_weighted_scores(other, "NS"))
        weights = sum(weight for _score, weight in scores)
        mean = Fraction(sum(score * weight for score, weight in scores)) / weights
        ns_points, ew_points = _apply_to_each_side(line, lambda _percent: mean)
        return ns_points, None if ew_points is None else deal_total - ew_points
    if not has_score(line):
        return None
    ns_score = Fraction(sum(score * weight for score, weight in list_weighted_scores(line, "NS")))
    ew_score = Fraction(sum(score * weight for score, weight in list_weighted_scores(line, "EW")))
    return ns_score, deal_total + ew_score


def compute_average(board: Board, line: Line, rounding: str) -> PointsOfSides | None:
    """Return the points of both sides of *line* above their direction's average.

    With the *rounding* "board", the average is rounded to whole points.
    """
    if line.artificial is not None:
        return Fraction(0), Fraction(0)
    if line.score is None:
        return None
    scores = [line.score]
    for other in select_compared_lines(board, line):
        if other.score is not None:
            scores.append(other.score)
    mean = Fraction(sum(scores), len(scores))
    if rounding == "board":
        mean = Fraction(floor(mean + Fraction(1, 2)))
    points_above_average = line.score - mean
    return points_above_average, -points_above_average


def _compute_average_imps(line: Line, average_plus: int) -> PointsOfSides | None:
    if line.artificial is None:
        return None
    # 60% is average plus, 50% nothing.
    return _apply_to_each_side(line, lambda percent: (percent - 50) / 10 * average_plus)


def _apply_to_each_side(line: Line, convert_share: Callable[[Fraction], Fraction]) -> PointsOfSides:
    """Return *convert_share* for the artificial score of each side of *line*."""
    artificial = line.artificial
    if artificial is None:
        return None, None
    return (
        None if artificial.ns is None else convert_share(Fraction(artificial.ns)),
        None if artificial.ew is None else convert_share(Fraction(artificial.ew)),
    )


@lru_cache(maxsize=4096)
def convert_to_imps(difference: Points) -> int:
    """Return the IMPs of *difference*, read off the printed table line by line.

    >>> convert_to_imps(Fraction(-430)), convert_to_imps(Fraction(15))
    (-10, 0)

    Source: [LAWS2017] Law 78B.
    """
    absolute_difference = max(difference, -difference)
    points = 24
    for row_points, max_difference in enumerate(_MAX_DIFFERENCES):
        # The next row begins ten above the greatest difference of this one.
        if absolute_difference < max_difference + 10:
            points = row_points
            break
    if difference > 0:
        return points
    return -points


# Rubbers of auction are counted again from the first hand of a pad. A *pad* is the score sheet of two
# teams in one room: room, N-S team and E-W team. *games* and *part scores* are lists of two, for N-S
# and E-W.


def score_hand(contract: str) -> tuple[int, int]:
    """Return the N-S gain of a hand of auction, and the declarer's trick points towards game.

    >>> score_hand("3HS+1"), score_hand("2SXE-1"), score_hand("6NTW=")
    ((32, 32), (100, 0), (-110, 60))
    """
    match = _HAND_PATTERN.fullmatch(contract)
    if match is None:
        return 0, 0
    level, trumps, doubled, declarer, result = match.groups()
    overtricks = 0 if result == "=" else int(result)  # below 0 if the contract is down
    tricks = 6 + int(level) + overtricks
    factor = 2 ** len(doubled)
    sign = -1 if declarer in ("E", "W", "EW") else 1
    # Slams count for the side that wins the tricks, whatever the contract.
    slam_points = _SLAM_POINTS.get(tricks, 0) - _SLAM_POINTS.get(13 - tricks, 0)
    if overtricks < 0:
        return sign * (slam_points + 50 * overtricks * factor), 0
    trick_points = (tricks - 6) * _POINTS_PER_TRICK[trumps] * factor
    doubled_points = 50 * len(doubled) * (1 + overtricks)
    return sign * (trick_points + doubled_points + slam_points), trick_points


def score_rubber_lines(
    field: Field, options: Options
) -> tuple[tuple[PointsOfSides | None, ...], ...]:
    """Return the gains of the lines for N-S and E-W, with 250 for the end of a rubber."""
    gain_by_line: dict[tuple[int, int], int] = {}
    for pad in _collect_pads(field, options):
        games = [0, 0]
        part_scores = [0, 0]
        for hand in _list_hands_on_pad(field, options, pad):
            gain = score_hand(hand.contract)[0] if hand.contract else hand.score
            games, part_scores, rubber = _advance_rubber(games, part_scores, hand.contract)
            gain_by_line[hand.board_index, hand.line_index] = gain + 250 * rubber
    lines = []
    for board_index, board in enumerate(field.boards):
        sides: list[PointsOfSides | None] = []
        for line_index in range(len(board.lines)):
            line_gain = gain_by_line.get((board_index, line_index))
            if line_gain is None:
                sides.append(None)
            else:
                sides.append((Fraction(line_gain), Fraction(-line_gain)))
        lines.append(tuple(sides))
    return tuple(lines)


def score_unfinished_games_by_team(field: Field, options: Options) -> dict[int, Fraction]:
    """Return each team's points for the single games of unfinished rubbers.

    The opponents lose the same points.
    """
    points_by_team: dict[int, Fraction] = {}
    for pad in _collect_pads(field, options):
        games = [0, 0]
        part_scores = [0, 0]
        for hand in _list_hands_on_pad(field, options, pad):
            games, part_scores, _rubber = _advance_rubber(games, part_scores, hand.contract)
        if sorted(games) == [0, 1]:
            _room_no, ns, ew = pad
            ns_points = 125 if games[0] else -125
            points_by_team[ns] = points_by_team.get(ns, Fraction(0)) + ns_points
            points_by_team[ew] = points_by_team.get(ew, Fraction(0)) - ns_points
    return points_by_team


def _get_room(board_no: int, options: Options) -> int:
    # With two rooms, they take turns of four hands.
    if options["rooms"] == "2":
        return (board_no - 1) // 4 % 2
    return 0


class _PadHand(NamedTuple):
    """A hand on a pad, sorted by its round and number, with the place of its line."""

    round_no: RoundNo
    board_no: BoardNo
    board_index: int
    line_index: int
    contract: str
    score: int


def _collect_pads(field: Field, options: Options) -> set[tuple[int, int, int]]:
    pads: set[tuple[int, int, int]] = set()
    for board in field.boards:
        room = _get_room(board.board_no, options)
        pads.update((room, line.ns, line.ew) for line in board.lines if line.score is not None)
    return pads


def _list_hands_on_pad(field: Field, options: Options, pad: tuple[int, int, int]) -> list[_PadHand]:
    hands = []
    for board_index, board in enumerate(field.boards):
        room = _get_room(board.board_no, options)
        for line_index, line in enumerate(board.lines):
            if line.score is not None and (room, line.ns, line.ew) == pad:
                hands.append(
                    _PadHand(
                        board.round_no or 0,
                        board.board_no,
                        board_index,
                        line_index=line_index,
                        contract=line.contract,
                        score=line.score,
                    )
                )
    return sorted(hands)


def _advance_rubber(
    games: list[int], part_scores: list[int], contract: str
) -> tuple[list[int], list[int], int]:
    """Return games and part scores after a hand, and whether it ends a rubber.

    The last figure is 1 if N-S win the rubber, -1 if E-W win it, otherwise 0.
    """
    side = 1 if re.search(r"[1-7](?:C|D|H|S|NT|N)X*(?:EW|E|W)[=+-]", contract) else 0
    _gain, trick_points = score_hand(contract)
    part_scores = part_scores.copy()
    part_scores[side] += trick_points
    # A game is 30 trick points, and ends the part scores of both sides.
    if part_scores[side] < 30:
        return games, part_scores, 0
    games = games.copy()
    games[side] += 1
    if games[side] == 2:
        return [0, 0], [0, 0], (1, -1)[side]
    return games, [0, 0], 0
