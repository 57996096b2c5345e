"""The scoring method of an event: as the movement needs it, and as the director sets it.

Some movements come with a method: drawn rounds of matches, several pairs of a team in one
direction, or a movement that was made for a method. ``fit_method`` and ``reset_method`` follow the
movement; ``set_scoring`` stores the director's choice, which stays.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

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
"""The scale for half matches: three teams play each other in one round."""
NO_SCALE = {SCALE: "none"}
"""The scale of a knock-out, in which only the winner of a match matters."""


def reset_method(section: Section) -> None:
    """Give the event its usual method again if the former movement had set another. Store it.

    A method that the director chose stays, and so does one that another section may need.
    """
    event = section.session.event
    plan = section.plan
    usual = usual_method(event.game, CONTESTS[event.contest].plays)
    is_usual = (event.scoring, event.scoring_options) == (usual.key, {})
    if plan is None or is_usual or not section.is_alone:
        return
    if plan.key == KNOCK_OUT:
        is_from_movement = event.scoring_options == NO_SCALE
    else:
        chosen = _method_of_movement(event, plan_movement(plan))
        is_from_movement = chosen is not None and chosen.method.key == event.scoring
    if is_from_movement:
        _store(event, usual, {})


def fit_method(event: Event, movement: Movement) -> None:
    """Set the scoring method that *movement* needs, and store *event*.

    Swiss pairs are scored by victory points, a knock-out of teams without a scale, and a movement
    that was made for a method by that method.  Totals of teams are used if several pairs of a team
    have a board in one direction, or if two teams don't have it both ways.

    If the event has results, their method stays.

    :raises DeskError: if the event has results, and *movement* needs the method of matches
    """
    needed = _method_of_movement(event, movement)
    if needed is None:
        return
    if (needed.method.key, needed.options) == (event.scoring, event.scoring_options):
        return
    if not Result.objects.filled().filter(section__session__event=event).exists():
        _store(event, needed.method, needed.options)
    elif needed.method in MATCH_METHODS and needed.method.key != event.scoring:
        raise DeskError(BoardSentences.SCORED_OTHERWISE, method=find_method(event.scoring).name)


def scale_for_halves(event: Event) -> None:
    """Set victory points for half matches if *event* has the usual scale, and store it.

    A scale that the director chose stays, and so does any scale once there are results.
    """
    method = find_method(event.scoring)
    if not _can_choose_scale(event, method):
        return
    if not Result.objects.filled().filter(section__session__event=event).exists():
        _store(event, method, event.scoring_options | HALVES_SCALE)


def _can_choose_scale(event: Event, method: ScoringMethod) -> bool:
    """Return whether *method* has scales, and the director hasn't chosen one."""
    has_scale = any(option.name == SCALE for option in method.options)
    return has_scale and SCALE not in event.scoring_options


def refuse_match_boards(event: Event, movement: Movement) -> None:
    """Raise if the scale of *event* has no victory points for a match length of *movement*.

    :raises DeskError: if it has none
    """
    boards_by_match: defaultdict[tuple[int, frozenset[int]], set[int]] = defaultdict(set)
    for row in movement.rows:
        # Half matches have a scale of their own, and a bye has no victory points to look up.
        if not row.half and row.ns != row.ew:
            # If teams meet only once, all rounds of their meeting are one match.
            round_no = row.round_no if is_by_round(movement) else 0
            teams = frozenset(movement.contestants_at(row))
            boards_by_match[round_no, teams].update(row.boards)
    settings = find_method(event.scoring).settings(event.scoring_options)
    for board_count in {len(boards) for boards in boards_by_match.values()}:
        try:
            check_match_boards(event.scoring, settings, board_count)
        except ScoringError as error:
            raise DeskError(BoardSentences.MATCH_BOARDS, **error.params) from error


class _MethodChoice(NamedTuple):
    """A scoring method and its options."""

    method: ScoringMethod
    options: Mapping[str, str]


