"""Choose the movement of a section, continue with another one during play, or withdraw a team.

A *plan* is the stored movement of a section; one plan is in force, and former plans stay stored for
undo. A plan that replaces another one is a whole movement, whose first rounds say what was due
before. Which movements can replace a plan is left to ``replanning``.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from director.boards.contests import CONTESTS, Entrant
from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.rounds import (
    UNPLAYED,
    WITHDRAWN,
    WITHDRAWN_BEFORE,
    count_expected_rounds,
    format_matches,
    get_withdrawals,
    is_round_robin,
    list_unplayed_matches,
)
from director.boards.movement.sections import PLAN, fetch_session_size
from director.boards.movement.sitters import (
    compute_ew_offset,
    find_late_ns_pairs,
    make_continued_section,
    serialize_partners,
)
from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import (
    fetch_due_lines,
    fetch_due_matches,
    lock_section,
    move_match_rulings,
    record_section_act,
    refuse_lost,
    refuse_lost_matches,
)
from director.boards.play.results.extras import store_carry_over_amounts
from director.boards.play.results.method import fit_method, refuse_match_boards, reset_method
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry
from director.boards.refusals import NO_PLAN, NO_ROUND_ROBIN
from director.core.base.versions import count_change
from director.core.night.clock import make_waiting_clock_fields, refit_clock
from director.core.night.history import Journal, fetch_last_act_number
from director.core.night.links import open_tables_to_phones
from director.core.night.phone_entries import discard_phone_entries
from director.errors import DeskError
from director.models import Entry, LineUpSeat, Plan, PlanRow, Section, Session
from director.models.event import Clock, RankingScope
from movements.advice.facts import round_minutes
from movements.check.guarantees import GUARANTEES
from movements.layout import fingerprint
from movements.model import KNOCK_OUT, ROUND_IS_A_MATCH, Movement, SitOut, TableRound
from movements.partnerships import with_partnerships
from movements.registry import BOARDS_PER_SET, find_movement, make_plan

_MAX_REASON_LENGTH = 200
"""The length of the field that says why a plan was replaced."""


def choose_plan(*, section: Section, movement: Movement) -> Plan:
    """Store *movement* as the plan of *section* and number its entries. Return the plan.

    Named pairs keep their order. The event gets the scoring method that the movement needs, and
    the clock is fitted to the rounds and boards of all sections.

    :raises DeskError: if the section has results, with their number
    :raises DeskError: if more pairs are named than the movement seats
    :raises DeskError: if a knock-out would share the event with a movement of another session
    :raises DeskError: if a Swiss of pairs would share the event with results of another method, or
        the scale has no victory points for matches of this length
    """
    movement = with_partnerships(movement)
    with transaction.atomic():
        # Locked before the results are counted, so that none can arrive meanwhile.
        Section.objects.select_for_update().get(pk=section.pk)
        results = section.results.filled().count() + section.matches.reported().count()
        if results:
            raise make_plan_fixed_error(results)
        _refuse_beside_knockout(section, movement)
        # The former plan says whether it had set the method, so it is asked before it is deleted.
        reset_method(section, movement)
        is_first_plan = not section.plans.exists()
        _delete_former_play(section)
        plan, rows = make_plan_records(section, movement)
        # Acts up to this number belong to the former movement and can't be undone any more.
        plan.acts_before = fetch_last_act_number(section.session.event)
        plan.save()
        PlanRow.objects.bulk_create(rows)
        section.winners = movement.winners
        section.ew_offset = compute_ew_offset(movement)
        section.late_ns = find_late_ns_pairs(movement)
        section.partners = serialize_partners(movement)
        section.team_size = movement.team_size
        section.draws = []
        section.save()
        count_change(section.session.event_id)
        _number_entries(section, list_contestants(movement))
        fit_method(section.session, movement)
        if is_first_plan:
            _rank_divisions_apart(section, movement)
        refuse_match_boards(section.session.scoring_record, movement)
        size = fetch_session_size(section.session)
        refit_clock(
            session=section.session,
            rounds=size.rounds,
            minutes=round_minutes(size.boards_per_set),
        )
        store_carry_over_amounts(section)
    return plan


def _rank_divisions_apart(section: Section, movement: Movement) -> None:
    """Let a league of two sections rank each section by itself, as the two never meet.

    From the third section on, the director's choice stays. The sections of a later stage have met
    before, and their places follow from all stages.
    """
    if section.session.stage_id or not is_round_robin(movement):
        return
    plans = Plan.objects.filter(section__session=section.session_id, in_force=True)
    other_plans = list(plans.exclude(section=section))
    if len(other_plans) == 1 and is_round_robin(other_plans[0]):
        event = section.session.event
        event.places = RankingScope.SECTION
        event.save(update_fields=["places"])


def _delete_former_play(section: Section) -> None:
    """Delete the plans of *section*, and everything else that names their rounds and tables."""
    section.plans.all().delete()
    section.matches.all().delete()
    section.played_rows.all().delete()
    LineUpSeat.objects.filter(section=section).delete()
    discard_phone_entries(section)


def _refuse_beside_knockout(section: Section, movement: Movement) -> None:
    # The winners of a knock-out go on within its session, so no other session of its stage can add
    # to it.
    if section.is_alone:
        return
    plans = Plan.objects.filter(section__session__event=section.session.event_id, in_force=True)
    other_plans = plans.filter(section__session__stage=section.session.stage_id).exclude(
        section__session=section.session_id
    )
    keys = set(other_plans.values_list("key", flat=True))
    if keys and KNOCK_OUT in (movement.key, *keys):
        raise DeskError(
            "knockout-alone",
            "A knock-out can’t share a stage with another session. Start it as the next stage: "
            "Results, More, Next stage.",
        )


def _number_entries(section: Section, numbers: list[int]) -> None:
    """Renumber the entries of *section* to *numbers*, named entries first and in order."""
    has_name = Q(entry_players__isnull=False) | ~Q(name="")
    if section.session.stage_id:
        # Whoever goes on to a stage keeps the link to its place before, even without a name.
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
    # Entries without names are created anew, with the handicaps and carry-over of their numbers.
    nameless_entries = section.entries.exclude(pk__in=[entry.pk for entry in named_entries])
    extras = {
        entry["pair_no"]: entry for entry in nameless_entries.values("pair_no", *PairExtras._fields)
    }
    nameless_entries.delete()
    # A number occurs once in a section, so the entries get unused numbers first.
    last_used = max([0, *numbers, *(entry.pair_no for entry in named_entries)])
    for unused_number, entry in enumerate(named_entries, start=last_used + 1):
        entry.pair_no = unused_number
        entry.save()
    # There may be more numbers than named entries; the others are created below.
    for entry, number in zip(named_entries, numbers, strict=False):
        entry.pair_no = number
        entry.save()
    new_entries = []
    for number in numbers[len(named_entries) :]:
        fields = extras.get(number, {"pair_no": number})
        new_entries.append(Entry(section=section, **fields))
    Entry.objects.bulk_create(new_entries)


def continue_plan(  # noqa: PLR0913
    *,
    section: Section,
    movement: Movement,
    from_round: int,
    why: str,
    words: str = "",
    names: Mapping[int, Sequence[str] | Entrant] = MappingProxyType({}),
    user: User | None,
    make_other_changes: Callable[[Journal], None] | None = None,
) -> Plan:
    """Replace the plan by *movement* from *from_round* on. Return the stored plan.

    Results and pair numbers stay. New pairs get entries, and their *names* if they are known. *why*
    says what happened; the history gets *words* instead, if there are any. *make_other_changes* is
    called within the same act. Undo puts the former plan in force again. If tables have phone
    addresses, new tables get theirs at once.

    :raises DeskError: if the section has no plan, *movement* has no place for a result, the scale
        has no victory points for matches of this length, or a name is refused
    :raises FinalError: if the results are final
    """
    words = words or f"From round {from_round}: {why}."
    with record_section_act(section=section, kind=PLAN, words=words, user=user) as journal:
        section = lock_section(section)
        former_plan = section.plan
        if former_plan is None:
            raise DeskError(*NO_PLAN)
        # Read before the plan changes: results on these lines must have a place in the new plan.
        former_lines = fetch_due_lines(section)
        former_matches = fetch_due_matches(section)
        refuse_match_boards(section.session.scoring_record, movement)
        plan = _replace_plan(former_plan, movement, from_round=from_round, why=why, journal=journal)
        refuse_lost(section, former_lines)
        if moved_rulings := move_match_rulings(section, former_matches, journal):
            journal.words = f"{words} {moved_rulings}"
        refuse_lost_matches(section, former_matches)
        continued = make_continued_section(section, movement)
        journal.change(section, late_ns=continued.late_ns, partners=continued.partners)
        _add_entries(section, movement, names, journal)
        continue_clock(
            section.session,
            is_longer=count_expected_rounds(plan) > count_expected_rounds(former_plan),
            journal=journal,
        )
        _open_new_tables_to_phones(section, range(former_plan.tables + 1, plan.tables + 1))
        if make_other_changes:
            make_other_changes(journal)
    return plan


def _replace_plan(
    former_plan: Plan, movement: Movement, *, from_round: int, why: str, journal: Journal
) -> Plan:
    """Store *movement* as the plan in force. *former_plan* stays stored for undo."""
    journal.change(former_plan, in_force=False)
    plan = Plan(
        section=former_plan.section,
        why=why[:_MAX_REASON_LENGTH],
        number=former_plan.number + 1,
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
        open_tables_to_phones(session=section.session, section=section, tables=new_tables)


def _add_entries(
    section: Section,
    movement: Movement,
    names: Mapping[int, Sequence[str] | Entrant],
    journal: Journal,
) -> None:
    """Create the entries that *movement* has and *section* lacks, with their *names* if known."""
    entered_numbers = set(section.entries.values_list("pair_no", flat=True))
    new_numbers = [number for number in list_contestants(movement) if number not in entered_numbers]
    journal.create_all([Entry(section=section, pair_no=number) for number in new_numbers])
    for number in new_numbers:
        if number in names:
            name_entry(section=section, pair_no=number, names=names[number], journal=journal)


def continue_clock(session: Session, *, is_longer: bool, journal: Journal) -> None:
    """Fit the clock of *session* to its number of rounds.

    If *is_longer*, a clock that was over waits for the next round.
    """
    rounds = fetch_session_size(session).rounds
    if session.clock == Clock.OVER and session.round_no < rounds and is_longer:
        waiting = make_waiting_clock_fields(session, session.round_no + 1)
        journal.change(session, keep_all=True, **waiting)
    elif session.clock == Clock.WAITING and session.round_no > rounds:
        journal.follow(session, clock=Clock.OVER, round_no=rounds)


def make_plan_fixed_error(results: int) -> DeskError:
    """Return the error for a movement that can't change because *results* depend on it."""
    if results == 1:
        sentence_start = "1 result depends on this one"
        pronoun = "it"
    else:
        sentence_start = f"{results} results depend on this one"
        pronoun = "them"
    return DeskError(
        "plan-fixed",
        "You can’t pick a new movement: {results_in}. Use Change movement to keep {them}, or "
        "delete {them} in Scores first.",
        results_in=sentence_start,
        them=pronoun,
    )


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
        "fingerprint": fingerprint(movement),
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
    values = {field: getattr(row, field) for field in fields}
    # The partners of a pair choose their seats themselves.
    if row.players and not CONTESTS[plan.contest].is_whole_side:
        players = list(row.players)
    else:
        players = None
    return PlanRow(plan=plan, boards=list(row.boards), players=players, **values)


