"""Choose the movement of a section, continue with another one during play, or withdraw a team.

A *plan* is the stored movement of a section. One plan is in force, and previous plans stay stored
for undo. A plan that replaces another one is a whole movement: its first rounds are those that have
been played. ``replanning`` finds the movements that can replace a plan.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html

from director.boards.contests import CONTESTS, Entrant
from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.numbering import (
    compute_ew_offset,
    list_late_ns_pairs,
    make_continued_section,
    serialize_partners,
)
from director.boards.movement.rounds import (
    CANCELLED,
    WITHDRAWN,
    WITHDRAWN_BEFORE,
    CancelledMatch,
    begin_each_round,
    begins_each_round,
    count_expected_rounds,
    count_rounds,
    format_matches,
    get_withdrawals_by_contestant,
    list_cancelled_matches_at_tables,
    with_board_numbers,
)
from director.boards.movement.sections import fetch_session_plans
from director.boards.movement.words import PairExtras
from director.boards.play.plan_choice import record_plan_choice
from director.boards.play.results.acts import (
    fetch_due_lines,
    fetch_due_matches,
    lock_section,
    move_match_rulings,
    record_section_act,
    refuse_lost_lines,
    refuse_lost_matches,
    undo_section,
)
from director.boards.play.results.extras import store_carry_over_amounts
from director.boards.play.results.method import fit_method, refuse_match_boards, reset_method
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_new_entries
from director.boards.refusals import make_no_plan_error, make_no_round_robin_error
from director.core.base.act_kinds import ActKind
from director.core.base.versions import increment_event_version
from director.core.night.clock_buttons import fit_clock_to_rounds, make_waiting_clock_fields
from director.core.night.journal import Journal, fetch_last_act_number
from director.core.night.links.opening import open_table_addresses
from director.core.night.phone_entries import discard_phone_entries
from director.errors import DeskError
from director.formats.deals import MAX_BOARD_NO
from director.models import Act, Entry, LineUpSeat, Plan, PlanRow, Section, Session
from director.models.event import Clock, RankingScope
from movements.advice.facts import compute_round_minutes
from movements.check.guarantees import GUARANTEES
from movements.layout import compute_fingerprint, with_first_board
from movements.model import ROUND_IS_A_MATCH, Movement, SitOut, TableRound
from movements.partnerships import with_partnerships
from movements.registry import BOARDS_PER_SET, get_movement, make_plan

_TOO_MANY_NAMES = "too-many-names"
_MAX_REASON_LENGTH = 200
"""The length of the stored reason for replacing a plan."""


def store_plan(*, section: Section, movement: Movement, user: User | None = None) -> Plan:
    """Store *movement* as the plan of *section* and number its entries. Return the plan.

    Boards are numbered as in the section's previous movement or in other sections of the session. Named
    pairs keep their order. The event gets the scoring method that the movement needs, and
    the clock is fitted to the rounds and boards of all sections. If a *user* chooses another
    movement, that is an act of the history, which can be undone.

    :raises DeskError: if the section has results
    :raises DeskError: if more pairs are named than the movement seats
    :raises DeskError: if a knock-out would share the event with a movement of another session
    :raises DeskError: if a Swiss of pairs would share the event with results of another method, or
        the scale has no victory points for matches of this length
    """
    movement = with_partnerships(movement)
    with transaction.atomic():
        # Locked before the results are counted, so that no result can be stored in between.
        Section.objects.select_for_update().get(pk=section.pk)
        _refuse_with_results(section)
        _refuse_beside_knockout(section, movement)
        movement = _with_session_numbers(movement, section.session)
        _refuse_each_round(section, movement)
        previous_plan = section.plan
        if previous_plan is None or user is None:
            return _store_checked_plan(section, movement)
        message = f"Movement: {_format_shape(movement)}, before {_format_shape(previous_plan)}."
        with record_plan_choice(section=section, message=message, user=user):
            return _store_checked_plan(section, movement)


def undo_plan_choice(*, section: Section, number: int, user: User | None) -> Act | None:
    """Undo the choice of a movement by act *number*. Return it, or None if it is undone already.

    :raises DeskError: if the section has results, or a later act depends on the choice
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        # Locked before the results are counted, so that no result can be stored in between.
        _refuse_with_results(lock_section(section))
        return undo_section(section=section, number=number, user=user, kinds=(ActKind.MOVEMENT,))


