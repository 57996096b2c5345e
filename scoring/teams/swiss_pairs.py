"""Swiss pairs: the boards of a match between two pairs, converted to victory points.

The boards are scored in matchpoints, whose percentage is converted, or in cross-IMPs, whose sum is
converted by a scale of teams. The field is one of pairs with one winner. Boards of one number in
several rounds name their round.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.rulings import KINDS_OF_ROUNDS
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.cross_imps import CROSS_IMPS
from scoring.methods.matchpoints import MATCHPOINTS
from scoring.model import (
    Board,
    DueMatch,
    Field,
    MatchKey,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
)
from scoring.teams.contest import make_unfinished_notes
from scoring.teams.victory_points import (
    IMP_SCALE_OPTION,
    OWN_SCALE_OPTION,
    PAIRS_SCALE_OPTION,
    SCALE_SOURCES,
    TABLE_SCALES,
    check_pairs_scale_boards,
    check_scale_boards,
    convert_percent_to_victory_points,
    convert_to_victory_points,
    get_chosen_scale,
    get_points_per_match,
)
from scoring.totals.ranking import FinalFigures, make_extra_notes, make_standings
from scoring.totals.standings import AVERAGE_PLUS
from scoring.totals.ties import PAIR_IMP_TIES, PAIR_MATCH_TIES, TIES, break_match_ties


@dataclass(slots=True)
class _MatchSums:
    """The sums of a match between two pairs: the home pair, with the lower number, comes first."""

    key: MatchKey
    is_half: bool
    points: tuple[Points, Points] = (0, 0)  # matchpoints or IMPs
    tops: tuple[Points, Points] = (0, 0)  # the most matchpoints that were possible
    counted_boards: tuple[int, int] = (0, 0)  # the boards with points for each pair
    extra_points: tuple[Points, Points] = (0, 0)  # penalties and the like, in victory points
    board_count: int = 0


_ConvertPoints: TypeAlias = Callable[[_MatchSums, int, int], Fraction]
"""Converts the points of one side of a match, 0 for home and 1 for away.

