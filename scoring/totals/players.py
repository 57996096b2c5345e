"""Contests of single players: both players of a side get its points, which are added up.

This module makes totals and places of players by any method whose points of lines can be added up.
Lines have the numbers of partnerships; the caller, who knows the movement, says which two players
each of them is.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.bridge.rulings import CarryOverLimit, Credit, compute_carry_over_limit
from scoring.errors import FieldError, ScoringError
from scoring.method import ScoringMethod, collect_replays
from scoring.model import (
    Board,
    ContestantKey,
    Field,
    Points,
    Ranking,
    ScoredBoard,
    get_line_contestants,
)
from scoring.refusals import make_field_twice_on_board_error
from scoring.totals.ranking import (
    FinalFigures,
    collect_extras_by_contestant,
    make_extra_notes,
    make_standings,
)

Partners: TypeAlias = tuple[int, int]

ROUNDS_ADDED_UP_NOTE = "Boards with the same opponents are added up before they are compared."


@dataclass(frozen=True, slots=True)
class IndividualField:
    """The lines of partnerships, and who the partners are."""

    field: Field
    partners_by_partnership: Mapping[int, Partners]
    credits: tuple[Credit, ...] = ()  # penalties, handicaps and carry-over of single players


def rank_players(
    method: ScoringMethod, individual: IndividualField, options: Mapping[str, str] | None = None
) -> Ranking:
    """Return the ranking of players, by percentage if boards have tops, otherwise by total.

    A player with fewer boards keeps the total as played. Losses are scaled to the most boards that
    anybody played, so that nobody wins by sitting out.

    >>> from scoring.model import Line
    >>> from scoring.registry import get_method
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 50))),))
    >>> seats = IndividualField(field, {1: (4, 2), 2: (1, 8), 3: (5, 6), 4: (3, 7)})
    >>> [(seen.contestant, seen.rank_text) for seen in rank_players(get_method("matchpoints"), seats).standings][:4]
    [(2, '1='), (3, '1='), (4, '1='), (7, '1=')]

    :raises ScoringError: if the points of the method cannot be added up
    :raises FieldError: with all errors of the field
    """
    if not method.player_totals_by:
        raise ScoringError(
            "individual-method",
            "{name} doesn’t rank individuals. Choose another method, such as matchpoints or "
            "cross-imps.",
            name=method.name,
        )
    errors = list(_check_seats(individual))
    if errors:
        raise FieldError(errors)
    field = individual.field
    settings = complete_player_settings(method, options)
    notes = []
    if method.player_totals_by == "rounds":
        field = add_up_rounds(field)
        if len(field.boards) < len(individual.field.boards):
            notes.append(ROUNDS_ADDED_UP_NOTE)
    ranking = method.rank(field, settings)
    results = _compute_player_figures(
        replace(individual, field=field),
        ranking.boards,
        counts_losses=settings.get("count") == "losses",
    )
    players_field = replace(individual.field, contest="individual", credits=individual.credits)
    notes += make_extra_notes(players_field, method.decimals)
    return replace(ranking, standings=make_standings(results), notes=tuple(notes))


def complete_player_settings(
    method: ScoringMethod, options: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return each option of *method* with its choice.

    Points of boards are always adjusted, since they are added up for players.

    >>> from scoring.registry import get_method
    >>> complete_player_settings(get_method("matchpoints"))["board_points"]
    'adjusted'
    """
    settings = method.complete_settings(options or {})
    if "board_points" in settings:
        return settings | {"board_points": "adjusted"}
    return settings


def add_up_rounds(field: Field) -> Field:
    """Add up boards of *field* that the same partnerships played at all tables.

    Each group of boards becomes its first board. A board with a line without a score stays alone.

    >>> from scoring.model import Line
    >>> boards = [Board(number, (Line(1, 2, 7 - number), Line(3, 4, 6))) for number in (1, 2)]
    >>> [line.score for line in add_up_rounds(Field(1, tuple(boards))).boards[0].lines]
    [11, 12]
    """
    board_by_round: dict[object, Board] = {}
    for board in field.boards:
        key: tuple[object, ...] = tuple(sorted((line.ns, line.ew) for line in board.lines))
        if any(line.score is None for line in board.lines):
            key = (board.round_no, board.board_no, board.is_half)
        if key in board_by_round:
            board_by_round[key] = _add_boards(board_by_round[key], board)
        else:
            board_by_round[key] = board
    return replace(field, boards=tuple(board_by_round.values()))