def _format_shape(plan: Plan | Movement) -> str:
    return f"{plan.name} {plan.rounds} × {plan.boards_per_set}"


def _refuse_with_results(section: Section) -> None:
    """Raise if *section* has results of boards or of matches.

    :raises DeskError: with their number
    """
    result_count = section.results.filled().count() + section.matches.reported().count()
    if result_count:
        raise make_plan_fixed_error(result_count)


def _store_checked_plan(section: Section, movement: Movement) -> Plan:
    # The previous plan is still needed: it shows whether the method was set for it.
    reset_method(section, movement)
    is_first_plan = not section.plans.exists()
    _delete_previous_play(section)
    plan, rows = make_plan_records(section, movement)
    # Acts up to this number belong to the previous movement and can't be undone any more.
    plan.acts_before = fetch_last_act_number(section.session.event)
    plan.save()
    PlanRow.objects.bulk_create(rows)
    section.winners = movement.winners
    section.ew_offset = compute_ew_offset(movement)
    section.late_ns = list_late_ns_pairs(movement)
    section.partners = serialize_partners(movement)
    section.team_size = movement.team_size
    section.draws = []
    section.save()
    increment_event_version(section.session.event_id)
    _number_entries(section, list_contestants(movement))
    fit_method(section, movement)
    if is_first_plan:
        _rank_divisions_separately(section, movement)
    refuse_match_boards(section.session.scoring_record, movement)
    session_plans = fetch_session_plans(section.session)
    most_boards_per_set = max((plan.boards_per_set for plan in session_plans), default=0)
    fit_clock_to_rounds(
        session=section.session,
        round_count=count_rounds(session_plans),
        minutes=compute_round_minutes(most_boards_per_set),
    )
    store_carry_over_amounts(section)
    return plan


def _with_session_numbers(movement: Movement, session: Session) -> Movement:
    """Return *movement* with the board numbers of *session*, unless it has others than usual."""
    if movement.first_board != 1 or begins_each_round(movement):
        return begin_each_round(movement)
    plans = Plan.objects.filter(section__session=session, in_force=True)
    plan = plans.order_by("section").only("first_board", "options").first()
    if plan is None:
        return movement
    is_each_round = begins_each_round(plan) and get_format(movement).can_begin_each_round(movement)
    return with_board_numbers(movement, plan.first_board, is_each_round=is_each_round)


