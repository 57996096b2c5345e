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
from director.boards.movement.lines.read import load_movement
from director.boards.movement.rounds import is_by_round, is_drawn
from director.boards.play.results.acts import record_section_act
from director.boards.scoring.matches.totals import SCALE
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.units import resolve_settings
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Event, Plan, Result, Section, Session, Stage
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


def reset_method(section: Section, movement: Movement) -> None:
    """Give the event its usual method again if the former movement had set another. Store it.

    A method that the director chose stays, and so does one that another section or the new
    *movement* may need.
    """
    scored_by = section.session.scored_by
    plan = section.plan
    usual = usual_method(scored_by.game, CONTESTS[scored_by.contest].plays)
    is_usual = (scored_by.scoring, scored_by.scoring_options) == (usual.key, {})
    if plan is None or is_usual or not _is_alone(section):
        return
    is_scored_by_match = find_method(scored_by.scoring) in MATCH_METHODS
    if is_scored_by_match and is_drawn(movement.key):
        return
    if plan.key == KNOCK_OUT:
        is_from_movement = scored_by.scoring_options == NO_SCALE
    else:
        chosen = _find_movement_method(scored_by, load_movement(plan))
        is_from_movement = chosen is not None and chosen.method.key == scored_by.scoring
    if is_from_movement:
        _store(scored_by, usual, {})


def _is_alone(section: Section) -> bool:
    """Return whether no other section is scored by the same event or stage."""
    if section.is_alone:
        return True
    sections = Section.objects.filter(
        session__event=section.session.event_id, session__stage=section.session.stage_id
    )
    return not sections.exclude(pk=section.pk).exists()


def _has_results(session: Session) -> bool:
    """Return whether the event, or the stage of *session*, has results."""
    results = Result.objects.filled().filter(
        section__session__event=session.event_id, section__session__stage=session.stage_id
    )
    return results.exists()


def fit_method(session: Session, movement: Movement) -> None:
    """Set the scoring method that *movement* needs, and store it with the event or stage.

    Swiss pairs are scored by victory points, a knock-out of teams without a scale, and a movement
    that was made for a method by that method.  Totals of teams are used if several pairs of a team
    have a board in one direction, or if two teams don't have it both ways.

    If there are results, their method stays.

    :raises DeskError: if there are results, and *movement* needs the method of matches
    """
    scored_by = session.scored_by
    needed_choice = _find_movement_method(scored_by, movement)
    if needed_choice is None:
        return
    if (needed_choice.method.key, needed_choice.options) == (
        scored_by.scoring,
        scored_by.scoring_options,
    ):
        return
    if not _has_results(session):
        _store(scored_by, needed_choice.method, needed_choice.options)
    elif needed_choice.method in MATCH_METHODS and needed_choice.method.key != scored_by.scoring:
        method = find_method(scored_by.scoring)
        raise DeskError(BoardSentences.SCORED_OTHERWISE, method=method.name)


def scale_for_halves(session: Session) -> None:
    """Set victory points for half matches if *session* has the usual scale, and store it.

    A scale that the director chose stays, and so does any scale once there are results.
    """
    scored_by = session.scored_by
    method = find_method(scored_by.scoring)
    if not _can_choose_scale(scored_by, method):
        return
    if not _has_results(session):
        _store(scored_by, method, scored_by.scoring_options | HALVES_SCALE)


def _can_choose_scale(scored_by: Event | Stage, method: ScoringMethod) -> bool:
    """Return whether *method* has scales, and the director hasn't chosen one."""
    has_scale = any(option.name == SCALE for option in method.options)
    return has_scale and SCALE not in scored_by.scoring_options


def refuse_match_boards(scored_by: Event | Stage, movement: Movement) -> None:
    """Raise if the scale of *scored_by* has no victory points for a match length of *movement*.

    :raises DeskError: if it has none
    """
    boards_by_match: defaultdict[tuple[int, frozenset[int]], set[int]] = defaultdict(set)
    for row in movement.rows:
        # Half matches have a scale of their own, and a bye has no victory points to look up.
        if not row.half and row.ns != row.ew:
            # If teams meet only once, all rounds of their meeting are one match.
            round_no = row.round_no if is_by_round(movement) else 0
            teams = frozenset(movement.get_row_contestants(row))
            boards_by_match[round_no, teams].update(row.boards)
    settings = find_method(scored_by.scoring).settings(scored_by.scoring_options)
    for board_count in {len(boards) for boards in boards_by_match.values()}:
        try:
            check_match_boards(scored_by.scoring, settings, board_count)
        except ScoringError as error:
            raise DeskError(BoardSentences.MATCH_BOARDS, **error.params) from error


class _MethodChoice(NamedTuple):
    """A scoring method and its options."""

    method: ScoringMethod
    options: Mapping[str, str]