def _add_boards(board: Board, other_board: Board) -> Board:
    scores = {(line.ns, line.ew): line.score or 0 for line in other_board.lines}
    lines = [
        line._replace(score=(line.score or 0) + scores[line.ns, line.ew]) for line in board.lines
    ]
    return replace(board, lines=tuple(lines))


def _check_seats(individual: IndividualField) -> Iterator[ScoringError]:
    """Yield an error for each player who is on two lines of a board.

    Two partnerships may replay a board with each other's cards: mnemonic duplicate.
    """
    for board in individual.field.boards:
        seated_players: set[int] = set()
        replays = collect_replays(board)
        for line in board.lines:
            if (line.ns, line.ew) in replays:
                continue
            for player in (
                *individual.partners_by_partnership[line.ns],
                *individual.partners_by_partnership[line.ew],
            ):
                if player in seated_players:
                    yield make_field_twice_on_board_error(
                        board_no=board.board_no,
                        contestant=f"player {player}",
                    )
                seated_players.add(player)


@dataclass(slots=True)
class _PlayerSums:
    """The points, available points and boards of one player."""

    points: Points = 0
    available_points: Points = 0
    board_count: int = 0


def _compute_player_figures(
    individual: IndividualField, boards: Sequence[ScoredBoard], *, counts_losses: bool
) -> Iterable[FinalFigures]:
    sums_by_player: defaultdict[ContestantKey, _PlayerSums] = defaultdict(_PlayerSums)
    for board in boards:
        for scored in board.lines:
            keys = get_line_contestants(individual.field, scored.line)
            side_points = (scored.ns_points, scored.ew_points)
            for (direction, number), points in zip(keys, side_points, strict=True):
                for player in individual.partners_by_partnership[number]:
                    # A player without any points has an account as well, and a place.
                    player_sums = sums_by_player[direction, player]
                    if points is not None:
                        player_sums.points += points
                        player_sums.available_points += board.top or 0
                        player_sums.board_count += 1
    _add_extras(sums_by_player, individual, boards)
    most_boards = max(
        (player_sums.board_count for player_sums in sums_by_player.values()), default=0
    )
    carry_over_limit = compute_carry_over_limit(individual.credits)
    return [
        _make_player_figures(
            key, player_sums, most_boards, carry_over_limit, counts_losses=counts_losses
        )
        for key, player_sums in sums_by_player.items()
    ]


def _add_extras(
    sums_by_player: Mapping[ContestantKey, _PlayerSums],
    individual: IndividualField,
    boards: Sequence[ScoredBoard],
) -> None:
    """Add adjustments of lines to both partners, and the credits of single players."""
    for (direction, number), extra in collect_extras_by_contestant(
        individual.field, boards
    ).items():
        for player in individual.partners_by_partnership[number]:
            sums_by_player[direction, player].points += extra.points
    # Credits name players, so they are collected from a field without boards.
    credits_field = replace(individual.field, boards=(), credits=individual.credits)
    for key, extra in collect_extras_by_contestant(credits_field, ()).items():
        player_sums = sums_by_player[key]
        player_sums.points += extra.compute_points(
            player_sums.available_points, credits_field.max_carry_over
        )


def _make_player_figures(
    key: ContestantKey,
    player_sums: _PlayerSums,
    most_boards: int,
    carry_over_limit: CarryOverLimit,
    *,
    counts_losses: bool,
) -> FinalFigures:
    direction, player = key
    total = Fraction(player_sums.points)
    if counts_losses and player_sums.board_count:
        total = total * most_boards / player_sums.board_count
    percent = None
    if player_sums.available_points:
        percent = Fraction(100 * player_sums.points) / carry_over_limit.compute_available(
            player_sums.available_points
        )
    if percent is not None:
        merit = percent
    elif counts_losses:
        # Fewer losses are better, a higher merit as well.
        merit = -total
    else:
        merit = total
    return FinalFigures(
        player,
        direction,
        total=total,
        percent=percent,
        board_count=player_sums.board_count,
        merit=merit,
    )