def number_boards(
    *, session: Session, first_board: int, is_each_round: bool = False, user: User | None
) -> None:
    """Number the boards of every section of *session* from *first_board* on. This can be undone.

    They run on from round to round, unless *is_each_round*: then every round begins there.

    :raises DeskError: if there are results, or a board would have a number above ``MAX_BOARD_NO``
    :raises DeskError: if every round can't begin at the same board
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        # Locked before the results are counted, so that no result can be stored in between.
        sections = list(Section.objects.select_for_update().filter(session=session))
        for section in sections:
            plan = section.plan
            if plan is None or (plan.first_board, begins_each_round(plan)) == (
                first_board,
                is_each_round,
            ):
                continue
            result_count = section.results.filled().count()
            if result_count:
                raise DeskError(
                    "board-numbers-fixed",
                    "{results} on these boards, so they keep their numbers. Delete {them} in Scores first.",
                    results="1 result is" if result_count == 1 else f"{result_count} results are",
                    them="it" if result_count == 1 else "them",
                )
            plan.section = section
            movement = load_movement(plan)
            movement = with_board_numbers(movement, first_board, is_each_round=is_each_round)
            _refuse_each_round(section, movement)
            last_board = max(board for row in movement.rows for board in row.boards)
            if last_board > MAX_BOARD_NO:
                raise DeskError(
                    "board-number-high",
                    "The last board would have the number {last_board}. Type a lower first board; "
                    "boards have numbers up to {most}.",
                    last_board=last_board,
                    most=MAX_BOARD_NO,
                )
            message = format_board_numbers(first_board, is_each_round=is_each_round)
            continue_plan(
                section=section,
                movement=movement,
                from_round=1,
                reason=message[0].lower() + message[1:-1],
                message=message,
                user=user,
            )


def format_board_numbers(first_board: int, *, is_each_round: bool) -> str:
    """Return a sentence on the numbers of boards.

    >>> format_board_numbers(13, is_each_round=False), format_board_numbers(1, is_each_round=True)
    ('Boards numbered from 13.', 'Every round begins at board 1.')
    """
    if is_each_round:
        return f"Every round begins at board {first_board}."
    return f"Boards numbered from {first_board}."


def _refuse_each_round(section: Section, movement: Movement) -> None:
    """Raise if *movement* would begin every round at the first board, and can't.

    :raises DeskError: if boards go from table to table, or hands of the section's boards are stored
    """
    if not begins_each_round(movement):
        return
    if not get_format(movement).can_begin_each_round(movement):
        raise DeskError(
            "each-round-not-matches",
            "Boards of this movement go from table to table, so a round can’t begin with the same "
            "ones. Leave the box empty.",
        )
    if section.deals.exists():
        raise DeskError(
            "each-round-with-hands",
            "Hands are stored for these boards, and each round would have others. Delete the hands "
            "first.",
        )


def _rank_divisions_separately(section: Section, movement: Movement) -> None:
    """Rank the two sections of a league separately, since they never meet.

    From the third section on, the director's choice stays. In a later stage nothing changes: its
    sections have met before, and all stages count for their ranks.
    """
    if section.session.stage_id or not get_format(movement).is_round_robin:
        return
    plans = Plan.objects.filter(section__session=section.session_id, in_force=True)
    other_plans = list(plans.exclude(section=section))
    if len(other_plans) == 1 and get_format(other_plans[0]).is_round_robin:
        event = section.session.event
        event.places = RankingScope.SECTION
        event.save(update_fields=["places"])


def _delete_previous_play(section: Section) -> None:
    """Delete the plans of *section*, and records that refer to their rounds and tables."""
    section.plans.all().delete()
    section.matches.all().delete()
    section.played_rows.all().delete()
    LineUpSeat.objects.filter(section=section).delete()
    discard_phone_entries(section)


def _refuse_beside_knockout(section: Section, movement: Movement) -> None:
    # A knock-out plays all its rounds within one session, so its stage can't have another one.
    if section.is_alone:
        return
    plans = Plan.objects.filter(section__session__event=section.session.event_id, in_force=True)
    stage_plans = plans.filter(section__session__stage=section.session.stage_id)
    other_plans = stage_plans.exclude(section__session=section.session_id)
    other_formats = [get_format(plan) for plan in other_plans]
    if other_formats and any(
        round_format.needs_own_stage for round_format in (get_format(movement), *other_formats)
    ):
        raise DeskError(
            "knockout-alone",
            "A knock-out can’t share a stage with another session. Start it as the next stage: "
            "Results, More, Next stage.",
        )


def _number_entries(section: Section, numbers: list[int]) -> None:
    """Renumber the entries of *section* to *numbers*, named entries first and in order."""
    has_name = Q(entry_players__isnull=False) | ~Q(name="")
    if section.session.stage_id:
        # An entry that continues from an earlier stage keeps its link, even without a name.
        has_name |= Q(continues__isnull=False)
    named_entries = list(section.entries.filter(has_name).distinct().order_by("pair_no"))
    if len(named_entries) > len(numbers):
        raise DeskError(
            "too-many-names",
            "This movement has {places} places, but {named} have names. Remove those who aren’t "
            "playing in Seats first.",
            places=len(numbers),
            named=len(named_entries),
        )
    # Entries without names are replaced by new ones, with the handicap and carry-over of each number.
    nameless_entries = section.entries.exclude(pk__in=[entry.pk for entry in named_entries])
    extras_by_number = {
        entry["pair_no"]: entry for entry in nameless_entries.values("pair_no", *PairExtras._fields)
    }
    nameless_entries.delete()
    # A number may occur only once in a section, so the entries get unused numbers first.
    last_used_number = max([0, *numbers, *(entry.pair_no for entry in named_entries)])
    for unused_number, entry in enumerate(named_entries, start=last_used_number + 1):
        entry.pair_no = unused_number
        entry.save()
    # There may be more numbers than named entries; the others are created below.
    for entry, number in zip(named_entries, numbers, strict=False):
        entry.pair_no = number
        entry.save()
    new_entries = []
    for number in numbers[len(named_entries) :]:
        fields = extras_by_number.get(number, {"pair_no": number})
        new_entries.append(Entry(section=section, **fields))
    Entry.objects.bulk_create(new_entries)


def explain_plan_refusal(section: Section, error: Exception) -> str:
    """Return the reason of *error*, with a link to Seats if names have to be removed there.

    The link has the focus, since the same button would be refused again.
    """
    if getattr(error, "code", "") != _TOO_MANY_NAMES:
        return str(error)
    path = reverse("session_seats", args=[section.ref])
    return format_html('{} <a href="{}" autofocus>Open Seats</a>', error, path)


def continue_plan(  # noqa: PLR0913
    *,
    section: Section,
    movement: Movement,
    from_round: int,
    reason: str,
    message: str = "",
    names: Mapping[int, Sequence[str] | Entrant] = MappingProxyType({}),
    user: User | None,
    make_other_changes: Callable[[Journal], None] | None = None,
) -> Plan:
    """Replace the plan by *movement* from *from_round* on. Return the stored plan.

    Results and pair numbers stay. New pairs get entries, with their *names* if they are known. If
    tables have phone addresses, new tables get theirs at once. *reason* is stored with the plan, and
    *message* in the history; without it the history has the *reason*. *make_other_changes* is called
    within the same act. Undo puts the previous plan in force again.

    :raises DeskError: if the section has no plan, *movement* has no line for a result, the scale
        has no victory points for matches of this length, or a name is refused
    :raises FinalError: if the results are final
    """
    message = message or f"From round {from_round}: {reason}."
    movement = begin_each_round(movement)
    with record_section_act(
        section=section, kind=ActKind.PLAN, message=message, user=user
    ) as journal:
        section = lock_section(section)
        previous_plan = section.plan
        if previous_plan is None:
            raise make_no_plan_error()
        # Read before the plan changes, since each result must have a line in the new plan.
        previous_lines = fetch_due_lines(section)
        previous_matches = fetch_due_matches(section)
        refuse_match_boards(section.session.scoring_record, movement)
        plan = _replace_plan(
            previous_plan, movement, from_round=from_round, reason=reason, journal=journal
        )
        refuse_lost_lines(section, previous_lines)
        if moved_rulings := move_match_rulings(section, previous_matches, journal):
            journal.message = f"{message} {moved_rulings}"
        refuse_lost_matches(section, previous_matches)
        continued_section = make_continued_section(section, movement)
        journal.change(
            section, late_ns=continued_section.late_ns, partners=continued_section.partners
        )
        _add_entries(section, movement, names=names, journal=journal)
        continue_clock(
            section.session,
            is_longer=count_expected_rounds(plan) > count_expected_rounds(previous_plan),
            journal=journal,
        )
        _open_new_tables_to_phones(section, range(previous_plan.tables + 1, plan.tables + 1))
        if make_other_changes:
            make_other_changes(journal)
    return plan


def _replace_plan(
    previous_plan: Plan, movement: Movement, *, from_round: int, reason: str, journal: Journal
) -> Plan:
    """Store *movement* as the plan in force, and keep *previous_plan* for undo."""
    journal.change(previous_plan, in_force=False)
    plan = Plan(
        section=previous_plan.section,
        why=reason[:_MAX_REASON_LENGTH],
        number=previous_plan.number + 1,
        from_round=from_round,
        **_make_plan_fields(movement),
    )
    journal.create_all([plan])
    journal.create_all([_make_plan_row(plan, row) for row in movement.rows])
    return plan


def _open_new_tables_to_phones(section: Section, new_tables: Iterable[int]) -> None:
    """Give *new_tables* addresses if the other tables have theirs."""
    table_accesses = section.session.accesses.filter(
        section=section, table_no__isnull=False, revoked_at__isnull=True
    )
    if table_accesses.exists():
        open_table_addresses(session=section.session, section=section, tables=new_tables)


def _add_entries(
    section: Section,
    movement: Movement,
    *,
    names: Mapping[int, Sequence[str] | Entrant],
    journal: Journal,
) -> None:
    """Create the entries of *movement* that *section* lacks, with their *names* if known."""
    entered_numbers = set(section.entries.values_list("pair_no", flat=True))
    new_numbers = [number for number in list_contestants(movement) if number not in entered_numbers]
    journal.create_all([Entry(section=section, pair_no=number) for number in new_numbers])
    new_names = {number: names[number] for number in new_numbers if number in names}
    name_new_entries(section=section, names=new_names, journal=journal)


def continue_clock(session: Session, *, is_longer: bool, journal: Journal) -> None:
    """Fit the clock of *session* to its number of rounds.

    If *is_longer*, a clock that was over waits for the next round.
    """
    rounds = count_rounds(fetch_session_plans(session))
    if session.clock == Clock.OVER and session.round_no < rounds and is_longer:
        clock_fields = make_waiting_clock_fields(session, session.round_no + 1)
        journal.change(session, is_complete=True, **clock_fields)
    elif session.clock == Clock.WAITING and session.round_no > rounds:
        journal.change_dependent_record(session, clock=Clock.OVER, round_no=rounds)


def make_plan_fixed_error(result_count: int) -> DeskError:
    """Return the error for a movement that can't change since it has results."""
    pronoun = "it" if result_count == 1 else "them"
    return DeskError(
        "plan-fixed",
        "You can’t pick a new movement: {results_in}. Use Change movement to keep {them}, or "
        "delete {them} in Scores first.",
        results_in=_format_dependent_results(result_count),
        them=pronoun,
    )


