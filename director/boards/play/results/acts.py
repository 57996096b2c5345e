"""Record changes of a section in the history, and undo and redo them.

All changes of boards are made within ``record_section_act``. ``core.night.journal`` stores the acts
and ``core.night.history`` restores records. This module decides which acts depend on each other
(``is_dependent``), and refuses an undo or redo whose outcome doesn't fit the rest of the section
(``check_restored``).

The *extras* of pairs are handicaps, strata and carry-over.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from director.boards.movement.lines.dependent_scores import (
    FOULED,
    fetch_group_by_line,
    get_fouled_boards,
)
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.matches import format_match_name
from director.boards.movement.lines.progress import fetch_reached_round
from director.boards.movement.lines.section_lines import fetch_section_lines, find_open_round
from director.boards.movement.sections import Key, fetch_scoring_field, fetch_section_acts
from director.boards.movement.words import PairExtras
from director.boards.refusals import make_section_gone_error
from director.boards.scoring.extras import EXTRAS_OF_SECTION, SectionExtras, fetch_section_extras
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.event import load_results
from director.boards.scoring.standings.versions import make_standings_snapshot
from director.core.base.act_kinds import ActKind
from director.core.base.standings_versions import (
    StandingsSnapshot,
    record_correction,
    store_facts_before_correction,
)
from director.core.base.versions import EventVersion, fetch_uncommitted_version
from director.core.night.clock_buttons import advance_clock
from director.core.night.history import redo_act, undo_act
from director.core.night.journal import (
    FOLLOWS_KEY,
    Journal,
    has_result_changes,
    record_act,
    refuse_final,
)
from director.core.night.links.finding import fetch_open_accesses_by_table
from director.core.night.links.opening import open_table_addresses, revoke_access
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, Event, PlanRow, Ruling, Section
from director.models.event import Clock, Strata
from director.models.ruling import Unit

# Corrections. A correction of published results makes a new version of the standings. None is possible
# once the results are final.


@contextmanager
def open_correction(*, section: Section, user: User | None) -> Iterator[Section]:
    """Lock *section* while its results change, and yield it as it is stored.

    All changes in the block are one transaction. If the event has been published, they make a new
    version of the standings.

    :raises FinalError: if the results are final
    :raises GoneError: if the section was removed
    """
    with transaction.atomic():
        # The lock of the section keeps its movement until the transaction ends. The lock of the event
        # makes other sections wait, so that acts are numbered in order and standings change one at a
        # time.
        locked_section = (
            Section.objects.select_for_update(no_key=True, of=("self", "session__event"))
            .select_related("session__event__club")
            .filter(pk=section.pk)
            .first()
        )
        if locked_section is None:  # removed since the page was shown
            raise make_section_gone_error(letter=section.letter)
        event = locked_section.session.event
        refuse_final(event)
        is_recorded = event.has_been_published
        if is_recorded:
            store_facts_before_correction(event)
        yield locked_section
        # A correction without a change makes no version.
        if is_recorded and _has_changed(event, fetch_uncommitted_version(event.pk)):
            record_correction(event, user)


def follow_results(section: Section) -> None:
    """Move a waiting clock on to the first round that isn't entered, after results of *section*.

    Many clubs start no clock, and then the results alone say where the night is. One query, and five
    more once *section* has entered its round.
    """
    session = section.session
    if session.clock != Clock.WAITING:
        return
    if find_open_round([section.pk], session.round_no) == session.round_no:
        return
    round_no, round_count = fetch_reached_round(session)
    advance_clock(session=session, round_no=round_no, round_count=round_count)


def _has_changed(event: Event, version: EventVersion | None) -> bool:
    """Return whether *event* or its club has another *version* since it was locked."""
    # An event in the archive has no version. A correction without a difference is dropped later.
    if version is None:
        return True
    has_event_changed = version.change_no != event.change_no
    return has_event_changed or version.club_change_no != event.club.change_no


def make_event_snapshot(event: Event) -> StandingsSnapshot:
    """Return the standings of *event*, with the facts that they depend on."""
    return make_standings_snapshot(load_results(event))


def lock_section(section: Section) -> Section:
    """Lock *section* until the transaction ends and return it as it is stored."""
    return (
        Section.objects.select_for_update(of=("self",))
        .select_related("session__event")
        .get(pk=section.pk)
    )


# Sections that are ranked together need the same units and strata.


def refuse_different_units(section: Section, extras: SectionExtras) -> None:
    """Raise if *extras* can't be ranked in one list with the extras of other sections.

    :raises DeskError: if another section has another unit, or strata of another kind
    """
    for other_section in fetch_scoring_field(section).sections:
        other_extras = fetch_section_extras(other_section)
        if other_section == section or not other_extras.extras_by_pair or not extras.extras_by_pair:
            continue
        for name, other_unit, unit in (
            ("handicaps", other_extras.used_handicap_unit, extras.used_handicap_unit),
            ("carry-over", other_extras.used_carry_over_unit, extras.used_carry_over_unit),
        ):
            if other_unit and unit and other_unit != unit:
                raise DeskError(
                    "extras-of-another-unit",
                    "Section {letter} counts its {what} in {unit}, and both sections are ranked in one "
                    "list. Choose the same here.",
                    letter=other_section.letter,
                    what=name,
                    unit=Unit(other_unit).label,
                )
        has_strata = any(pair.stratum for pair in other_extras.extras_by_pair.values())
        if has_strata and other_extras.strata != extras.strata:
            raise DeskError(
                "strata-of-another-kind",
                "Section {letter} has: {strata}. Both sections are ranked in one list, so choose the "
                "same here.",
                letter=other_section.letter,
                strata=Strata(other_extras.strata).label.lower(),
            )


def update_fouled_flag(section: Section) -> None:
    """Store whether *section* has a fouled line, which was played with other cards."""
    section.is_fouled = section.fouled_lines.exists()
    section.save(update_fields=["is_fouled"])


# Whether the outcome of an undo or redo fits the rest of the section.


def check_restored(section: Section, act: Act | None) -> None:
    """Raise if records that an undo or redo restored don't fit the rest of the section.

    :raises DeskError: if extras have another unit than in another section, or a fouled board is on
        a line that the movement no longer has
    :raises ScoringError: if the event's method can't score the results
    """
    if act is None:
        return
    for changed_section in _fetch_changed_sections(act):
        refuse_different_units(changed_section, fetch_section_extras(changed_section))
        if changed_section == section:
            section.refresh_from_db(fields=["draws", *EXTRAS_OF_SECTION])
    _refuse_lost_cards(section, act)
    # Any method can score plain results, so they need no trial.
    if act.kind != ActKind.RESULT or _is_about_rulings(act, section.session.event.game):
        score_section(section)


def _fetch_changed_sections(act: Act) -> Iterator[Section]:
    """Yield the stored sections that *act* changed, or whose entries it changed."""
    section_ids = []
    entry_ids = []
    for change in act.changes:
        if change["model"] == _SECTION:
            section_ids.append(change["pk"])
        elif change["model"] == _ENTRY:
            entry_ids.append(change["pk"])
    if section_ids or entry_ids:
        sections = Section.objects.filter(Q(pk__in=section_ids) | Q(entries__in=entry_ids))
        yield from sections.select_related("session__event").distinct()


def _refuse_lost_cards(section: Section, act: Act) -> None:
    """Raise if a board of *act* is fouled on a line that no longer exists."""
    boards = get_fouled_boards(act)
    if not boards:
        return
    update_fouled_flag(section)
    lines = fetch_section_lines(section)
    for board_no, ns, ew in fetch_group_by_line(section):
        if board_no in boards and lines.find_line(board_no, ns, ew) is None:
            pairs = f"{section.get_label(ns)} against {section.get_label(ew)}"
            raise DeskError(
                "cards-without-line",
                "Board {board_no} had other cards for {pairs}, who no longer meet there. Undo the "
                "report about their table first.",
                board_no=board_no,
                pairs=pairs,
            )


def _is_about_rulings(act: Act, game: str) -> bool:
    """Return whether *act* set or removed a ruling, or a score that may become an average."""
    for change in act.changes:
        for side in _SIDES:
            text = (change[side] or {}).get("text")
            if not text:
                continue
            entry = parse_line_entry(text, game=game)
            if entry.is_ruled or entry.can_take_average:
                return True
    return False


# Whether one act builds on another, so that the other can't be undone before it.

_EVENT, _SECTION, _ENTRY, _SEAT = (
    model._meta.label_lower for model in (Event, Section, Entry, EntryPlayer)
)
_SIDES = ("before", "after")
_EXTRAS = "extras"

_RecordPart = tuple[str, int, str]
"""The model and key of a record, and a part of it. Acts that share one depend on each other."""


def is_dependent(later_act: Act, act: Act) -> bool:
    """Return whether *later_act* depends on *act*, so that *act* can't be undone before it."""
    # Play off schedule refers to the movement in force, and a later movement builds on it.
    if {act.kind, later_act.kind} in (
        {ActKind.PLAN, ActKind.TABLES},
        {ActKind.MOVEMENT, ActKind.TABLES},
    ):
        return True
    if not _collect_changed_parts(later_act).isdisjoint(_collect_changed_parts(act)):
        return True
    # Undo deletes these records, so no later record may refer to them.
    created_records = {
        (change["model"], change["pk"]) for change in act.changes if change["before"] is None
    }
    removable_records = created_records | set(_iter_seats(act))
    if not removable_records:
        return False
    return not removable_records.isdisjoint(_iter_needed_records(later_act))


