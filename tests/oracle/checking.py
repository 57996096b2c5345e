"""Compute every figure of a ranking in two independent ways and report differences.

The second calculation lies in the modules beside this one. It follows the definitions alone, slowly
and without the code of the methods.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.display import format_contestant_name, format_exact
from scoring.errors import ScoringError
from scoring.model import Field, Points, Ranking
from scoring.party.methods import get_party_method
from scoring.party.model import PartyGame
from scoring.party.presence import PartyPresence
from scoring.party.ranking import rank_party_games
from scoring.registry import get_method
from scoring.totals.players import (
    IndividualField,
    add_up_rounds,
    complete_player_settings,
    rank_players,
)
from scoring.totals.sections import divide_by_section
from tests.oracle.figures import PARTY_ROUTES, ROUTES, PlainRanking
from tests.oracle.party import compare_parties, rank_party_plainly
from tests.oracle.players import rank_players_plainly
from tests.oracle.standings import Figures, iter_knockout_differences, rank_knockout


def check_ranking(
    method_key: str, field: Field, options: Mapping[str, str] | None = None
) -> list[str]:
    """Return a sentence for every figure that differs between the two calculations.

    The points of lines that count are compared, whatever travellers show.

    >>> from scoring.model import Board, Line
    >>> check_ranking("cross-imps", Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 170))),)))
    []

    :raises ScoringError: as ``rank`` does
    """
    method = get_method(method_key)
    settings = method.complete_settings(options or {})
    # Only adjusted points are added up; bare ones are what travellers show.
    if "board_points" in settings:
        settings["board_points"] = "adjusted"
    ranking = method.rank(field, settings)
    plain_field = divide_by_section(field) if _is_divided_by_section(settings) else field
    plain_ranking = rank_plainly(method_key, plain_field, settings)
    differences = list_ranking_differences(ranking, plain_ranking)
    # With other methods the points of lines alone don't decide a match.
    if "victory_points" in settings or "win" in settings:
        differences += iter_knockout_differences(field, plain_ranking.points_by_board)
    return differences


def check_players(
    method_key: str, individual: IndividualField, options: Mapping[str, str] | None = None
) -> list[str]:
    """Return a sentence for every figure of single players that differs.

    >>> from scoring.model import Board, Line
    >>> field = Field(1, (Board(1, (Line(1, 2, 420), Line(3, 4, 170))),))
    >>> check_players("matchpoints", IndividualField(field, {1: (4, 2), 2: (1, 8), 3: (5, 6), 4: (3, 7)}))
    []

    :raises ScoringError: as ``rank_players`` does
    """
    method = get_method(method_key)
    settings = complete_player_settings(method, options)
    ranking = rank_players(method, individual, settings)
    if method.player_totals_by == "rounds":
        field = add_up_rounds(individual.field)
    else:
        field = individual.field
    if _is_divided_by_section(settings):
        field = divide_by_section(field)
    plain_ranking = rank_plainly(method_key, field, settings)
    plain_figures = rank_players_plainly(
        replace(field, credits=individual.credits),
        individual.partners_by_partnership,
        plain_ranking.points_by_board,
        [board.top for board in ranking.boards],
        has_tops=any(board.top for board in ranking.boards),
        is_lowest_best=settings.get("count") == "losses",
    )
    return list_ranking_differences(
        ranking, PlainRanking(plain_ranking.points_by_board, plain_figures)
    )


def rank_plainly(method_key: str, field: Field, settings: Mapping[str, str]) -> PlainRanking:
    """Return the ranking of *field* by the second calculation. *settings* must be complete.

    If sections are compared, each board of *field* must have lines of one section only.
    """
    method = get_method(method_key)
    route = ROUTES.get(method.key)
    if route is None:
        raise _make_no_second_route_error(method=method.name)
    plain_ranking = route(field, method.with_fixed_choices(settings))
    if field.knockout is None:
        return plain_ranking
    return replace(
        plain_ranking,
        figures_by_contestant=rank_knockout(field.knockout, plain_ranking.figures_by_contestant),
    )


def _is_divided_by_section(settings: Mapping[str, str]) -> bool:
    return settings.get("compare") == "section"


def list_ranking_differences(ranking: Ranking, plain_ranking: PlainRanking) -> list[str]:
    """Return a sentence for every figure that differs between *ranking* and *plain_ranking*."""
    return [
        *_iter_line_differences(ranking, plain_ranking),
        *_iter_standing_differences(ranking, plain_ranking),
    ]


def _iter_line_differences(ranking: Ranking, plain_ranking: PlainRanking) -> Iterator[str]:
    for board, pairs in zip(ranking.boards, plain_ranking.points_by_board, strict=True):
        for scored, pair in zip(board.lines, pairs, strict=True):
            points = (scored.ns_points, scored.ew_points)
            plain_points = pair or (None, None)
            if points != plain_points:
                line_name = f"Board {board.board_no}, {scored.line.contestants_text}"
                first = _format_pair(*points)
                second = _format_pair(*plain_points)
                yield f"{line_name}: {first} by one calculation, {second} by the other."


def _iter_standing_differences(ranking: Ranking, plain_ranking: PlainRanking) -> Iterator[str]:
    for standing in ranking.standings:
        figures = (standing.total, standing.percent, standing.rank, standing.is_tied)
        plain_figures = plain_ranking.figures_by_contestant[standing.direction, standing.contestant]
        if figures != plain_figures:
            contestant = format_contestant_name(standing.direction, standing.contestant)
            first = _format_ranking_figures(figures)
            second = _format_ranking_figures(plain_figures)
            yield f"{contestant}: {first} by one calculation, {second} by the other."


def _format_ranking_figures(figures: Figures) -> str:
    total, percent, rank, is_tied = figures
    text = format_exact(total)
    if percent is not None:
        text += f" ({format_exact(percent)} %)"
    text += f", place {rank}"
    if is_tied:
        text += "="
    return text


def _format_pair(ns_points: Points | None, ew_points: Points | None) -> str:
    if ns_points is None and ew_points is None:
        return "nothing"
    ns_text = "nothing" if ns_points is None else format_exact(ns_points)
    ew_text = "nothing" if ew_points is None else format_exact(ew_points)
    return f"{ns_text} and {ew_text}"


def check_party_standings(
    method: str,
    games: Iterable[PartyGame],
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> list[str]:
    """Return a sentence for every player whose figures differ between the two calculations.

    >>> from scoring.party.model import PartyGame
    >>> games = [
    ...     PartyGame("1", 1, 1, 0, own_points=5, games_won=1),
    ...     PartyGame("2", 1, 1, 1, own_points=4, games_won=0),
    ... ]
    >>> check_party_standings("points", games)
    []

    :raises ScoringError: as ``rank_party_games`` does
    """
    games = list(games)
    presences = list(presences)
    party_method = get_party_method(method)
    route = PARTY_ROUTES.get(party_method.key)
    if route is None:
        raise _make_no_second_route_error(method=party_method.name)
    ranking = rank_party_games(method, games, options=options, presences=presences)
    settings = party_method.complete_settings(options)
    return compare_parties(ranking, rank_party_plainly(route, games, settings, presences))


def _make_no_second_route_error(*, method: object) -> ScoringError:
    return ScoringError(
        "no-second-route",
        "{method} has no second calculation, so its figures can’t be checked. Add one to the "
        "registry.",
        method=method,
    )
