"""Swiss pairs: each pair's share of the tops of a match, converted to victory points.

The field is one of pairs with one winner. Boards of one number in several rounds name their round.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import BYE
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.matchpoints import MATCHPOINTS
from scoring.methods.teams.contest import unfinished_notes
from scoring.methods.teams.victory_points import swiss_pairs_points
from scoring.model import (
    Board,
    DueMatch,
    Field,
    Points,
    Ranking,
    ScoredBoard,
    ScoredLine,
    TeamMatch,
)
from scoring.ranking import FinalFigures, place
from scoring.sentences import ScoringSentences
from scoring.totals.adjusting import extra_notes
from scoring.totals.ties import TIES, break_ties


@dataclass(slots=True)
class _Match:
    """The sums of a match between two pairs. *home* is the lower number and comes first in each.

    *points* are matchpoints, *tops* the most that were possible, *extra* penalties and the like in
    victory points.
    """

    round_no: int | None
    home: int
    away: int
    is_half: bool
    points: tuple[Points, Points] = (0, 0)
    tops: tuple[Points, Points] = (0, 0)
    extra: tuple[Points, Points] = (0, 0)
    boards: int = 0


# Whoever sits out gets a bye in victory points, so matchpoints don't count boards sat out.
_FIXED = tuple(
    (option.name, {"sit_outs": "as-played"}.get(option.name, option.default))
    for option in MATCHPOINTS.options
    if option.name != TIES.name
)


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    if field.winners != 1:
        raise ScoringError(ScoringSentences.SWISS_ONE_LIST, winners=field.winners)
    # Ties are broken by victory points below, so matchpoints need not break them.
    matchpoint_options = {**dict(_FIXED), TIES.name: "split"}
    by_matchpoints = MATCHPOINTS.compute(_without_rulings(field), matchpoint_options)
    boards = tuple(map(_with_rulings, by_matchpoints.boards, field.boards))
    matches: dict[tuple[int | None, int, int], _Match] = {}
    for field_board, board in zip(field.boards, boards, strict=True):
        for scored in board.lines:
            line = scored.line
            key = (field_board.round_no, min(line.ns, line.ew), max(line.ns, line.ew))
            if key not in matches:
                matches[key] = _Match(*key, field_board.is_half)
            _add_line(matches[key], scored, board.top or 0)
    due_matches = field.due_matches
    team_matches = tuple(
        _match_with_victory_points(match, due_matches.get(key)) for key, match in matches.items()
    )
    notes = (*by_matchpoints.notes, *extra_notes(field), *unfinished_notes(team_matches))
    results = break_ties(field, boards, _results(field, team_matches), options[TIES.name])
    return Ranking("swiss-pairs", boards, place(results), notes, team_matches)


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


def _add_line(match: _Match, scored: ScoredLine, top: Points) -> None:
    """Add a line to the sums of *match*."""
    sides = [("ns", scored.ns_points), ("ew", scored.ew_points)]
    if scored.line.ns != match.home:
        sides.reverse()
    sums = []
    for side, points in sides:
        # A board that wasn't due for a side has no points, and no top, for it.
        possible = 0 if points is None else top
        extra = Fraction(0)
        for adjustment in scored.line.adjustments:
            if adjustment.side == side:
                extra += adjustment.amount
        sums.append((points or 0, possible, extra))
    (home_points, home_top, home_extra), (away_points, away_top, away_extra) = sums
    match.points = (match.points[0] + home_points, match.points[1] + away_points)
    match.tops = (match.tops[0] + home_top, match.tops[1] + away_top)
    match.extra = (match.extra[0] + home_extra, match.extra[1] + away_extra)
    if scored.ns_points is not None or scored.ew_points is not None:
        match.boards += 1


def _match_with_victory_points(match: _Match, due_match: DueMatch | None) -> TeamMatch:
    figures = (match.round_no, match.home, match.away, match.boards)
    # An unfinished match gives no victory points: its percentage still changes.
    if due_match and not due_match.is_over:
        return TeamMatch(*figures, *match.points, 0, 0, is_unfinished=True)
    # The percentages of both pairs need not add up to 100, since rulings may be for one side.
    home_score, away_score = (
        Fraction(extra) + _victory_points(match, points, top)
        for points, top, extra in zip(match.points, match.tops, match.extra, strict=True)
    )
    return TeamMatch(*figures, *match.points, home_score, away_score)


def _victory_points(match: _Match, points: Points, top: Points) -> Fraction:
    if not top:
        return Fraction(0)
    percent = 100 * Fraction(points) / top
    won, _lost = swiss_pairs_points(percent, match.boards, half=match.is_half)
    return won


def _results(field: Field, matches: tuple[TeamMatch, ...]) -> list[FinalFigures]:
    totals: dict[int, Fraction] = {}
    board_counts: Counter[int] = Counter()
    for match in matches:
        for pair, score in ((match.home, match.home_score), (match.away, match.away_score)):
            totals[pair] = totals.get(pair, Fraction(0)) + score
            board_counts[pair] += match.boards
    for credit in field.credits:
        # A pair that has only had byes so far has its place too.
        if credit.kind == BYE:
            totals.setdefault(credit.contestant, Fraction(0))
    for credit in field.credits:
        totals[credit.contestant] += credit.amount
    return [
        FinalFigures(pair, None, total, None, board_counts[pair], merit=total)
        for pair, total in totals.items()
    ]


SWISS_PAIRS = ScoringMethod(
    key="swiss-pairs",
    name="Swiss pairs",
    abbr="VP",
    unit="victory points",
    decimals=2,
    options=(TIES,),
    source="[LAWS2017] Law 78A; [NEUBERG]; [WHITEBOOK]",
    compute=_rank,
    accepts=frozenset({"assigned", "own-average", "one-sided", "vp"}),
    rule="2 per result beaten, 1 per tie; match percentage converted to victory points",
    fixed=_FIXED,
    in_files="matchpoints",
)
