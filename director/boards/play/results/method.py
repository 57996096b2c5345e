"""The scoring method of an event, set with the movement or by the director.

Drawn rounds of matches, teams with several pairs in one direction, and movements that were made for
a method need a method. ``fit_method`` sets it, and ``reset_method`` removes it when the movement
changes. ``set_scoring`` stores the director's choice, which a movement doesn't change;
``compare_scoring`` tells before what it would change.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import has_results, load_movement
from director.boards.play.results.acts import record_section_act
from director.boards.play.results.scoring_change import (
    ScoringChange,
    ScoringChangeRow,
    describe_settings_change,
    list_changed_rows,
    list_compared_standings,
    make_proposed_results,
    propose_scoring,
)
from director.boards.scoring.standings.event import EventResults, load_results
from director.boards.scoring.units import resolve_settings
from director.core.base.act_kinds import ActKind
from director.errors import DeskError
from director.models import Event, Plan, Section, Session, Stage
from movements.errors import MovementError
from movements.model import Movement
from movements.registry import get_movement
from scoring.bridge.contracts import get_duplicate_game
from scoring.errors import ScoringError
from scoring.method import SCALE_OPTION_NAME, ScoringMethod
from scoring.registry import MATCH_METHODS, get_default_method, get_method, list_methods_for_game

HALVES_SCALE = {SCALE_OPTION_NAME: "discrete"}
"""The scale for half matches, in which three teams play each other in one round."""
NO_SCALE = {SCALE_OPTION_NAME: "none"}
"""The scale of a knock-out, in which only the winner of a match matters."""


def reset_method(section: Section, movement: Movement) -> None:
    """Store the default method if the previous movement had set another.

    A method that the director chose stays, and so does a method that another section or the new
    *movement* may need.
    """
    scoring_record = section.session.scoring_record
    plan = section.plan
    default_method = get_default_method(
        scoring_record.game, CONTESTS[scoring_record.contest].movement_contest
    )
    has_options = bool(scoring_record.scoring_options)
    is_default = scoring_record.scoring == default_method.key and not has_options
    if plan is None or is_default or not _is_only_section(section):
        return
    is_scored_by_match = get_method(scoring_record.scoring) in MATCH_METHODS
    if is_scored_by_match and get_format(movement).is_drawn:
        return
    if get_format(plan).is_knockout:
        is_from_movement = scoring_record.scoring_options == NO_SCALE
    else:
        movement_choice = _find_movement_method(section, load_movement(plan))
        is_from_movement = (
            movement_choice is not None and movement_choice.method.key == scoring_record.scoring
        )
    if is_from_movement:
        _store_scoring(scoring_record, default_method, {})


def _is_only_section(section: Section) -> bool:
    """Return whether *section* is the only one of its event or stage."""
    if section.is_alone:
        return True
    sections = Section.objects.filter(
        session__event=section.session.event_id, session__stage=section.session.stage_id
    )
    return not sections.exclude(pk=section.pk).exists()


def _has_stage_results(session: Session) -> bool:
    """Return whether the stage of *session*, or its event without stages, has results."""
    return has_results(
        section__session__event=session.event_id, section__session__stage=session.stage_id
    )


def fit_method(section: Section, movement: Movement) -> None:
    """Store the scoring method that *movement* of *section* needs with the event or stage.

    - Swiss pairs: victory points
    - a knock-out of teams: no scale
    - a movement that was made for a method: that method
    - teams with several pairs in one direction, or that don't play a board both ways: totals
    - boards that are all played once: the scores themselves, unless the director chose a method

    If there are results, the method stays.

    :raises DeskError: if there are results, and *movement* needs a method for matches
    """
    session = section.session
    scoring_record = session.scoring_record
    needed_choice = _find_movement_method(section, movement)
    if needed_choice is None:
        return
    has_needed_method = needed_choice.method.key == scoring_record.scoring
    if has_needed_method and needed_choice.options == scoring_record.scoring_options:
        return
    if not _has_stage_results(session):
        _store_scoring(scoring_record, needed_choice.method, needed_choice.options)
    elif needed_choice.method in MATCH_METHODS and not has_needed_method:
        method = get_method(scoring_record.scoring)
        raise DeskError(
            "scored-otherwise",
            "Swiss pairs score victory points, but another section has results scored by "
            "{method}. Start a new event for the Swiss.",
            method=method.name,
        )


def set_scale_for_halves(session: Session) -> None:
    """Store the scale for half matches, unless the director chose one or there are results."""
    scoring_record = session.scoring_record
    method = get_method(scoring_record.scoring)
    if not _can_choose_scale(scoring_record, method):
        return
    if not _has_stage_results(session):
        _store_scoring(scoring_record, method, scoring_record.scoring_options | HALVES_SCALE)


def _can_choose_scale(scoring_record: Event | Stage, method: ScoringMethod) -> bool:
    """Return whether *method* has scales, and the director hasn't chosen one."""
    has_scale = any(option.name == SCALE_OPTION_NAME for option in method.options)
    return has_scale and SCALE_OPTION_NAME not in scoring_record.scoring_options