def _format_dependent_results(result_count: int) -> str:
    if result_count == 1:
        return "1 result depends on this one"
    return f"{result_count} results depend on this one"


def make_plan_records(section: Section, movement: Movement) -> tuple[Plan, list[PlanRow]]:
    """Return *movement* as a plan of *section* with its rows, not stored yet."""
    plan = Plan(section=section, **_make_plan_fields(movement))
    return plan, [_make_plan_row(plan, row) for row in movement.rows]


def list_contestants(movement: Movement) -> list[int]:
    """Return the numbers that play or sit out in *movement*, ascending.

    A half table leaves a gap: a seven-table Mitchell of 13 pairs has the pairs 1 to 13 or, without
    N-S pair 7, 1 to 6 and 8 to 14.
    """
    numbers = {sit_out.contestant for sit_out in movement.sit_outs}
    for row in movement.rows:
        numbers.update(movement.get_row_contestants(row))
    return sorted(numbers)


def _make_plan_fields(movement: Movement) -> dict[str, Any]:
    return {
        "contest": movement.contest,
        "key": movement.key,
        "name": movement.name,
        "source": movement.source,
        "options": [list(option) for option in movement.options],
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "board_sets": movement.board_sets,
        "boards_per_set": movement.boards_per_set,
        "sit_outs": [
            [
                sit_out.round_no,
                sit_out.contestant,
                sit_out.table_no,
                sit_out.board_set,
                sit_out.copy_no,
            ]
            for sit_out in movement.sit_outs
        ],
        "bye_stands": [
            [stand.round_no, stand.board_set, stand.after_table] for stand in movement.bye_stands
        ],
        "guarantees": list(movement.guarantees),
        "notes": list(movement.notes),
        "copies": movement.copies,
        "first_board": movement.first_board,
        "fingerprint": compute_fingerprint(movement),
    }


