"""By what a night is scored."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib.auth.models import User

from director.boards.contests import CONTESTS
from director.boards.movement.acts import METHOD
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.rounds import is_by_round, is_drawn
from director.boards.play.results.acts import section_act
from director.boards.scoring.matches.totals import SCALE
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.units import settings_for
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Event, Plan, Result, Section
from movements import KNOCK_OUT, Movement, MovementError, find_movement
from scoring import (
    MATCH_METHODS,
    ScoringError,
    ScoringMethod,
    check_match_boards,
    find_method,
    methods_for,
    usual_method,
)

HALVES_SCALE = {SCALE: "discrete"}
"""The scale that has victory points for half matches, of three who play each other in one round."""
NO_SCALE = {SCALE: "none"}
"""What a knock-out asks for: what counts is who has more."""


def reset_method(section: Section) -> None:
    """Score the event as usual again if the former movement had set the method.

    The event is stored.

    What the director chose instead stays, and so does what another section may need.
    """
    event, plan = section.session.event, section.plan
    usual = usual_method(event.game, CONTESTS[event.contest].plays)
    if (
        plan is None
        or (event.scoring, event.scoring_options) == (usual.key, {})
        or not section.is_alone
    ):
        return
    if (
        event.scoring_options == NO_SCALE
        if plan.key == KNOCK_OUT
        else _is_from_movement(event, plan_movement(plan))
    ):
        _store(event, usual, {})


def fit_method(event: Event, movement: Movement) -> None:
    """Set the scoring method that *movement* asks for, and store *event*.

    Swiss pairs are scored by the victory points of their matches, a knock-out of teams without any,
    and a movement that was made for a method by it.  Else totals of teams count where several pairs
    of a team have a board in one direction, or two teams do not have it both ways.  A team with a
    pair fewer in one direction adds the average of that direction.  Where another section has
    results, they are scored as before.

    :raises DeskError: if they are, and not as Swiss pairs
    """
    asked = _method_of_movement(event, movement)
    if asked is None or (asked[0].key, asked[1]) == (event.scoring, event.scoring_options):
        return
    if not Result.objects.filled().filter(section__session__event=event).exists():
        _store(event, *asked)
    elif asked[0] in MATCH_METHODS and asked[0].key != event.scoring:
        raise DeskError(BoardSentences.SCORED_OTHERWISE, method=find_method(event.scoring).name)


def scale_for_halves(event: Event) -> None:
    """Set victory points for half matches if *event* has them by default, and store it.

    A scale that the director chose stays, and so does any once there are results.
    """
    method = find_method(event.scoring)
    is_open = (
        any(option.name == SCALE for option in method.options)
        and SCALE not in event.scoring_options
    )
    if is_open and not Result.objects.filled().filter(section__session__event=event).exists():
        _store(event, method, event.scoring_options | HALVES_SCALE)


def refuse_match_boards(event: Event, movement: Movement) -> None:
    """Refuse match lengths of *movement* for which the scale of *event* has no victory points.

    :raises DeskError: if it has none
    """
    boards: defaultdict[tuple[int, frozenset[int]], set[int]] = defaultdict(set)
    for row in movement.rows:
        if not row.half and row.ns != row.ew:
            at = row.round_no if is_by_round(movement) else 0
            boards[at, frozenset(movement.contestants_at(row))].update(row.boards)
    settings = find_method(event.scoring).settings(event.scoring_options)
    for count in {len(numbers) for numbers in boards.values()}:
        try:
            check_match_boards(event.scoring, settings, count)
        except ScoringError as error:
            raise DeskError(BoardSentences.MATCH_BOARDS, **error.params) from error


def _method_of_movement(
    event: Event, movement: Movement
) -> tuple[ScoringMethod, Mapping[str, str]] | None:
    """Return the method that *movement* brings, and its options, or ``None`` where it goes with
    any.
    """
    if is_drawn(movement.key):
        return _asked_of_drawn(event, movement.key)
    if scored_by := _scored_by(movement.key, event.game):
        method = find_method(scored_by)
        return method, settings_for(method, event.game, {})
    if not movement.team_size or _is_of_matches(movement):
        return None
    methods = methods_for(event.game, CONTESTS[event.contest].plays)
    if _spec(movement.key, "is_head_to_head"):
        method, options = next(method for method in methods if method.many_tables), {}
    else:
        method = next(method for method in methods if method.has_large_teams)
        count = "north-south" if _spec(movement.key, "keeps_ns") else "both"
        options = {"count": count, "odd_pair": _odd_pair(movement)}
    return method, settings_for(method, event.game, options)


def _asked_of_drawn(event: Event, key: str) -> tuple[ScoringMethod, Mapping[str, str]] | None:
    if methods := CONTESTS[event.contest].match_methods:
        return methods[0], {}
    method = find_method(event.scoring)
    has_scale = any(option.name == SCALE for option in method.options)
    is_open = key == KNOCK_OUT and has_scale and SCALE not in event.scoring_options
    if is_open:
        return (method, event.scoring_options | NO_SCALE)
    return None


def _is_from_movement(event: Event, movement: Movement) -> bool:
    asked = _method_of_movement(event, movement)
    return asked is not None and asked[0].key == event.scoring


def _store(event: Event, method: ScoringMethod, options: Mapping[str, str]) -> None:
    event.scoring, event.scoring_options = method.key, dict(options)
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
        times == 1 and met[teams[::-1]] == 1
        for met in _on_boards(movement).values()
        for teams, times in met.items()
    )


def _odd_pair(movement: Movement) -> str:
    """Return what a team with a missing pair on a board is given: an average, or nothing."""
    for met in _on_boards(movement).values():
        sat: Counter[int] = Counter()
        for (ns, ew), times in met.items():
            sat.update({ns: times, ew: -times})
        if any(sat.values()):
            return "average"
    return "none"


def _scored_by(key: str, game: str) -> str:
    scored_by = _spec(key, "scored_by") or ""
    if scored_by and find_method(scored_by).is_for(game):
        return scored_by
    return ""


def _spec(key: str, fact: str) -> Any:
    """Return a *fact* of the movement *key*, ``None`` for a custom movement, which is not in the list."""
    with suppress(MovementError):
        return getattr(find_movement(key), fact)
    return None


def set_scoring(
    *,
    section: Section,
    scoring: str,
    options: Mapping[str, str],
    places: str = "",
    finals: str = "",
    user: User | None = None,
) -> Event:
    """Score the event of *section* by the method *scoring* from now on, and return the event.

    Options that are not given take the method's defaults, and what the game decides is not asked
    for; all are stored, so that a later default changes no result.  *places* says which sections
    are ranked together, *finals* what the sections of the last session are; both as now if empty.

    :raises ScoringError: if there is no such method or option, or if the results cannot be scored
        so
    :raises DeskError: if its scale has no victory points for matches of as many boards
    :raises FinalError: if the results are final
    """
    event = section.session.event
    settings = settings_for(find_method(scoring), event.game, options)
    words = f"Scoring: {find_method(scoring).name}."
    with section_act(section=section, kind=METHOD, words=words, user=user) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places", "finals"])
        former = event.scoring, event.scoring_options, event.places
        places = places or event.places
        event.scoring, event.scoring_options, event.places = scoring, settings, places
        try:
            for plan in Plan.objects.filter(
                section__session__event=event, in_force=True
            ).select_related("section"):
                refuse_match_boards(event, plan_movement(plan))
            _scored = [sheets.scored for sheets in EventResults(event).sessions]
        finally:
            event.scoring, event.scoring_options, event.places = former
        finals = finals or event.finals
        journal.change(
            event, scoring=scoring, scoring_options=settings, places=places, finals=finals
        )
    return event