def refuse_match_boards(scoring_record: Event | Stage, movement: Movement) -> None:
    """Raise if the scale of *scoring_record* doesn't fit the matches of *movement*.

    :raises DeskError: if it has no victory points for their number of boards
    """
    boards_by_match: defaultdict[tuple[int, frozenset[int]], set[int]] = defaultdict(set)
    for row in movement.rows:
        # Half matches have a scale of their own, and a bye has no victory points to look up.
        if not row.half and row.ns != row.ew:
            # Unless rounds are matches of their own, all rounds of two teams are one match.
            round_no = row.round_no if get_format(movement).is_by_round else 0
            teams = frozenset(movement.get_row_contestants(row))
            boards_by_match[round_no, teams].update(row.boards)
    method = get_method(scoring_record.scoring)
    settings = method.complete_settings(scoring_record.scoring_options)
    for board_count in {len(boards) for boards in boards_by_match.values()}:
        try:
            method.check_match_boards(settings, board_count)
        except ScoringError as error:
            raise DeskError(
                "match-boards",
                "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another "
                "number of boards, or another scale at Results.",
                **error.params,
            ) from error


def refuse_large_teams(scoring_record: Event | Stage, movement: Movement) -> None:
    """Raise if teams of *movement* have several results of a board in one direction, and the method can't.

    :raises DeskError: with the methods that can
    """
    method = get_method(scoring_record.scoring)
    if _can_score_large_teams(method) or not _has_large_teams(movement):
        return
    contest = CONTESTS[scoring_record.contest].movement_contest
    methods = list_methods_for_game(scoring_record.game, contest)
    raise DeskError(
        "method-large-teams",
        "{method} takes one result N-S and one E-W of each team on a board, but these teams have "
        "several. Choose one of {known}.",
        method=method.name,
        known=", ".join(f"“{each.name}”" for each in methods if _can_score_large_teams(each)),
    )


def _can_score_large_teams(method: ScoringMethod) -> bool:
    return method.has_large_teams or method.has_many_tables


def _has_large_teams(movement: Movement) -> bool:
    """Return whether a team plays a board at several tables in the same direction."""
    if not movement.team_size:
        return False
    seen_seats: set[tuple[int, int, int, str, int]] = set()
    for row in movement.rows:
        # If rounds are matches of their own, a board of another round is another board.
        round_no = row.round_no if get_format(movement).is_by_round else 0
        for side, team in zip(("N-S", "E-W"), movement.get_row_contestants(row), strict=True):
            for board_no in row.boards:
                seat = (round_no, board_no, row.half, side, team)
                if seat in seen_seats:
                    return True
                seen_seats.add(seat)
    return False


class _MethodChoice(NamedTuple):
    """A scoring method and its options."""

    method: ScoringMethod
    options: Mapping[str, str]