def set_match_boards(*, section: Section, boards: int, user: User | None) -> Plan:
    """Set the number of *boards* in every match of a round robin. This can be undone.

    Matches that were entered as results count by the scale for the new length.

    :raises DeskError: if *section* plays no round robin, has results of boards, or matches can't have
        so many boards
    :raises FinalError: if the results are final
    """
    plan = section.plan
    if plan is None or not is_round_robin(plan):
        raise DeskError(
            "match-length-elsewhere",
            "Only matches of a round robin get another length here. Use Change movement.",
        )
    if boards == plan.boards_per_set:
        return plan
    if section.results.filled().exists():
        raise DeskError(
            "match-length-fixed",
            "Results of boards have been entered, so matches keep their {boards} boards. Delete "
            "them in Scores first.",
            boards=plan.boards_per_set,
        )
    # The team could only come back to the plan that it has left, which has the former boards.
    if get_withdrawals(plan):
        raise DeskError(
            "match-length-withdrawn",
            "A team has withdrawn, so matches keep their {boards} boards. Let it play again "
            "first, at Change movement.",
            boards=plan.boards_per_set,
        )
    spec = find_movement(plan.key)
    lengths = spec.legal_boards or BOARDS_PER_SET
    if boards not in lengths:
        raise DeskError(
            "match-length",
            "{boards} isn’t a number of boards in a match. Type a number from {fewest} to {most}.",
            boards=boards,
            fewest=min(lengths),
            most=max(lengths),
        )
    plan.section = section
    movement = load_movement(plan)
    names = {option.name for option in spec.options}
    options = {name: value for name, value in movement.options if name in names}
    # Only its boards are used: the rows may have been changed since the movement was made.
    resized = make_plan(
        plan.key,
        teams=movement.contestants,
        rounds=movement.rounds,
        boards_per_set=boards,
        options=options,
    )
    boards_by_place = {(row.round_no, row.table_no): row.boards for row in resized.rows}
    rows = tuple(
        replace(row, boards=boards_by_place[row.round_no, row.table_no]) for row in movement.rows
    )
    words = f"Boards in a match: {boards}."
    return continue_plan(
        section=section,
        movement=replace(movement, rows=rows, boards_per_set=boards),
        from_round=1,
        why=f"{boards} boards in a match",
        words=words,
        user=user,
    )