def _make_plan_row(plan: Plan, row: TableRound) -> PlanRow:
    fields = (
        "round_no",
        "table_no",
        "ns",
        "ew",
        "board_set",
        "shared",
        "arrow_switched",
        "copy_no",
        "half",
    )
    fields_by_name = {field: getattr(row, field) for field in fields}
    # The partners of a pair choose their seats themselves.
    if row.players and not CONTESTS[plan.contest].is_whole_side:
        players = list(row.players)
    else:
        players = None
    return PlanRow(plan=plan, boards=list(row.boards), players=players, **fields_by_name)


def set_match_boards(*, section: Section, board_count: int, user: User | None) -> Plan:
    """Set the number of boards in every match of a round robin to *board_count*. This can be undone.

    Matches that were entered as results are scored again, by the scale for the new length.

    :raises DeskError: if *section* plays no round robin or has results of boards, or if matches can't
        have *board_count* boards
    :raises FinalError: if the results are final
    """
    plan = section.plan
    if plan is None or not get_format(plan).is_round_robin:
        raise DeskError(
            "match-length-elsewhere",
            "Only matches of a round robin get another length here. Use Change movement.",
        )
    if board_count == plan.boards_per_set:
        return plan
    if section.results.filled().exists():
        raise DeskError(
            "match-length-fixed",
            "Results of boards have been entered, so matches keep their {boards} boards. Delete "
            "them in Scores first.",
            boards=plan.boards_per_set,
        )
    # A team that plays again returns to the plan before it withdrew, which has the previous boards.
    if get_withdrawals_by_contestant(plan):
        raise DeskError(
            "match-length-withdrawn",
            "A team has withdrawn, so matches keep their {boards} boards. Let it play again "
            "first, at Change movement.",
            boards=plan.boards_per_set,
        )
    spec = get_movement(plan.key)
    lengths = spec.legal_boards or BOARDS_PER_SET
    if board_count not in lengths:
        raise DeskError(
            "match-length",
            "{boards} isn’t a number of boards in a match. Type a number from {fewest} to {most}.",
            boards=board_count,
            fewest=min(lengths),
            most=max(lengths),
        )
    plan.section = section
    movement = load_movement(plan)
    names = {option.name for option in spec.options}
    options = {name: value for name, value in movement.options if name in names}
    # Only the boards of the new movement are used, since the stored rows may have been changed.
    resized = make_plan(
        plan.key,
        teams=movement.contestants,
        rounds=movement.rounds,
        boards_per_set=board_count,
        options=options,
    )
    resized = with_first_board(resized, movement.first_board)
    boards_by_table_round = {(row.round_no, row.table_no): row.boards for row in resized.rows}
    rows = tuple(
        replace(row, boards=boards_by_table_round[row.round_no, row.table_no])
        for row in movement.rows
    )
    message = f"Boards in a match: {board_count}."
    return continue_plan(
        section=section,
        movement=replace(movement, rows=rows, boards_per_set=board_count),
        from_round=1,
        reason=f"{board_count} boards in a match",
        message=message,
        user=user,
    )


