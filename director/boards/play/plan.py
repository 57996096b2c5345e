"""Choose the movement of a section, continue with another one during play, or drop a team."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from director.boards.contests import CONTESTS, contest_of
from director.boards.movement.acts import PLAN
from director.boards.movement.lines.entry import LATER
from director.boards.movement.lines.read import plan_movement
from director.boards.movement.rounds import (
    UNPLAYED,
    WITHDRAWN,
    is_round_robin,
    rounds_expected,
    withdrawn,
)
from director.boards.movement.scoring_field import Key
from director.boards.movement.sections import session_size
from director.boards.movement.sides import ew_offset, late_ns, partners_stored, section_continued
from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import lines_due, refuse_lost, section_act, section_locked
from director.boards.play.results.method import fit_method, refuse_match_boards, reset_method
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.write import name_entry
from director.boards.sentences import BoardSentences
from director.core.base.changes import count_change
from director.core.night.clock.write import refit_clock
from director.core.night.history.write import Journal, acts_number
from director.core.night.phones.write import discard_phone_entries, open_tables_to_phones
from director.errors import DeskError
from director.models import Entry, LineUpSeat, Plan, PlanRow, Section, Session
from director.models.event import Clock
from movements import (
    GUARANTEES,
    KNOCK_OUT,
    ROUND_IS_A_MATCH,
    Movement,
    SitOut,
    TableRound,
    fingerprint,
    round_minutes,
    with_partnerships,
)

_LONGEST_WHY = 200
"""How long the words may be that say why a plan gave way to another."""


def choose_plan(*, section: Section, movement: Movement) -> Plan:
    """Store *movement* as the plan of *section* and number its entries. Return the plan.

    Pairs that are already named keep their order.  From then on the event is scored as the movement
    asks for.  The round clock is fitted to the rounds and boards of all sections. Refused once
    results are in.

    :raises DeskError: with the number of results that would be lost
    :raises DeskError: if more pairs are named than the movement seats
    :raises DeskError: if it is a knock-out and another session has a movement, or the other way
        round
    :raises DeskError: if it is a Swiss of pairs, and results of another section are scored
        otherwise; if the scale has no victory points for matches of as many boards
    """
    movement = with_partnerships(movement)
    with transaction.atomic():
        Section.objects.select_for_update().get(pk=section.pk)
        if results := section.results.filled().count():
            raise plan_fixed(section, results)
        _refuse_beside_knockout(section, movement)
        reset_method(section)
        section.plans.all().delete()
        section.matches.all().delete()
        section.played_rows.all().delete()  # who sat otherwise than a movement that is no more
        LineUpSeat.objects.filter(section=section).delete()
        discard_phone_entries(section)
        plan, rows = plan_records(section, movement)
        plan.acts_before = acts_number(section.session.event)
        plan.save()
        PlanRow.objects.bulk_create(rows)
        section.winners = movement.winners
        section.ew_offset = ew_offset(movement)
        section.late_ns = late_ns(movement)
        section.partners, section.team_size = partners_stored(movement), movement.team_size
        section.draws = []
        section.save()
        count_change(section.session.event_id)
        _number_entries(section, contestants(movement))
        fit_method(section.session.event, movement)
        refuse_match_boards(section.session.event, movement)
        longest = session_size(section.session)
        refit_clock(
            session=section.session,
            rounds=longest.rounds,
            minutes=round_minutes(longest.boards_per_set),
        )
    return plan


def continue_plan(
    *,
    section: Section,
    movement: Movement,
    from_round: int,
    why: str,
    names: Mapping[int, Sequence[str]] = MappingProxyType({}),
    user: User | None,
) -> Plan:
    """Replace the plan by *movement* from *from_round* on. Return the stored plan.

    *movement* is a whole night whose rounds before *from_round* say what was due then.  What was
    entered stays, and so do the numbers of the pairs; one that is new gets an entry, and its
    *names* if they are known.  *why* says what happened, in words for the list of acts.  The former
    plan stays stored, and undo puts it in force again.  A table more has its address at once where
    tables have theirs.

    :raises DeskError: before a movement is chosen, or if a result was entered for which *movement*
        has no place
    :raises DeskError: if the scale has no victory points for matches of as many boards, or a name
        is refused
    :raises FinalError: if the results are final
    """
    with section_act(
        section=section, kind=PLAN, words=f"From round {from_round}: {why}.", user=user
    ) as journal:
        section = section_locked(section)
        former = section.plan
        if former is None:
            raise DeskError(BoardSentences.NO_PLAN)
        due = lines_due(section)
        refuse_match_boards(section.session.event, movement)
        journal.change(former, in_force=False)
        numbers = {"number": former.number + 1, "from_round": from_round}
        plan = Plan(section=section, why=why[:_LONGEST_WHY], **numbers, **_plan_fields(movement))
        journal.create_all([plan])
        journal.create_all([_plan_row(plan, row) for row in movement.rows])
        refuse_lost(section, due)
        continued = section_continued(section, movement)
        journal.change(section, late_ns=continued.late_ns, partners=continued.partners)
        seated = set(section.entries.values_list("pair_no", flat=True))
        added = [number for number in contestants(movement) if number not in seated]
        journal.create_all([Entry(section=section, pair_no=number) for number in added])
        for number in added:
            if number in names:
                name_entry(section=section, pair_no=number, names=names[number], journal=journal)
        continue_clock(
            section.session,
            is_longer=rounds_expected(plan) > rounds_expected(former),
            journal=journal,
        )
        if section.session.accesses.filter(
            section=section, table_no__isnull=False, revoked_at__isnull=True
        ).exists():
            open_tables_to_phones(
                session=section.session,
                section=section,
                tables=range(former.tables + 1, plan.tables + 1),
            )
    return plan


def _refuse_beside_knockout(section: Section, movement: Movement) -> None:
    if section.is_alone:
        return
    others = Plan.objects.filter(section__session__event=section.session.event_id, in_force=True)
    keys = set(others.exclude(section__session=section.session_id).values_list("key", flat=True))
    if keys and KNOCK_OUT in (movement.key, *keys):
        raise DeskError(BoardSentences.KNOCKOUT_ALONE)


def plan_fixed(section: Section, results: int) -> DeskError:
    """Return the error for a movement that can't change because *results* depend on it."""
    is_single = results == 1
    if is_single:
        results_in = "1 result depends on this one"
    else:
        results_in = f"{results} results depend on this one"
    them = "it" if is_single else "them"
    return DeskError(
        BoardSentences.PLAN_FIXED
        if contest_of(section).is_side
        else BoardSentences.PLAN_FIXED_NOT_OF_PAIRS,
        results_in=results_in,
        them=them,
    )