def withdraw_team(*, section: Section, team: int, from_round: int, user: User | None) -> Plan:
    """Withdraw *team* from a round robin from *from_round* on. This can be undone.

    Finished matches count. The results of an unfinished match stay stored and don't count.

    :raises DeskError: if *section* plays no round robin, or has no such team or round
    :raises FinalError: if the results are final
    """
    return _set_withdrawal(section, team, from_round, user)


@transaction.atomic
def withdraw_and_close_up(
    *,
    section: Section,
    teams: Collection[int],
    movement: Movement,
    from_round: int,
    why: str,
    words: str,
    user: User | None,
) -> Plan:
    """Withdraw *teams* from a round robin and go on by *movement*, in which the others close up.

    *movement* has the withdrawals among its options. This can be undone.

    :raises DeskError: as :func:`continue_plan`
    :raises FinalError: if the results are final
    """
    section = lock_section(section)
    full_movement = load_movement(fetch_full_plan(section))
    _delete_postponed_boards(section, full_movement, dict.fromkeys(teams, from_round), user)
    return continue_plan(
        section=section,
        movement=movement,
        from_round=from_round,
        why=why,
        words=words,
        user=user,
    )


def return_team(*, section: Section, team: int, user: User | None) -> Plan:
    """Let a withdrawn *team* play its remaining matches.

    :raises DeskError: if *section* plays no round robin
    :raises FinalError: if the results are final
    """
    return _set_withdrawal(section, team, None, user)


