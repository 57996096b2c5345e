"""By what a night is scored."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User

from director.boards.results.read.acts import METHOD
from director.boards.results.read.event import EventResults
from director.boards.results.read.units import settings_for
from director.boards.results.write.acts import section_act
from director.models import Event, Section
from movements import MovementError, find_movement
from movements import Plan as Movement
from scoring import find_method, methods_for


def method_fit(event: Event, movement: Movement) -> None:
    """Let *event* be scored by totals where *movement* seats teams that have no match board by board; store it.

    A movement that was made for a method is scored by it.  Else that is so where several pairs of a team have a board
    in one direction, or two teams do not have it both ways.  A team with a pair fewer in one direction adds the average
    of that direction.
    """
    if scored_by := _scored_by(movement.key, event.game):
        method = find_method(scored_by)
        event.scoring, event.scoring_options = method.key, settings_for(method, event.game, {})
        event.save(update_fields=["scoring", "scoring_options"])
        return
    if not movement.team_size or _is_of_matches(movement):
        return
    methods = methods_for(event.game, event.contest)
    if _spec(movement.key, "is_head_to_head"):
        method, options = next(method for method in methods if method.many_tables), {}
    else:
        method = next(method for method in methods if method.has_large_teams)
        count = "north-south" if _spec(movement.key, "keeps_ns") else "both"
        options = {"count": count, "odd_pair": _odd_pair(movement)}
    event.scoring, event.scoring_options = method.key, settings_for(method, event.game, options)
    event.save(update_fields=["scoring", "scoring_options"])


def _on_boards(movement: Movement) -> dict[int, Counter[tuple[int, ...]]]:
    """Return how often each team N-S met each team E-W on every board."""
    boards: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in movement.rows:
        for board_no in row.boards:
            boards[board_no][movement.contestants_at(row)] += 1
    return boards


def _is_of_matches(movement: Movement) -> bool:
    return all(
        times == 1 and met[teams[::-1]] == 1 for met in _on_boards(movement).values() for teams, times in met.items()
    )


def _odd_pair(movement: Movement) -> str:
    """Return what is added for the pair that a team has too few in one direction of a board: an average, or nothing."""
    for met in _on_boards(movement).values():
        sat: Counter[int] = Counter()
        for (ns, ew), times in met.items():
            sat.update({ns: times, ew: -times})
        if any(sat.values()):
            return "average"
    return "none"


def _scored_by(key: str, game: str) -> str:
    scored_by = _spec(key, "scored_by") or ""
    return scored_by if scored_by and game in find_method(scored_by).games else ""


def _spec(key: str, fact: str) -> Any:
    """Return a *fact* of the movement *key*, ``None`` of one of somebody's own, which is in no list."""
    with suppress(MovementError):
        return getattr(find_movement(key), fact)
    return None


def event_score_by(
    *, section: Section, scoring: str, options: Mapping[str, str], places: str = "", user: User | None = None
) -> Event:
    """Score the event of *section* by the method *scoring* from now on; return the event.

    Options that are not given take the method's defaults, and what the game decides is not asked for; all are stored,
    so that a later default changes no result.  *places* says which sections are ranked together, as now if empty.

    :raises ScoringError: if there is no such method or option, or if the results that are in cannot be scored so
    :raises FinalError: if the results are final
    """
    event = section.session.event
    settings = settings_for(find_method(scoring), event.game, options)
    words = f"Scoring: {find_method(scoring).name}."
    with section_act(section=section, kind=METHOD, words=words, user=user) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places"])
        former = event.scoring, event.scoring_options, event.places
        places = places or event.places
        event.scoring, event.scoring_options, event.places = scoring, settings, places
        try:
            _scored = [sheets.scored for sheets in EventResults(event).sessions]
        finally:
            event.scoring, event.scoring_options, event.places = former
        journal.change(event, scoring=scoring, scoring_options=settings, places=places)
    return event