def _find_movement_method(section: Section, movement: Movement) -> _MethodChoice | None:
    """Return the method that *movement* of *section* needs, or None if any method will do."""
    scoring_record = section.session.scoring_record
    round_format = get_format(movement)
    if round_format.is_drawn:
        return _find_drawn_method(scoring_record, is_knockout=round_format.is_knockout)
    method_key = _get_spec_value(movement.key, "scored_by")
    if get_duplicate_game(scoring_record.game).has_turned_trump:
        method_key = method_key or _get_spec_value(movement.key, "whist_scored_by")
    if method_key and get_method(method_key).is_meant_for_game(scoring_record.game):
        method = get_method(method_key)
        return _MethodChoice(method, resolve_settings(method, scoring_record.game, {}))
    keeps_ns = _get_spec_value(movement.key, "keeps_ns")
    if keeps_ns and movement.contest == "pairs":
        method = get_method("aggregate")
        options = resolve_settings(method, scoring_record.game, {"count": "north-south"})
        return _MethodChoice(method, options)
    if movement.contest != "teams" and not _has_repeated_boards(movement):
        return _find_method_for_single_results(section)
    if not movement.team_size or _is_of_matches(movement):
        return None
    methods = list_methods_for_game(
        scoring_record.game, CONTESTS[scoring_record.contest].movement_contest
    )
    options = {}
    # A head-to-head is scored as a match at many tables if the game has a method for that. Otherwise
    # large teams add up all their results.
    large_method = None
    if _get_spec_value(movement.key, "is_head_to_head"):
        large_method = next((method for method in methods if method.has_many_tables), None)
    if large_method is None:
        large_method = next(method for method in methods if method.has_large_teams)
        options = {
            "count": "north-south" if keeps_ns else "both",
            "odd_pair": _choose_odd_pair_option(movement),
        }
    return _MethodChoice(large_method, resolve_settings(large_method, scoring_record.game, options))


def _has_repeated_boards(movement: Movement) -> bool:
    """Return whether any board is played twice, so that results can be compared."""
    seen_boards: set[int] = set()
    for row in movement.rows:
        if not seen_boards.isdisjoint(row.boards):
            return True
        seen_boards.update(row.boards)
    return False


def _find_method_for_single_results(section: Section) -> _MethodChoice | None:
    """Return the method for boards that are played once, or None if any method will do.

    Other sections may play the same boards, and the director may have chosen a method.
    """
    scoring_record = section.session.scoring_record
    contest = CONTESTS[scoring_record.contest].movement_contest
    default_method = get_default_method(scoring_record.game, contest)
    aggregate = get_method("aggregate")
    has_default_method = scoring_record.scoring in (default_method.key, aggregate.key)
    if not has_default_method or not _is_only_section(section):
        return None
    return _MethodChoice(aggregate, resolve_settings(aggregate, scoring_record.game, {}))


def _find_drawn_method(scoring_record: Event | Stage, *, is_knockout: bool) -> _MethodChoice | None:
    """Return the method that a movement with drawn rounds needs, or None if any will do."""
    method = get_method(scoring_record.scoring)
    if methods := CONTESTS[scoring_record.contest].match_methods:
        if method in methods:
            return _MethodChoice(method, scoring_record.scoring_options)
        return _MethodChoice(methods[0], {})
    if is_knockout and _can_choose_scale(scoring_record, method):
        return _MethodChoice(method, scoring_record.scoring_options | NO_SCALE)
    return None


def _store_scoring(
    scoring_record: Event | Stage, method: ScoringMethod, options: Mapping[str, str]
) -> None:
    scoring_record.scoring = method.key
    scoring_record.scoring_options = dict(options)
    scoring_record.save(update_fields=["scoring", "scoring_options"])