@transaction.atomic
def _set_withdrawal(section: Section, team: int, from_round: int | None, user: User | None) -> Plan:
    """Withdraw *team* from *from_round* on, or let it play again if *from_round* is None."""
    section = lock_section(section)
    plan = section.plan
    if plan is None or not is_round_robin(plan):
        raise DeskError(*NO_ROUND_ROBIN)
    former_withdrawals = get_withdrawals(plan)
    withdrawals = dict(former_withdrawals)
    if from_round is None:
        withdrawals.pop(team, None)
    else:
        withdrawals[team] = from_round
    # The button may be pressed twice.
    if withdrawals == former_withdrawals:
        return plan
    full_plan = fetch_full_plan(section)
    # After a later change of the movement other teams meet instead, so the team can't return.
    if team in get_withdrawals(full_plan):
        raise DeskError(
            "withdrawal-fixed",
            "The movement was changed after team {team} withdrew. Undo that change first, or add "
            "a late team.",
            team=section.label(team),
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
    _delete_postponed_boards(section, movement, withdrawals, user)
    if from_round is None:
        why = f"team {section.label(team)} plays again"
        changed_round = former_withdrawals[team]
    else:
        why = f"team {section.label(team)} has withdrawn"
        changed_round = from_round
    return continue_plan(
        section=section,
        movement=remove_withdrawn_matches(section, movement, withdrawals),
        from_round=changed_round,
        why=why,
        user=user,
    )


def fetch_full_plan(section: Section) -> Plan:
    """Return the latest plan of *section* with all matches, which no withdrawal has shortened."""
    for plan in section.plans.order_by("-number"):
        options = dict(plan.options)
        if options.get(WITHDRAWN) == options.get(WITHDRAWN_BEFORE):
            plan.section = section
            return plan
    raise DeskError(*NO_PLAN)


def _delete_postponed_boards(
    section: Section, movement: Movement, withdrawals: Mapping[int, int], user: User | None
) -> None:
    """Delete the marks of boards to be played later that withdrawn teams won't play."""
    for row in _list_withdrawn_rows(movement, withdrawals):
        postponed = section.results.filled().filter(
            Q(counted=LATER), ns=row.ns, ew=row.ew, board_no__in=row.boards
        )
        for board_no in postponed.values_list("board_no", flat=True):
            enter_result(
                section=section, board_no=board_no, ns=row.ns, ew=row.ew, text="", user=user
            )


def _list_withdrawn_rows(
    movement: Movement, withdrawals: Mapping[int, int]
) -> Iterator[TableRound]:
    """Yield the rows of withdrawn teams from the round in which each withdrew."""
    after_last_round = movement.rounds + 1
    for row in movement.rows:
        ns_round = withdrawals.get(row.ns, after_last_round)
        ew_round = withdrawals.get(row.ew, after_last_round)
        if row.round_no >= min(ns_round, ew_round):
            yield row


def remove_withdrawn_matches(
    section: Section, movement: Movement, withdrawals: Mapping[int, int]
) -> Movement:
    """Return *movement* without the matches that withdrawn teams don't play in *section*.

    *withdrawals* are the teams and the round from which each doesn't play. (Costs two queries.)
    """
    entered_lines = set(section.results.filled().values_list("board_no", "ns", "ew"))
    settled_matches = {
        (round_no, frozenset(teams))
        for round_no, *teams in section.matches.settled().values_list("round_no", "home", "away")
    }
    matches: dict[tuple[int, frozenset[int]], list[TableRound]] = defaultdict(list)
    for row in _list_withdrawn_rows(movement, withdrawals):
        matches[row.round_no, frozenset((row.ns, row.ew))].append(row)
    boards_by_row: dict[TableRound, tuple[int, ...]] = {}
    sit_outs = list(movement.sit_outs)
    for (round_no, teams), rows in matches.items():
        played_boards = {
            row: tuple(board for board in row.boards if (board, row.ns, row.ew) in entered_lines)
            for row in rows
        }
        # A finished match stays as it is, and so does one without boards, or void.
        if (round_no, teams) in settled_matches:
            continue
        if all(len(boards) == len(row.boards) for row, boards in played_boards.items()):
            continue
        boards_by_row |= played_boards
        # The opponents of a match that wasn't begun sit out, unless they have withdrawn as well.
        if not any(played_boards.values()):
            for team in sorted(teams):
                if withdrawals.get(team, round_no + 1) > round_no:
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
    # Without some of its matches the movement may not guarantee all that it did.
    guarantees = tuple(
        key
        for key in movement.guarantees
        if key == ROUND_IS_A_MATCH or GUARANTEES[key].holds(movement)
    )
    return replace(movement, guarantees=guarantees)


def _make_withdrawal_options(
    movement: Movement, withdrawals: Mapping[int, int], cancelled_rows: Iterable[TableRound]
) -> tuple[tuple[str, str], ...]:
    """Return the options of *movement* with its *withdrawals* and cancelled matches."""
    options = tuple(
        (name, value) for name, value in movement.options if name not in (WITHDRAWN, UNPLAYED)
    )
    if not withdrawals:
        return options
    # Matches that were cancelled before the movement was changed stay so.
    unplayed = list_unplayed_matches(movement)
    for row in cancelled_rows:
        unplayed.append((row.round_no, row.table_no, row.ns, row.ew))
    return (
        *options,
        (WITHDRAWN, _format_withdrawals(withdrawals)),
        (UNPLAYED, format_matches(unplayed)),
    )


def _format_withdrawals(withdrawals: Mapping[int, int]) -> str:
    """Return *withdrawals* as an option, the first to leave first: ``"2:4 7:5"``."""
    in_order = sorted((from_round, team) for team, from_round in withdrawals.items())
    return " ".join(f"{team}:{from_round}" for from_round, team in in_order)
