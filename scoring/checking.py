"""Compute every figure of a ranking in two independent ways and report differences.

The second calculation is in ``scoring.plain``. It follows the definitions alone, slowly and without
the code of the methods.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.display import exact_text, format_contestant_name
from scoring.errors import ScoringError
from scoring.model import Field, Points, Ranking
from scoring.party.methods import find_party_method
from scoring.party.model import PartyGame, PartyPresence
from scoring.party.ranking import party_standings
from scoring.plain.figures import PARTY_ROUTES, ROUTES, PlainRanking
from scoring.plain.party import compare_parties, rank_party_plainly
from scoring.plain.players import rank_players_plainly
from scoring.plain.standings import Figures, find_knockout_differences, rank_knockout
from scoring.registry import find_method
from scoring.totals.players import (
    IndividualField,
    add_up_rounds,
    get_player_settings,
    rank_players,
)
from scoring.totals.sections import divide_by_section


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
    method = find_method(method_key)
    settings = method.settings(options or {})
    # Only adjusted points are added up; bare ones are what travellers show.
    if "board_points" in settings:
        settings["board_points"] = "adjusted"
    ranking = method.rank(field, settings)
    plain_field = divide_by_section(field) if _is_divided(settings) else field
    plain = rank_plainly(method_key, plain_field, settings)
    differences = compare(ranking, plain)
    # With other methods the points of lines alone don't decide a match.
    if "victory_points" in settings or "win" in settings:
        differences += find_knockout_differences(field, plain.lines)
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
    method = find_method(method_key)
    settings = get_player_settings(method, options)
    ranking = rank_players(method, individual, settings)
    if method.player_totals_by == "rounds":
        field = add_up_rounds(individual.field)
    else:
        field = individual.field
    if _is_divided(settings):
        field = divide_by_section(field)
    plain = rank_plainly(method_key, field, settings)
    figures = rank_players_plainly(
        replace(field, credits=individual.credits),
        individual.partners,
        plain.lines,
        [board.top for board in ranking.boards],
        has_tops=any(board.top for board in ranking.boards),
        fewest=settings.get("count") == "losses",
    )
    return compare(ranking, PlainRanking(plain.lines, figures))


def rank_plainly(method_key: str, field: Field, settings: Mapping[str, str]) -> PlainRanking:
    """Return the ranking of *field* by the second calculation. *settings* must be complete.

    If sections are compared, each board of *field* must have lines of one section only.
    """
    method = find_method(method_key)
    route = ROUTES.get(method.key)
    if route is None:
        raise _make_no_second_route_error(method=method.name)
    plain = route(field, method.with_fixed(settings))
    if field.knockout is None:
        return plain
    return replace(plain, standings=rank_knockout(field.knockout, plain.standings))


def _is_divided(settings: Mapping[str, str]) -> bool:
    return settings.get("compare") == "section"


def compare(ranking: Ranking, plain: PlainRanking) -> list[str]:
    """Return a sentence for every figure that differs between *ranking* and *plain*."""
    return [*_find_line_differences(ranking, plain), *_find_standing_differences(ranking, plain)]


def _find_line_differences(ranking: Ranking, plain: PlainRanking) -> Iterator[str]:
    for board, pairs in zip(ranking.boards, plain.lines, strict=True):
        for scored, pair in zip(board.lines, pairs, strict=True):
            points = (scored.ns_points, scored.ew_points)
            plain_points = pair or (None, None)
            if points != plain_points:
                where = f"Board {board.board_no}, {scored.line.meeting}"
                first = _format_pair(*points)
                second = _format_pair(*plain_points)
                yield f"{where}: {first} by one calculation, {second} by the other."


def _find_standing_differences(ranking: Ranking, plain: PlainRanking) -> Iterator[str]:
    for standing in ranking.standings:
        figures = (standing.total, standing.percent, standing.place, standing.is_tied)
        plain_figures = plain.standings[standing.direction, standing.contestant]
        if figures != plain_figures:
            contestant = format_contestant_name(standing.direction, standing.contestant)
            first = _format_ranking_figures(figures)
            second = _format_ranking_figures(plain_figures)
            yield f"{contestant}: {first} by one calculation, {second} by the other."


def _format_ranking_figures(figures: Figures) -> str:
    total, percent, place, is_tied = figures
    text = exact_text(total)
    if percent is not None:
        text += f" ({exact_text(percent)} %)"
    text += f", place {place}"
    if is_tied:
        text += "="
    return text


def _format_pair(ns_points: Points | None, ew_points: Points | None) -> str:
    if ns_points is None and ew_points is None:
        return "nothing"
    ns_text = "nothing" if ns_points is None else exact_text(ns_points)
    ew_text = "nothing" if ew_points is None else exact_text(ew_points)
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

    :raises ScoringError: as ``party_standings`` does
    """
    games = list(games)
    presences = list(presences)
    party_method = find_party_method(method)
    route = PARTY_ROUTES.get(party_method.key)
    if route is None:
        raise _make_no_second_route_error(method=party_method.name)
    ranking = party_standings(method, games, options=options, presences=presences)
    settings = party_method.settings(options)
    return compare_parties(ranking, rank_party_plainly(route, games, settings, presences))


def _make_no_second_route_error(*, method: object) -> ScoringError:
    return ScoringError(
        "no-second-route",
        "{method} has no second calculation, so its figures can't be checked. Add one to the "
        "registry.",
        method=method,
    )