def _compute_meetings_by_board(movement: Movement) -> dict[int, Counter[tuple[int, ...]]]:
    """Return how often each N-S team met each E-W team, by board."""
    boards: defaultdict[int, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for row in movement.rows:
        for board_no in row.boards:
            boards[board_no][movement.get_row_contestants(row)] += 1
    return boards


def _is_of_matches(movement: Movement) -> bool:
    """Return whether all teams that meet on a board play it once in each direction."""
    for meetings in _compute_meetings_by_board(movement).values():
        for teams, count in meetings.items():
            if count != 1 or meetings[teams[::-1]] != 1:
                return False
    return True


def _choose_odd_pair_option(movement: Movement) -> str:
    """Return "average" if a team has fewer pairs in one direction, otherwise "none"."""
    for meetings in _compute_meetings_by_board(movement).values():
        surplus_ns: Counter[int] = Counter()
        for (ns, ew), count in meetings.items():
            surplus_ns.update({ns: count, ew: -count})
        if any(surplus_ns.values()):
            return "average"
    return "none"


def _get_spec_value(movement_key: str, name: str) -> Any:
    """Return attribute *name* of a movement's specification, or None for a custom movement."""
    # A custom movement isn't in the catalogue.
    with suppress(MovementError):
        return getattr(get_movement(movement_key), name)
    return None


def set_scoring(
    *,
    section: Section,
    scoring: str,
    options: Mapping[str, str],
    user: User | None = None,
    **event_settings: Any,
) -> Event:
    """Set the method of the section's event or stage to *scoring*, and return the event.

    Missing options get the defaults of the method, some of which depend on the game. All options are
    stored, so that a later release with other defaults changes no result. *event_settings* are other
    fields of the event, such as which sections are ranked together.

    :raises ScoringError: if the method or an option is unknown, or the method can't score the results
    :raises DeskError: if its scale has no victory points for the length of the matches, or it takes
        fewer results of a team
    :raises FinalError: if the results are final
    """
    event = section.session.event
    scoring_record = section.session.scoring_record
    method = get_method(scoring)
    settings = resolve_settings(method, event.game, options)
    with record_section_act(
        section=section,
        kind=ActKind.METHOD,
        message=_format_act_message(section, method, settings, event_settings),
        user=user,
    ) as journal:
        event.refresh_from_db(fields=["scoring", "scoring_options", "places", "finals"])
        if scoring_record != event:
            scoring_record.refresh_from_db(fields=["scoring", "scoring_options"])
        # The new method is tried on the results before it is stored. Then the record gets its previous
        # values back, so that the journal records the change.
        with propose_scoring(section, scoring, settings, event_settings):
            _score_proposed_results(section)
        journal.change(event, **event_settings)
        journal.change(scoring_record, scoring=scoring, scoring_options=settings)
    return event


def _format_act_message(
    section: Section,
    method: ScoringMethod,
    settings: Mapping[str, str],
    event_settings: Mapping[str, Any],
) -> str:
    """Return the words of the history: the settings that change, or the method if it is another."""
    if method.key == section.session.scoring_record.scoring:
        sentences = describe_settings_change(section, method.key, settings, event_settings)
        if sentences:
            return " ".join(sentences)
    return f"Scoring: {method.name}."


def compare_scoring(
    *, section: Section, scoring: str, options: Mapping[str, str], **event_settings: Any
) -> ScoringChange:
    """Return what :func:`set_scoring` with the same arguments would change. Nothing is stored.

    It has no rows before the first result, and if there are no figures to compare with.

    :raises ScoringError: as :func:`set_scoring`
    :raises DeskError: as :func:`set_scoring`
    """
    settings = resolve_settings(get_method(scoring), section.session.event.game, options)
    sentences = describe_settings_change(section, scoring, settings, event_settings)
    previous_results = load_results(section.session.event)
    with propose_scoring(section, scoring, settings, event_settings):
        standings = list_compared_standings(_score_proposed_results(section))
    rows: tuple[ScoringChangeRow, ...] = ()
    if previous_results.results_in:
        # If the stored method can't score the results, any other is welcome.
        with suppress(ScoringError):
            rows = list_changed_rows(list_compared_standings(previous_results), standings)
    return ScoringChange(
        sentences,
        rows,
        contestant_count=sum(len(group.rows) for group in standings[0].groups),
        contestant_noun=previous_results.heading.contestant_noun,
    )


def _score_proposed_results(section: Section) -> EventResults:
    """Return the results of the event, the stage of *section* scored by the method of its records.

    :raises ScoringError: if a result can't be scored
    :raises DeskError: if the scale has no victory points for the length of the matches, or the method
        takes fewer results of a team
    """
    event = section.session.event
    scoring_record = section.session.scoring_record
    plans = Plan.objects.filter(
        section__session__event=event,
        section__session__stage=section.session.stage_id,
        in_force=True,
    )
    for plan in plans.select_related("section"):
        movement = load_movement(plan)
        refuse_match_boards(scoring_record, movement)
        refuse_large_teams(scoring_record, movement)
    results = make_proposed_results(section)
    for session_results in results.sessions:
        if session_results.scoring_field.session.stage_id == section.session.stage_id:
            _ = session_results.scored  # a cached property, which scores the session
    return results
