"""Swiss pairs: the share of two pairs in the tops of their boards, converted to victory points.

A field of Swiss pairs is one of pairs with one winner; boards of one number in several rounds name
their round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import BYE
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.methods.matchpoints import MATCHPOINTS
from scoring.methods.teams.contest import unfinished_notes
from scoring.methods.teams.victory_points import swiss_pairs_points
from scoring.model import Board, DueMatch, Field, Line, Points, Ranking, ScoredBoard, TeamMatch
from scoring.ranking import FinalFigures, place
from scoring.sentences import ScoringSentences
from scoring.totals.adjusting import extra_notes
from scoring.totals.ties import TIES, break_ties


@dataclass(slots=True)
class _Match:
    """The boards that two pairs played against each other. *home* is the lower number."""

    round_no: int | None
    home: int
    away: int
    is_half: bool
    points: tuple[Points, Points] = (0, 0)
    tops: tuple[Points, Points] = (0, 0)
    extra: tuple[Points, Points] = (0, 0)
    boards: int = 0


_FIXED = tuple(
    (option.name, {"sit_outs": "as-played"}.get(option.name, option.default))
    for option in MATCHPOINTS.options
    if option.name != TIES.name
)


def _rank(field: Field, options: Mapping[str, str]) -> Ranking:
    if field.winners != 1:
        raise ScoringError(ScoringSentences.SWISS_ONE_LIST, winners=field.winners)
    counted = MATCHPOINTS.compute(_without_rulings(field), {**dict(_FIXED), TIES.name: "split"})
    boards = tuple(map(_with_own_lines, counted.boards, field.boards))
    matches: dict[tuple[int | None, int, int], _Match] = {}
    for own, board in zip(field.boards, boards, strict=True):
        for scored in board.lines:
            line = scored.line
            home, away = min(line.ns, line.ew), max(line.ns, line.ew)
            key = own.round_no, home, away
            match = matches.get(key) or matches.setdefault(key, _Match(*key, own.is_half))
            _add(match, line, (scored.ns_points, scored.ew_points), board.top or 0)
    due = field.due_matches
    played = tuple(
        _match_with_victory_points(match, due.get(key)) for key, match in matches.items()
    )
    notes = (*counted.notes, *extra_notes(field), *unfinished_notes(played))
    results = break_ties(field, boards, _results(field, played), options[TIES.name])
    return Ranking("swiss-pairs", boards, place(results), notes, played)


def _with_own_lines(board: ScoredBoard, own: Board) -> ScoredBoard:
    """Return *board* with the lines of the field and their awards."""
    pairs = zip(board.lines, own.lines, strict=True)
    return replace(board, lines=tuple(scored._replace(line=line) for scored, line in pairs))


def _without_rulings(field: Field) -> Field:
    """Return *field* without what is given in victory points, which matchpoints do not know."""
    boards = tuple(
        replace(
            board,
            lines=tuple(
                line._replace(adjustments=()) if line.adjustments else line for line in board.lines
            ),
        )
        for board in field.boards
    )
    return replace(field, boards=boards, credits=())


def _add(
    match: _Match, line: Line, sides: tuple[Points | None, Points | None], top: Points
) -> None:
    """Add a line to *match*, the lower number first."""
    given = []
    for side in ("ns", "ew"):
        given.append(
            sum(
                (adjustment.amount for adjustment in line.adjustments if adjustment.side == side),
                Fraction(0),
            )
        )
    if line.ns != match.home:
        sides, given = (sides[1], sides[0]), given[::-1]
    match.extra = match.extra[0] + given[0], match.extra[1] + given[1]
    match.points = match.points[0] + (sides[0] or 0), match.points[1] + (sides[1] or 0)
    tops = [0 if points is None else top for points in sides]
    match.tops = match.tops[0] + tops[0], match.tops[1] + tops[1]
    match.boards += any(points is not None for points in sides)


def _match_with_victory_points(match: _Match, due: DueMatch | None) -> TeamMatch:
    own = match.round_no, match.home, match.away, match.boards
    if due and not due.is_over:
        return TeamMatch(*own, *match.points, 0, 0, is_unfinished=True)
    scores = []
    for points, top, extra in zip(match.points, match.tops, match.extra, strict=True):
        scores.append(
            Fraction(extra)
            + (
                swiss_pairs_points(100 * Fraction(points) / top, match.boards, half=match.is_half)[
                    0
                ]
                if top
                else 0
            )
        )
    return TeamMatch(*own, *match.points, scores[0], scores[1])


def _results(field: Field, matches: tuple[TeamMatch, ...]) -> list[FinalFigures]:
    totals: dict[int, tuple[Fraction, int]] = {}
    for match in matches:
        for pair, score in ((match.home, match.home_score), (match.away, match.away_score)):
            so_far, boards = totals.get(pair, (Fraction(0), 0))
            totals[pair] = so_far + score, boards + match.boards
    for credit in field.credits:
        if credit.kind == BYE:  # who has only sat out so far has its place too
            totals.setdefault(credit.contestant, (Fraction(0), 0))
    credits = {pair: Fraction(0) for pair in totals}
    for credit in field.credits:
        credits[credit.contestant] += credit.amount
    return [
        FinalFigures(pair, None, total + credits[pair], None, boards, merit=total + credits[pair])
        for pair, (total, boards) in totals.items()
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
