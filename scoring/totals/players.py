"""Contests of single players: both players of a side get its points, added up for each player.

Responsible for totals and places of players by any method whose points of lines can be added up.
Who partners whom is the business of the movement; the lines name partnerships, and the caller says
whose they are.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.rulings import Carried, Credit, most_carried
from scoring.errors import FieldError, ScoringError
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line, Points, Ranking, ScoredBoard
from scoring.ranking import FinalFigures, Key, contestant_keys, place
from scoring.sentences import ScoringSentences
from scoring.totals.adjusting import extra_notes, extras

Partners: TypeAlias = tuple[int, int]

ROUNDS_TOGETHER = "Boards with the same opponents are added up before they are compared."


@dataclass(frozen=True, slots=True)
class IndividualField:
    """The lines of partnerships, and the two *partners* of every partnership number."""

    field: Field
    partners: Mapping[int, Partners]
    credits: tuple[Credit, ...] = ()  # penalties, handicaps and carry-over of single players


def rank_players(
    method: ScoringMethod, individual: IndividualField, options: Mapping[str, str] | None = None
) -> Ranking:
    """Return the ranking of players, by percentage if boards have tops, else by total.

    A player with fewer boards keeps the total as played, but losses are scaled to the most boards,
    so that nobody wins by sitting out.

    >>> from scoring import Line, find_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 50))),))
    >>> seats = IndividualField(field, {1: (4, 2), 2: (1, 8), 3: (5, 6), 4: (3, 7)})
    >>> [(seen.contestant, seen.place_text) for seen in rank_players(find_method("matchpoints"), seats).standings][:4]
    [(2, '1='), (3, '1='), (4, '1='), (7, '1=')]

    :raises ScoringError: for a method whose points cannot be added up.
    :raises FieldError: with every fault of the field.
    """
    if not method.for_players:
        raise ScoringError(ScoringSentences.INDIVIDUAL_METHOD, name=method.name)
    faults = list(_seat_faults(individual))
    if faults:
        raise FieldError(faults)
    field, settings = individual.field, settings_of_players(method, options)
    if method.for_players == "rounds":
        field = rounds_together(field)
    ranking = method.rank(field, settings)
    results = _results(
        replace(individual, field=field), ranking.boards, fewest=settings.get("count") == "losses"
    )
    together = (ROUNDS_TOGETHER,) if len(field.boards) < len(individual.field.boards) else ()
    ruled = extra_notes(
        replace(individual.field, contest="individual", credits=individual.credits), method.decimals
    )
    return replace(ranking, standings=place(results), notes=(*together, *ruled))


def settings_of_players(
    method: ScoringMethod, options: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return every option of *method* with its choice. The points of lines always count.

    >>> from scoring import find_method
    >>> settings_of_players(find_method("matchpoints"))["board_points"]
    'adjusted'
    """
    settings = method.settings(options or {})
    return settings | ({"board_points": "adjusted"} if "board_points" in settings else {})


def rounds_together(field: Field) -> Field:
    """Combine boards of *field* that the same partnerships played at every table.

    Each group becomes its first board.

    A board on which a line has no score stays by itself.

    >>> from scoring import Line
    >>> boards = [Board(number, (Line(1, 2, 7 - number), Line(3, 4, 6))) for number in (1, 2)]
    >>> [line.score for line in rounds_together(Field(1, tuple(boards))).boards[0].lines]
    [11, 12]
    """
    rounds: dict[object, Board] = {}
    for board in field.boards:
        meetings = tuple(sorted((line.ns, line.ew) for line in board.lines))
        key = meetings if all(line.score is not None for line in board.lines) else (board.board_no,)
        rounds[key] = _add_boards(rounds[key], board) if key in rounds else board
    return replace(field, boards=tuple(rounds.values()))


def _add_boards(board: Board, other: Board) -> Board:
    scores = {(line.ns, line.ew): line.score or 0 for line in other.lines}
    lines = [
        line._replace(score=(line.score or 0) + scores[line.ns, line.ew]) for line in board.lines
    ]
    return replace(board, lines=tuple(lines))


def _seat_faults(individual: IndividualField) -> Iterator[ScoringError]:
    for board in individual.field.boards:
        seen: set[int] = set()
        for line in board.lines:
            for player in (*individual.partners[line.ns], *individual.partners[line.ew]):
                if player in seen:
                    yield ScoringError(
                        ScoringSentences.FIELD_TWICE_ON_BOARD,
                        board_no=board.board_no,
                        contestant=f"player {player}",
                    )
                seen.add(player)


@dataclass(slots=True)
class _Account:
    """The points, available points and boards of one player."""

    points: Points = 0
    available: Points = 0
    boards: int = 0


def _results(
    individual: IndividualField, boards: Sequence[ScoredBoard], *, fewest: bool
) -> Iterable[FinalFigures]:
    accounts: defaultdict[Key, _Account] = defaultdict(_Account)
    for board in boards:
        for scored in board.lines:
            sides = zip(
                _players(individual, scored.line), (scored.ns_points, scored.ew_points), strict=True
            )
            for (direction, partners), points in sides:
                for player in partners:
                    account = accounts[direction, player]
                    if points is not None:
                        account.points += points
                        account.available += board.top or 0
                        account.boards += 1
    _add_extras(accounts, individual, boards)
    most = max((account.boards for account in accounts.values()), default=0)
    carried = most_carried(individual.credits)
    return [
        _result(key, account, most, carried, fewest=fewest) for key, account in accounts.items()
    ]


def _add_extras(
    accounts: Mapping[Key, _Account], individual: IndividualField, boards: Sequence[ScoredBoard]
) -> None:
    """Add adjustments of lines to both partners, and the credits of single players."""
    for (direction, number), extra in extras(individual.field, boards).items():
        for player in individual.partners[number]:
            accounts[direction, player].points += extra.points
    alone = replace(individual.field, boards=(), credits=individual.credits)
    for key, extra in extras(alone, ()).items():
        account = accounts[key]
        account.points += extra.points_of(account.available, alone.most_carried)


def _players(individual: IndividualField, line: Line) -> list[tuple[str | None, Partners]]:
    keys = contestant_keys(individual.field, line)
    return [(direction, individual.partners[number]) for direction, number in keys]


def _result(
    key: Key, account: _Account, most: int, carried: Carried, *, fewest: bool
) -> FinalFigures:
    direction, player = key
    total = Fraction(account.points)
    if fewest and account.boards:
        total = total * most / account.boards
    available = carried.added_to(account.available)
    percent = Fraction(100 * account.points) / available if account.available else None
    if percent is not None:
        merit = percent
    elif fewest:
        merit = -total
    else:
        merit = total
    return FinalFigures(player, direction, total, percent, account.boards, merit)