def withdraw_team(*, section: Section, team: int, from_round: int, user: User | None) -> Plan:
    """Withdraw *team* from a round robin from *from_round* on. This can be undone.

    Finished matches count. The results of an unfinished match stay stored and don't count.

    :raises DeskError: if *section* plays no round robin, or has no such team or round
    :raises FinalError: if the results are final
    """
    return _set_withdrawal(section, team, from_round=from_round, user=user)


def return_team(*, section: Section, team: int, user: User | None) -> Plan:
    """Let a withdrawn *team* play its remaining matches.

    :raises DeskError: if *section* plays no round robin
    :raises FinalError: if the results are final
    """
    return _set_withdrawal(section, team, from_round=None, user=user)


@transaction.atomic
def _set_withdrawal(
    section: Section, team: int, *, from_round: int | None, user: User | None
) -> Plan:
    """Withdraw *team* from *from_round* on, or let it play again if *from_round* is None."""
    section = lock_section(section)
    plan = section.plan
    if plan is None or not get_format(plan).is_round_robin:
        raise make_no_round_robin_error()
    previous_withdrawals = get_withdrawals_by_contestant(plan)
    withdrawals = dict(previous_withdrawals)
    if from_round is None:
        withdrawals.pop(team, None)
    else:
        withdrawals[team] = from_round
    # The button may be pressed twice.
    if withdrawals == previous_withdrawals:
        return plan
    full_plan = fetch_full_plan(section)
    # After a later change of the movement other teams meet instead, so the team can't return.
    if team in get_withdrawals_by_contestant(full_plan):
        raise DeskError(
            "withdrawal-fixed",
            "The movement was changed after team {team} withdrew. Undo that change first, or add "
            "a late team.",
            team=section.get_label(team),
        )
    movement = load_movement(full_plan)
    if from_round is not None:
        is_possible = team in list_contestants(movement) and 1 <= from_round <= full_plan.rounds
        if not is_possible:
            raise DeskError(
                "withdrawal-unknown",
                "Team {team} or round {round_no} doesn’t exist. Choose both from the lists.",
                team=team,
                round_no=from_round,
            )
    _delete_postponed_boards(section, movement, withdrawals=withdrawals, user=user)
    if from_round is None:
        reason = f"team {section.get_label(team)} plays again"
        changed_round = previous_withdrawals[team]
    else:
        reason = f"team {section.get_label(team)} has withdrawn"
        changed_round = from_round
    return continue_plan(
        section=section,
        movement=without_withdrawn_matches(section, movement, withdrawals),
        from_round=changed_round,
        reason=reason,
        user=user,
    )