def _collect_changed_parts(act: Act) -> set[_RecordPart]:
    """Return the parts of records that *act* changed.

    Seating a player changes the whole entry. If players were moved to other entries, the extras of
    these entries count as changed, even if nobody had any.
    """
    parts = {(_ENTRY, entry_id, _EXTRAS) for entry_id in _collect_moved_entries(act)}
    parts |= {(*seat, "") for seat in _iter_seats(act)}
    parts |= {(FOULED, act.section_id or 0, f"{board_no}") for board_no in get_fouled_boards(act)}
    for change in act.changes:
        if FOLLOWS_KEY in change:
            continue
        names = (change["before"] or {}).keys() & (change["after"] or {}).keys()
        # A record that was created or deleted has no common names. All its parts changed.
        for name in names or ("", *PairExtras._fields):
            parts.add((change["model"], change["pk"], _get_field_part(change["model"], name)))
    return parts


def _get_field_part(model: str, name: str) -> str:
    """Return the part of a record that field *name* belongs to."""
    # Only events and sections have fields that are independent of each other.
    if model in (_EVENT, _SECTION):
        return name
    if name in PairExtras._fields:
        return _EXTRAS
    return ""


def _iter_seats(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the entries to which *act* added a player, or from which it removed one."""
    for change in act.changes:
        if change["model"] != _SEAT:
            continue
        for side in _SIDES:
            seat = change[side] or {}
            if "entry_id" in seat:
                yield _ENTRY, seat["entry_id"]


def _collect_moved_entries(act: Act) -> set[int]:
    """Return the previous and the new entry of each player whom *act* moved."""
    entries_by_person: defaultdict[int, set[int]] = defaultdict(set)
    for change in act.changes:
        if change["model"] != _SEAT:
            continue
        for side in _SIDES:
            seat = change[side] or {}
            # A moved seat without a change of its person has no person id, so its key stands in,
            # negative to differ from every person id.
            person_id = seat.get("person_id", -change["pk"])
            if "entry_id" in seat:
                entries_by_person[person_id].add(seat["entry_id"])
    moved_entries: set[int] = set()
    for entry_ids in entries_by_person.values():
        if len(entry_ids) > 1:
            moved_entries |= entry_ids
    return moved_entries


def _iter_needed_records(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the records that the changed records of *act* refer to."""
    for change in act.changes:
        for field in apps.get_model(change["model"])._meta.concrete_fields:
            if not field.related_model:
                continue
            for side in _SIDES:
                pk = (change[side] or {}).get(field.attname)
                if pk is not None:
                    yield field.related_model._meta.label_lower, pk


@contextmanager
def record_section_act(
    *, section: Section, kind: ActKind, message: str, user: User | None
) -> Iterator[Journal]:
    """Record the changes of *section* in the block as one act, and yield its journal.

    The journal has the stored section, which may be newer than *section*. A clock that waits
    follows the results that were changed.
    """
    with open_correction(section=section, user=user) as locked_section:
        with record_act(
            event=locked_section.session.event,
            section=locked_section,
            kind=kind,
            message=message,
            user=user,
        ) as journal:
            yield journal
        if has_result_changes(journal.changes):
            follow_results(locked_section)


def undo_section(
    *, section: Section, number: int, user: User | None, kinds: Collection[str] = ()
) -> Act | None:
    """Undo act *number* of *section*. Return the act, or None if it is undone already.

    Only a later act that depends on it prevents an undo (:func:`is_dependent`). *kinds* are the kinds
    of acts that the page offers, empty for all.

    :raises DeskError: if there is nothing to undo, or a later act depends on it
    :raises ScoringError: if the event's method can't score the restored results
    :raises FinalError: if the results are final
    """
    with open_correction(section=section, user=user):
        with _refuse_lost_results(section, "former"):
            act = undo_act(
                acts=fetch_section_acts(section, kinds),
                number=number,
                user=user,
                depends_on=is_dependent,
            )
        check_restored(section, act)
        _update_table_links(section, act)
        if act and has_result_changes(act.changes):
            follow_results(section)
    return act


def redo_section(
    *, section: Section, number: int, user: User | None, kinds: Collection[str] = ()
) -> Act | None:
    """Redo act *number* of *section*. Return the act, or None if it is redone already.

    :raises DeskError: if something was changed since the undo, or another act was undone last
    :raises ScoringError: if the event's method can't score the restored results
    :raises FinalError: if the results are final
    """
    with open_correction(section=section, user=user):
        with _refuse_lost_results(section, "later"):
            act = redo_act(
                event=section.session.event,
                acts=fetch_section_acts(section, kinds),
                number=number,
                user=user,
                depends_on=is_dependent,
            )
        check_restored(section, act)
        _update_table_links(section, act)
        if act and has_result_changes(act.changes):
            follow_results(section)
    return act


def _update_table_links(section: Section, act: Act | None) -> None:
    """Close the links of removed tables, and open links of new tables."""
    if act is None or act.kind != ActKind.PLAN:
        return
    plan = section.plans.filter(in_force=True).first()
    open_links = fetch_open_accesses_by_table(section.session, section)
    # Without links the section doesn't use phones.
    if plan is None or not open_links:
        return
    for table_no, access in open_links.items():
        if table_no > plan.tables:
            revoke_access(access=access)
    new_tables = range(max(open_links) + 1, plan.tables + 1)
    open_table_addresses(session=section.session, section=section, tables=new_tables)


def fetch_due_lines(section: Section) -> set[Key]:
    """Return the keys of the lines of the movement in force. (Costs one query.)"""
    rows = PlanRow.objects.filter(plan__section=section, plan__in_force=True).values_list(
        "ns", "ew", "boards"
    )
    return {(board_no, ns, ew) for ns, ew, boards in rows for board_no in boards}


def refuse_lost_lines(
    section: Section, due_lines: set[Key], *, plan_description: str = "new"
) -> None:
    """Raise if the movement in force has no place for an entered result.

    *due_lines* are the lines of the movement before it. *plan_description* is the adjective for the
    movement in force in the message: "new", "former" after undo, or "later" after redo.

    :raises DeskError: with the first such result
    """
    lost_lines = due_lines - fetch_due_lines(section)
    for result in section.results.filled().order_by("round_no", "table_no", "board_no"):
        if (result.board_no, result.ns, result.ew) in lost_lines:
            raise DeskError(
                "result-without-place",
                "Board {board_no}, {ns} against {ew}, isn’t in the {which} movement. Delete that "
                "result in Scores first.",
                board_no=result.board_no,
                ns=section.get_label(result.ns),
                ew=section.get_label(result.ew),
                which=plan_description,
            )


def fetch_due_matches(section: Section) -> set[tuple[int, int, int]]:
    """Return the matches of the movement in force, by round and both teams. (Costs one query.)

    The lower team comes first. Each match is also there with round 0, for a section in which all
    meetings of two teams are one match.
    """
    rows = PlanRow.objects.filter(plan__section=section, plan__in_force=True).values_list(
        "round_no", "ns", "ew"
    )
    matches = set()
    for round_no, ns, ew in rows:
        teams = (min(ns, ew), max(ns, ew))
        matches |= {(round_no, *teams), (0, *teams)}
    return matches


def refuse_lost_matches(
    section: Section, due_matches: set[tuple[int, int, int]], *, plan_description: str = "new"
) -> None:
    """Raise if the movement in force has no place for a match with a result or a ruling.

    *due_matches* are the matches of the movement before it. *plan_description* is as in
    :func:`refuse_lost_lines`.

    :raises DeskError: with the first such match
    """
    lost_rulings = fetch_lost_match_rulings(section, due_matches)
    if lost_rulings:
        ruling = lost_rulings[0]
        assert ruling.match_key  # noqa: S101  only rulings on a match are lost
        raise DeskError(
            "ruling-without-match",
            "Ruling {number} changes {match}, which isn’t in the {which} movement. Withdraw it in "
            "Rulings first.",
            number=ruling.number,
            match=format_match_name(section, ruling.match_key),
            which=plan_description,
        )
    reported_matches = section.matches.reported().order_by("round_no", "home", "away")
    matches = [(match.round_no, match.home, match.away) for match in reported_matches]
    # Such results are rare, and without any the rows of the plan needn't be read.
    lost_matches: set[tuple[int, int, int]] = set()
    if matches:
        lost_matches = due_matches.intersection(matches) - fetch_due_matches(section)
    for round_no, home, away in matches:
        if (round_no, home, away) in lost_matches:
            raise DeskError(
                "match-without-place",
                "The match of {home} and {away} has a result but isn’t in the {which} movement. "
                "Remove its result in Matches first.",
                home=section.get_label(home),
                away=section.get_label(away),
                which=plan_description,
            )


def fetch_lost_match_rulings(
    section: Section, due_matches: set[tuple[int, int, int]]
) -> list[Ruling]:
    """Return the rulings in force on *due_matches* that the movement no longer has."""
    rulings = section.rulings.filter(match_round__isnull=False, withdrawn_at__isnull=True)
    lost_rulings = [ruling for ruling in rulings if ruling.match_key in due_matches]
    # Such rulings are rare, and without any the rows of the plan needn't be read.
    if not lost_rulings:
        return []
    matches = fetch_due_matches(section)
    return [ruling for ruling in lost_rulings if ruling.match_key not in matches]


def move_match_rulings(
    section: Section, due_matches: set[tuple[int, int, int]], journal: Journal
) -> str:
    """Move rulings on lost matches to the team's new match of the round. Return a message about them.

    A ruling isn't moved if its team has no match in that round, or several. *due_matches* are the
    matches of the movement before the one in force.
    """
    lost_rulings = fetch_lost_match_rulings(section, due_matches)
    if not lost_rulings:
        return ""
    opponents_by_team = _index_opponents(fetch_due_matches(section))
    moved_rulings = []
    for ruling in lost_rulings:
        opponents = opponents_by_team.get((ruling.match_round, ruling.penalty_to), set())
        if len(opponents) == 1:
            journal.change(ruling, match_against=min(opponents))
            assert ruling.match_key  # noqa: S101  it was changed to another match
            moved_rulings.append(
                f"Ruling {ruling.number}: {format_match_name(section, ruling.match_key)}."
            )
    return " ".join(moved_rulings)


def _index_opponents(
    matches: Iterable[tuple[int, int, int]],
) -> dict[tuple[int | None, int | None], set[int]]:
    """Return the opponents of each team by round and team, without the matches of round 0."""
    opponents: defaultdict[tuple[int | None, int | None], set[int]] = defaultdict(set)
    for round_no, home, away in matches:
        if round_no:
            opponents[round_no, home].add(away)
            opponents[round_no, away].add(home)
    return opponents


@contextmanager
def _refuse_lost_results(section: Section, plan_description: str) -> Iterator[None]:
    """Raise if the movement that the block puts in force has no place for a result."""
    due_lines = fetch_due_lines(section)
    due_matches = fetch_due_matches(section)
    yield
    refuse_lost_lines(section, due_lines, plan_description=plan_description)
    refuse_lost_matches(section, due_matches, plan_description=plan_description)