def plan_records(section: Section, movement: Movement) -> tuple[Plan, list[PlanRow]]:
    """Return *movement* as the plan of *section* and its rows, not stored."""
    plan = Plan(section=section, **_plan_fields(movement))
    return plan, [_plan_row(plan, row) for row in movement.rows]


def contestants(movement: Movement) -> list[int]:
    """Return the numbers that play or sit out in *movement*, ascending.

    A half table leaves a gap: a seven-table Mitchell of 13 pairs has the pairs 1 to 13 or, without
    N-S pair 7, 1 to 6 and 8 to 14.
    """
    playing: set[int] = set()
    for row in movement.rows:
        playing.update(movement.contestants_at(row))
    return sorted(playing | {sit_out.contestant for sit_out in movement.sit_outs})


def _number_entries(section: Section, numbers: list[int]) -> None:
    """Renumber the entries of *section* to *numbers*, named ones first and in order."""
    known = section.entries.filter(Q(entry_players__isnull=False) | ~Q(name=""))
    named = list(known.distinct().order_by("pair_no"))
    if len(named) > len(numbers):
        raise DeskError(BoardSentences.TOO_MANY_NAMES, places=len(numbers), named=len(named))
    nobody = section.entries.filter(entry_players__isnull=True, name="")
    extras = {entry["pair_no"]: entry for entry in nobody.values("pair_no", *PairExtras._fields)}
    nobody.delete()
    taken = max([0, *numbers, *(entry.pair_no for entry in named)])
    for spare, entry in enumerate(
        named, start=taken + 1
    ):  # out of the way first: a number stands only once
        entry.pair_no = spare
        entry.save()
    for entry, number in zip(named, numbers, strict=False):
        entry.pair_no = number
        entry.save()
    added = (extras.get(number, {"pair_no": number}) for number in numbers[len(named) :])
    Entry.objects.bulk_create([Entry(section=section, **fields) for fields in added])


def continue_clock(session: Session, *, is_longer: bool, journal: Journal) -> None:
    """Fit the clock of *session* to its number of rounds. A finished clock may go on."""
    rounds = session_size(session).rounds
    if session.clock == Clock.OVER and session.round_no < rounds and is_longer:
        journal.change(session, clock=Clock.WAITING, round_no=session.round_no + 1)
    elif session.clock == Clock.WAITING and session.round_no > rounds:
        journal.change(session, clock=Clock.OVER, round_no=rounds)


def _plan_fields(movement: Movement) -> dict[str, Any]:
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
            [s.round_no, s.contestant, s.table_no, s.board_set, s.copy_no]
            for s in movement.sit_outs
        ],
        "bye_stands": [[b.round_no, b.board_set, b.after_table] for b in movement.bye_stands],
        "guarantees": list(movement.guarantees),
        "notes": list(movement.notes),
        "copies": movement.copies,
        "fingerprint": fingerprint(movement),
    }