def fetch_full_plan(section: Section) -> Plan:
    """Return the latest plan of *section* that no withdrawal has shortened."""
    for plan in section.plans.order_by("-number"):
        options = dict(plan.options)
        # Withdrawals before a change of the movement are in both options, and shortened nothing here.
        if options.get(WITHDRAWN) == options.get(WITHDRAWN_BEFORE):
            plan.section = section
            return plan
    raise make_no_plan_error()


def _delete_postponed_boards(
    section: Section, movement: Movement, *, withdrawals: Mapping[int, int], user: User | None
) -> None:
    """Delete "to be played later" from the boards that withdrawn teams won't play."""
    for row in _iter_withdrawn_rows(movement, withdrawals):
        postponed_results = section.results.filled().filter(
            Q(counted=LATER), ns=row.ns, ew=row.ew, board_no__in=row.boards
        )
        for board_no in postponed_results.values_list("board_no", flat=True):
            enter_result(
                section=section, board_no=board_no, ns=row.ns, ew=row.ew, text="", user=user
            )


def _iter_withdrawn_rows(
    movement: Movement, withdrawals: Mapping[int, int]
) -> Iterator[TableRound]:
    """Yield the rows of each withdrawn team, from the round in which it withdrew."""
    after_last_round = movement.rounds + 1
    for row in movement.rows:
        ns_round = withdrawals.get(row.ns, after_last_round)
        ew_round = withdrawals.get(row.ew, after_last_round)
        if row.round_no >= min(ns_round, ew_round):
            yield row