def _find_movement_method(scored_by: Event | Stage, movement: Movement) -> _MethodChoice | None:
    """Return the method that *movement* needs. None if any method will do."""
    if is_drawn(movement.key):
        return _find_drawn_method(scored_by, movement.key)
    method_key = _get_spec_value(movement.key, "scored_by")
    if method_key and find_method(method_key).is_for(scored_by.game):
        method = find_method(method_key)
        return _MethodChoice(method, resolve_settings(method, scored_by.game, {}))
    keeps_ns = _get_spec_value(movement.key, "keeps_ns")
    if keeps_ns and movement.contest == "pairs":
        method = find_method("aggregate")
        options = resolve_settings(method, scored_by.game, {"count": "north-south"})
        return _MethodChoice(method, options)
    if not movement.team_size or _is_of_matches(movement):
        return None
    methods = methods_for(scored_by.game, CONTESTS[scored_by.contest].plays)
    options = {}
    if _get_spec_value(movement.key, "is_head_to_head"):
        method = next(method for method in methods if method.many_tables)
    else:
        method = next(method for method in methods if method.has_large_teams)
        options = {
            "count": "north-south" if keeps_ns else "both",
            "odd_pair": _choose_odd_pair_option(movement),
        }
    return _MethodChoice(method, resolve_settings(method, scored_by.game, options))


def _find_drawn_method(scored_by: Event | Stage, movement_key: str) -> _MethodChoice | None:
    """Return the method that a movement with drawn rounds needs. None if any method will do."""
    method = find_method(scored_by.scoring)
    if methods := CONTESTS[scored_by.contest].match_methods:
        if method in methods:
            return _MethodChoice(method, scored_by.scoring_options)
        return _MethodChoice(methods[0], {})
    if movement_key == KNOCK_OUT and _can_choose_scale(scored_by, method):
        return _MethodChoice(method, scored_by.scoring_options | NO_SCALE)
    return None


def _store(scored_by: Event | Stage, method: ScoringMethod, options: Mapping[str, str]) -> None:
    scored_by.scoring, scored_by.scoring_options = method.key, dict(options)
    scored_by.save(update_fields=["scoring", "scoring_options"])


def _count_board_meetings(movement: Movement) -> dict[int, Counter[tuple[int, ...]]]:
    """Return how often each team N-S met each team E-W, by board."""
    boards: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in movement.rows:
        for board_no in row.boards:
            boards[board_no][movement.get_row_contestants(row)] += 1
    return boards


def _is_of_matches(movement: Movement) -> bool:
    """Return whether any two teams that meet on a board play it once in each direction."""
    for meetings in _count_board_meetings(movement).values():
        for teams, count in meetings.items():
            if count != 1 or meetings[teams[::-1]] != 1:
                return False
    return True


def _choose_odd_pair_option(movement: Movement) -> str:
    """Return the option for a team with a pair fewer in one direction: an average, or nothing."""
    for meetings in _count_board_meetings(movement).values():
        surplus_ns: Counter[int] = Counter()
        for (ns, ew), count in meetings.items():
            surplus_ns.update({ns: count, ew: -count})
        if any(surplus_ns.values()):
            return "average"
    return "none"


def _get_spec_value(movement_key: str, name: str) -> Any:
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
    """Set the method of the section's event or stage to *scoring*, and return the event.

    Options that are missing get the method's defaults, and the game decides some.  All of them are
    stored, so that a later default changes no result.  *places* says which sections are ranked
    together, *finals* what the sections of the last session are; both stay if empty.

    :raises ScoringError: if the method or an option is unknown, or the results can't be scored by
        it
    :raises DeskError: if its scale has no victory points for the length of the matches
    :raises FinalError: if the results are final
    """
    event = section.session.event
    scored_by = section.session.scored_by
    method = find_method(scoring)
    settings = resolve_settings(method, event.game, options)
    words = f"Scoring: {method.name}."
    with record_section_act(section=section, kind=METHOD, words=words, user=user) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places", "finals"])
        if scored_by != event:
            scored_by.refresh_from_db(fields=["scoring", "scoring_options"])
        places = places or event.places
        finals = finals or event.finals
        former = (scored_by.scoring, scored_by.scoring_options, event.places)
        # The results are scored by the new method before it is stored, which refuses an impossible
        # one. The record gets its former values back, so that the journal records the change.
        scored_by.scoring = scoring
        scored_by.scoring_options = settings
        event.places = places
        try:
            _refuse_unscorable(section)
        finally:
            scored_by.scoring, scored_by.scoring_options, event.places = former
        journal.change(event, places=places, finals=finals)
        journal.change(scored_by, scoring=scoring, scoring_options=settings)
    return event


def _refuse_unscorable(section: Section) -> None:
    """Raise if the stage of *section* can't be scored by the method that its records have now.

    :raises ScoringError: if a result can't be scored
    :raises DeskError: if the scale has no victory points for the length of the matches
    """
    event = section.session.event
    scored_by = section.session.scored_by
    plans = Plan.objects.filter(
        section__session__event=event,
        section__session__stage=section.session.stage_id,
        in_force=True,
    )
    for plan in plans.select_related("section"):
        refuse_match_boards(scored_by, load_movement(plan))
    for sheets in EventResults(event).sessions:
        session = sheets.scoring_field.session
        if session.stage_id == section.session.stage_id:
            # The stage with the new method, which isn't stored yet.
            session.stage = section.session.stage
            _ = sheets.scored  # scores the session