def _plan_row(plan: Plan, row: TableRound) -> PlanRow:
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
    seated = (
        None if CONTESTS[plan.contest].is_side else row.players
    )  # who of a pair sits N is its own business
    return PlanRow(plan=plan, boards=list(row.boards), players=seated and list(seated), **values)


def withdraw_team(*, section: Section, team: int, from_round: int, user: User | None) -> Plan:
    """Withdraw *team* from a round robin from *from_round* on. This can be undone.

    A match that is finished by then stands; of one that was broken off only what is entered stays,
    and does not count.

    :raises DeskError: if *section* plays no round robin, or has no such team or round
    :raises FinalError: if the results are final
    """
    return _apply_movement(section, {team: from_round}, back=(), user=user)


def return_team(*, section: Section, team: int, user: User | None) -> Plan:
    """Let a withdrawn *team* play its remaining matches.

    :raises DeskError: if *section* plays no round robin
    :raises FinalError: if the results are final
    """
    return _apply_movement(section, {}, back=(team,), user=user)


@transaction.atomic
def _apply_movement(
    section: Section, leaving: Mapping[int, int], *, back: Collection[int], user: User | None
) -> Plan:
    section = section_locked(section)
    plan = section.plan
    if plan is None or not is_round_robin(plan):
        raise DeskError(BoardSentences.NO_ROUND_ROBIN)
    before = withdrawn(plan)
    left = {team: round_no for team, round_no in {**before, **leaving}.items() if team not in back}
    if left == before:  # pressed twice
        return plan
    whole = next(
        each for each in section.plans.order_by("-number") if WITHDRAWN not in dict(each.options)
    )
    whole.section = section
    for team, from_round in leaving.items():
        if not (1 <= team <= whole.contestants and 1 <= from_round <= whole.rounds):
            raise DeskError(BoardSentences.WITHDRAWAL_UNKNOWN, team=team, round_no=from_round)
    movement = plan_movement(whole)
    for row in _rows_left(movement, left):  # what waits to be played later does not come any more
        later = section.results.filled().filter(
            Q(counted=LATER), ns=row.ns, ew=row.ew, board_no__in=row.boards
        )
        for board_no in later.values_list("board_no", flat=True):
            enter_result(
                section=section, board_no=board_no, ns=row.ns, ew=row.ew, text="", user=user
            )
    entered = set(section.results.filled().values_list("board_no", "ns", "ew"))
    (team,) = (*leaving, *back)
    why = f"team {section.label(team)} {'has withdrawn' if leaving else 'plays again'}"
    from_round = left.get(team) or before[team]
    movement = _without_withdrawn(movement, left, entered)
    return continue_plan(
        section=section, movement=movement, from_round=from_round, why=why, user=user
    )


def _rows_left(movement: Movement, left: Mapping[int, int]) -> Iterator[TableRound]:
    """Yield the rows of teams in *left* from the round in which each withdrew."""
    last = movement.rounds + 1
    for row in movement.rows:
        if row.round_no >= min(left.get(row.ns, last), left.get(row.ew, last)):
            yield row


def _without_withdrawn(
    movement: Movement, left: Mapping[int, int], entered: Collection[Key]
) -> Movement:
    """Return *movement* without the matches that withdrawn teams don't play."""
    matches: dict[tuple[int, frozenset[int]], list[TableRound]] = defaultdict(list)
    for row in _rows_left(movement, left):
        matches[row.round_no, frozenset((row.ns, row.ew))].append(row)
    kept: dict[TableRound, tuple[int, ...]] = {}
    waiting = list(movement.sit_outs)
    for (round_no, teams), rows in matches.items():
        played = {
            row: tuple(board for board in row.boards if (board, row.ns, row.ew) in entered)
            for row in rows
        }
        if all(len(boards) == len(row.boards) for row, boards in played.items()):
            continue
        kept |= played
        if not any(played.values()):
            waiting += [
                SitOut(round_no, team)
                for team in sorted(teams)
                if left.get(team, round_no + 1) > round_no
            ]
    options = tuple(movement.options)
    if left:
        words = [f"{team}:{at}" for at, team in sorted((at, team) for team, at in left.items())]
        options = (*options, (WITHDRAWN, " ".join(words)))
        unplayed = " ".join(f"{row.round_no}:{row.table_no}:{row.ns}:{row.ew}" for row in kept)
        options = (*options, (UNPLAYED, unplayed))
    rows_played = tuple(
        replace(row, boards=kept.get(row, row.boards))
        for row in movement.rows
        if kept.get(row, row.boards)
    )
    movement = replace(movement, options=options, rows=rows_played, sit_outs=tuple(waiting))
    promised = (
        key
        for key in movement.guarantees
        if key == ROUND_IS_A_MATCH or GUARANTEES[key].holds(movement)
    )
    return replace(movement, guarantees=tuple(promised))