The last number is that of the scheduled boards.
"""


def _make_fixed_choices(method: ScoringMethod, **choices: str) -> tuple[tuple[str, str], ...]:
    """Return the options of *method* that Swiss pairs have settled: *choices* and the defaults."""
    # Whoever sits out gets a bye in victory points, so the boards sat out don't count.
    settings = {option.name: option.default for option in method.options}
    settings |= {"sit_outs": "as-played", **choices}
    return tuple((name, choice) for name, choice in settings.items() if name != TIES.name)


_FIXED_CHOICES = _make_fixed_choices(MATCHPOINTS)
_FIXED_IMP_CHOICES = tuple(
    (name, choice)
    for name, choice in _make_fixed_choices(CROSS_IMPS, divisor="root")
    if name != AVERAGE_PLUS.name
)


def _rank_swiss_pairs(field: Field, options: Mapping[str, str]) -> Ranking:
    _require_one_winner(field)
    # Ties are broken by victory points below, so matchpoints need not break them.
    board_ranking = MATCHPOINTS.compute(
        _without_rulings(field), {**dict(_FIXED_CHOICES), TIES.name: "split"}
    )
    scale = options[PAIRS_SCALE_OPTION.name]

    def convert_points(match: _MatchSums, side: int, _scheduled: int) -> Fraction:
        if not match.tops[side]:  # without another result nothing was compared
            return Fraction(0)
        percent = 100 * Fraction(match.points[side]) / match.tops[side]
        won, _lost = convert_percent_to_victory_points(
            percent, match.board_count, scale, is_half=match.is_half
        )
        return won

    return _rank_matches("swiss-pairs", field, board_ranking, options, convert_points)


def _rank_swiss_imps(field: Field, options: Mapping[str, str]) -> Ranking:
    _require_one_winner(field)
    board_ranking = CROSS_IMPS.compute(
        _without_rulings(field),
        {
            **dict(_FIXED_IMP_CHOICES),
            AVERAGE_PLUS.name: options[AVERAGE_PLUS.name],
            TIES.name: "split",
        },
    )
    scale = get_chosen_scale(options)

    def convert_points(match: _MatchSums, side: int, scheduled: int) -> Fraction:
        # A table has a row for the scheduled length of the match, even if a board doesn't count.
        boards = match.board_count
        if scale in TABLE_SCALES:
            boards = scheduled
        won, _lost = convert_to_victory_points(
            match.points[side], boards, scale, is_half=match.is_half
        )
        return won

    return _rank_matches("swiss-pairs-imps", field, board_ranking, options, convert_points)


def _require_one_winner(field: Field) -> None:
    if field.winner_count != 1:
        raise ScoringError(
            "swiss-one-list",
            "Swiss pairs has one ranking, but this contest has {winners} winners. Use 1.",
            winners=field.winner_count,
        )


def _rank_matches(
    method_key: str,
    field: Field,
    board_ranking: Ranking,
    options: Mapping[str, str],
    convert_points: _ConvertPoints,
) -> Ranking:
    """Return the ranking by victory points. *board_ranking* has the points of the boards."""
    boards = tuple(map(_with_rulings, board_ranking.boards, field.boards))
    sums_by_match: dict[MatchKey, _MatchSums] = {}
    for field_board, board in zip(field.boards, boards, strict=True):
        for scored in board.lines:
            line = scored.line
            key = (field_board.round_no, min(line.ns, line.ew), max(line.ns, line.ew))
            if key not in sums_by_match:
                sums_by_match[key] = _MatchSums(key, field_board.is_half)
            _add_line(sums_by_match[key], scored, board.top or 0)
    due_matches = field.due_match_by_key
    is_in_imps = method_key == "swiss-pairs-imps"
    team_matches = []
    for key, match in sums_by_match.items():
        if is_in_imps:
            match.points = (_round_imps(match.points[0]), _round_imps(match.points[1]))
        team_match = _make_match_with_victory_points(match, due_matches.get(key), convert_points)
        if not is_in_imps:
            team_match = replace(team_match, tops=match.tops)
        team_matches.append(team_match)
    ties = break_match_ties(
        field, boards, team_matches, _compute_pair_figures(field, team_matches), options[TIES.name]
    )
    notes = (
        *board_ranking.notes,
        *make_extra_notes(field),
        *make_unfinished_notes(team_matches),
        *ties.notes,
    )
    return Ranking(
        method_key,
        boards,
        standings=make_standings(ties.results),
        notes=notes,
        matches=tuple(team_matches),
        tie_breaks=ties.tie_breaks,
    )


def _without_rulings(field: Field) -> Field:
    """Return *field* without adjustments, which are in victory points here."""
    boards = []
    for board in field.boards:
        lines = tuple(
            line._replace(adjustments=()) if line.adjustments else line for line in board.lines
        )
        boards.append(replace(board, lines=lines))
    return replace(field, boards=tuple(boards), credits=())


def _with_rulings(scored_board: ScoredBoard, board: Board) -> ScoredBoard:
    """Return *scored_board* with the original lines of *board*, which have their adjustments."""
    lines = []
    for scored, line in zip(scored_board.lines, board.lines, strict=True):
        lines.append(scored._replace(line=line))
    return replace(scored_board, lines=tuple(lines))


def _add_line(match: _MatchSums, scored: ScoredLine, top: Points) -> None:
    """Add a line to the sums of *match*."""
    sides = [("ns", scored.ns_points), ("ew", scored.ew_points)]
    _round_no, home_pair, _other_pair = match.key
    if scored.line.ns != home_pair:
        sides.reverse()
    sums = []
    for side, points in sides:
        # A board that wasn't due for a side has no points, and no top, for it.
        is_counted = points is not None
        extra = Fraction(0)
        for adjustment in scored.line.adjustments:
            if adjustment.side == side:
                extra += adjustment.amount
        sums.append((points or 0, top * is_counted, int(is_counted), extra))
    home_figures, away_figures = sums
    match.points = (match.points[0] + home_figures[0], match.points[1] + away_figures[0])
    match.tops = (match.tops[0] + home_figures[1], match.tops[1] + away_figures[1])
    match.counted_boards = (
        match.counted_boards[0] + home_figures[2],
        match.counted_boards[1] + away_figures[2],
    )
    match.extra_points = (
        match.extra_points[0] + home_figures[3],
        match.extra_points[1] + away_figures[3],
    )
    if scored.ns_points is not None or scored.ew_points is not None:
        match.board_count += 1


def _round_imps(imps: Points) -> Points:
    """Return the *imps* of a match to the nearest one, halves away from zero.

    Source: [WHITEBOOK] 4.2.6.3.
    """
    whole = int(abs(Fraction(imps)) + Fraction(1, 2))
    if imps < 0:
        return -whole
    return whole


def _make_match_with_victory_points(
    match: _MatchSums, due_match: DueMatch | None, convert_points: _ConvertPoints
) -> TeamMatch:
    figures = (*match.key, match.board_count)
    # An unfinished match gives no victory points: its percentage still changes.
    if due_match and not due_match.is_over:
        return TeamMatch(*figures, match.points, (0, 0), is_unfinished=True)
    scheduled_boards = match.board_count
    if due_match:
        scheduled_boards = due_match.board_count
    # The points of both pairs need not balance, since rulings may be for one side.
    scores = []
    for side in (0, 1):
        score = Fraction(match.extra_points[side])
        if match.counted_boards[side]:
            score += convert_points(match, side, scheduled_boards)
        scores.append(score)
    home_score, away_score = scores
    return TeamMatch(*figures, match.points, (home_score, away_score))


def _compute_pair_figures(field: Field, matches: Sequence[TeamMatch]) -> list[FinalFigures]:
    total_by_pair: dict[int, Fraction] = {}
    board_counts: Counter[int] = Counter()
    for match in matches:
        for pair, score in zip(match.teams, match.score, strict=True):
            total_by_pair[pair] = total_by_pair.get(pair, Fraction(0)) + score
            board_counts[pair] += match.board_count
    for credit in field.credits:
        # A pair that has only had byes or unplayed matches so far has its place too.
        if credit.kind in KINDS_OF_ROUNDS:
            total_by_pair.setdefault(credit.contestant, Fraction(0))
    for credit in field.credits:
        total_by_pair[credit.contestant] += credit.amount
    return [
        FinalFigures(
            pair, None, total=total, percent=None, board_count=board_counts[pair], merit=total
        )
        for pair, total in total_by_pair.items()
    ]


SWISS_PAIRS = ScoringMethod(
    key="swiss-pairs",
    name="Swiss pairs",
    abbr="VP",
    unit="victory points",
    decimals=2,
    options=(PAIRS_SCALE_OPTION, PAIR_MATCH_TIES),
    source="[LAWS2017] Law 78A; [NEUBERG]; [WHITEBOOK]",
    compute=_rank_swiss_pairs,
    explain=MATCHPOINTS.explain,
    accepted_rulings=frozenset({"assigned", "own-average", "one-sided", "vp"}),
    get_points_per_match=get_points_per_match,
    check_match_boards=check_pairs_scale_boards,
    rule_text="2 per result beaten, 1 per tie; match percentage converted to victory points",
    fixed_choices=_FIXED_CHOICES,
    name_in_files="matchpoints",
)

SWISS_PAIRS_IMPS = ScoringMethod(
    key="swiss-pairs-imps",
    name="Swiss pairs by IMPs",
    abbr="VP",
    unit="victory points",
    decimals=2,
    options=(IMP_SCALE_OPTION, OWN_SCALE_OPTION, replace(AVERAGE_PLUS, default="3"), PAIR_IMP_TIES),
    source=f"[LAWS2017] Laws 78B, 78D; {SCALE_SOURCES}",
    compute=_rank_swiss_imps,
    explain=CROSS_IMPS.explain,
    accepted_rulings=frozenset({"assigned", "own-average", "one-sided", "vp"}),
    games=("bridge",),
    get_points_per_match=get_points_per_match,
    check_match_boards=check_scale_boards,
    rule_text="IMPs against every other result; the IMPs of a match converted to victory points",
    fixed_choices=_FIXED_IMP_CHOICES,
    name_in_files="cross-imps",
)