def without_withdrawn_matches(
    section: Section, movement: Movement, withdrawals: Mapping[int, int]
) -> Movement:
    """Return *movement* without the matches that withdrawn teams don't play in *section*.

    *withdrawals* are the first rounds without each team, by team. (Costs two queries.)
    """
    entered_lines = set(section.results.filled().values_list("board_no", "ns", "ew"))
    settled_matches = {
        (round_no, frozenset(teams))
        for round_no, *teams in section.matches.settled().values_list("round_no", "home", "away")
    }
    rows_by_match: dict[tuple[int, frozenset[int]], list[TableRound]] = defaultdict(list)
    for row in _iter_withdrawn_rows(movement, withdrawals):
        rows_by_match[row.round_no, frozenset((row.ns, row.ew))].append(row)
    boards_by_row: dict[TableRound, tuple[int, ...]] = {}
    sit_outs = list(movement.sit_outs)
    for (round_no, teams), rows in rows_by_match.items():
        played_boards_by_row = {
            row: tuple(board for board in row.boards if (board, row.ns, row.ew) in entered_lines)
            for row in rows
        }
        # A match that is reported, decided or void stays as it is, and so does a finished one.
        if (round_no, teams) in settled_matches:
            continue
        if all(len(boards) == len(row.boards) for row, boards in played_boards_by_row.items()):
            continue
        boards_by_row |= played_boards_by_row
        # The opponents of a match that wasn't begun sit out, unless they have withdrawn as well.
        if not any(played_boards_by_row.values()):
            for team in sorted(teams):
                still_plays = team not in withdrawals or withdrawals[team] > round_no
                if still_plays:
                    sit_outs.append(SitOut(round_no, team))

    options = _make_withdrawal_options(movement, withdrawals, boards_by_row)
    rows_to_play = []
    for row in movement.rows:
        boards = boards_by_row.get(row, row.boards)
        if boards:
            rows_to_play.append(replace(row, boards=boards))
    movement = replace(
        movement, options=options, rows=tuple(rows_to_play), sit_outs=tuple(sit_outs)
    )
    # Without some of its matches the movement may break a guarantee.
    guarantees = tuple(
        key
        for key in movement.guarantees
        if key == ROUND_IS_A_MATCH or GUARANTEES[key].is_kept(movement)
    )
    return replace(movement, guarantees=guarantees)


def _make_withdrawal_options(
    movement: Movement, withdrawals: Mapping[int, int], cancelled_rows: Iterable[TableRound]
) -> tuple[tuple[str, str], ...]:
    """Return the options of *movement* with its *withdrawals* and cancelled matches."""
    options = tuple(
        (name, value) for name, value in movement.options if name not in (WITHDRAWN, CANCELLED)
    )
    if not withdrawals:
        return options
    # Matches that were cancelled before the movement was changed stay cancelled.
    cancelled_matches = list_cancelled_matches_at_tables(movement)
    for row in cancelled_rows:
        cancelled_matches.append(CancelledMatch(row.round_no, row.table_no, ns=row.ns, ew=row.ew))
    return (
        *options,
        (WITHDRAWN, _format_withdrawals(withdrawals)),
        (CANCELLED, format_matches(cancelled_matches)),
    )


def _format_withdrawals(withdrawals: Mapping[int, int]) -> str:
    """Return *withdrawals* as an option, in order of rounds: ``"2:4 7:5"``."""
    in_order = sorted((from_round, team) for team, from_round in withdrawals.items())
    return " ".join(f"{team}:{from_round}" for from_round, team in in_order)