def _method_of_movement(event: Event, movement: Movement) -> _MethodChoice | None:
    """Return the method that *movement* needs. None if any method will do."""
    if is_drawn(movement.key):
        return _method_of_drawn(event, movement.key)
    scored_by = _spec_value(movement.key, "scored_by")
    if scored_by and find_method(scored_by).is_for(event.game):
        method = find_method(scored_by)
        return _MethodChoice(method, settings_for(method, event.game, {}))
    if not movement.team_size or _is_of_matches(movement):
        return None
    methods = methods_for(event.game, CONTESTS[event.contest].plays)
    options: dict[str, str] = {}
    if _spec_value(movement.key, "is_head_to_head"):
        method = next(method for method in methods if method.many_tables)
    else:
        method = next(method for method in methods if method.has_large_teams)
        keeps_ns = _spec_value(movement.key, "keeps_ns")
        options = {
            "count": "north-south" if keeps_ns else "both",
            "odd_pair": _odd_pair(movement),
        }
    return _MethodChoice(method, settings_for(method, event.game, options))


def _method_of_drawn(event: Event, movement_key: str) -> _MethodChoice | None:
    """Return the method that a movement with drawn rounds needs. None if any method will do."""
    if methods := CONTESTS[event.contest].match_methods:
        return _MethodChoice(methods[0], {})
    method = find_method(event.scoring)
    if movement_key == KNOCK_OUT and _can_choose_scale(event, method):
        return _MethodChoice(method, event.scoring_options | NO_SCALE)
    return None


def _store(event: Event, method: ScoringMethod, options: Mapping[str, str]) -> None:
    event.scoring, event.scoring_options = method.key, dict(options)
    event.save(update_fields=["scoring", "scoring_options"])


def _meetings_by_board(movement: Movement) -> dict[int, Counter[tuple[int, ...]]]:
    """Return how often each team N-S met each team E-W, by board."""
    boards: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in movement.rows:
        for board_no in row.boards:
            boards[board_no][movement.contestants_at(row)] += 1
    return boards


def _is_of_matches(movement: Movement) -> bool:
    """Return whether any two teams that meet on a board play it once in each direction."""
    for meetings in _meetings_by_board(movement).values():
        for teams, count in meetings.items():
            if count != 1 or meetings[teams[::-1]] != 1:
                return False
    return True


def _odd_pair(movement: Movement) -> str:
    """Return the option for a team with a pair fewer in one direction: an average, or nothing."""
    for meetings in _meetings_by_board(movement).values():
        surplus_ns: Counter[int] = Counter()
        for (ns, ew), count in meetings.items():
            surplus_ns.update({ns: count, ew: -count})
        if any(surplus_ns.values()):
            return "average"
    return "none"


def _spec_value(movement_key: str, name: str) -> Any:
    """Return attribute *name* of a movement's specification. None for a custom movement."""
    # A custom movement isn't in the catalogue.
    with suppress(MovementError):
        return getattr(find_movement(movement_key), name)
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
    """Set the event's method to *scoring*, and return the event.

    Options that are missing get the method's defaults, and the game decides some.  All of them are
    stored, so that a later default changes no result.  *places* says which sections are ranked
    together, *finals* what the sections of the last session are; both stay if empty.

    :raises ScoringError: if the method or an option is unknown, or the results can't be scored by
        it
    :raises DeskError: if its scale has no victory points for the length of the matches
    :raises FinalError: if the results are final
    """
    event = section.session.event
    method = find_method(scoring)
    settings = settings_for(method, event.game, options)
    words = f"Scoring: {method.name}."
    with section_act(section=section, kind=METHOD, words=words, user=user) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places", "finals"])
        places = places or event.places
        finals = finals or event.finals
        former = (event.scoring, event.scoring_options, event.places)
        # The event is scored by the new method before it is stored, which refuses an impossible
        # one. It gets its former values back, so that the journal records the change.
        event.scoring = scoring
        event.scoring_options = settings
        event.places = places
        try:
            plans = Plan.objects.filter(section__session__event=event, in_force=True)
            for plan in plans.select_related("section"):
                refuse_match_boards(event, plan_movement(plan))
            for sheets in EventResults(event).sessions:
                _ = sheets.scored
        finally:
            event.scoring, event.scoring_options, event.places = former
        journal.change(
            event, scoring=scoring, scoring_options=settings, places=places, finals=finals
        )
    return event
