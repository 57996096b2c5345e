"""Record changes of a section in the history, and undo and redo them.

``record_section_act`` is the context of all changes of boards. ``core.night.history`` stores the acts and
restores records; this module decides which acts depend on each other (``is_dependent``), and refuses
an undo or redo whose outcome doesn't fit the rest of the section (``check_restored``).

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
    fetch_section_groups,
    get_fouled_boards,
)
from director.boards.movement.lines.entries import read_line_entry
from director.boards.movement.lines.progress import match_name
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import (
    PLAN,
    RESULT,
    TABLES,
    Key,
    fetch_scoring_field,
    fetch_section_acts,
)
from director.boards.movement.words import PairExtras
from director.boards.refusals import make_section_gone_error
from director.boards.scoring.extras import EXTRAS_OF_SECTION, SectionExtras, fetch_section_extras
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.event import (
    find_cached_results,
    load_results,
    update_cached_results,
)
from director.boards.scoring.standings.versions import make_standings_snapshot
from director.core.base.standings_versions import prepare_correction, record_correction
from director.core.base.versions import fetch_uncommitted_version
from director.core.night.history import (
    FOLLOWS,
    Journal,
    record_act,
    redo_act,
    refuse_final,
    undo_act,
)
from director.core.night.links import fetch_open_tables, open_tables_to_phones, revoke_access
from director.errors import DeskError
from director.event_kinds import StandingsSnapshot
from director.models import Act, Entry, EntryPlayer, Event, PlanRow, Ruling, Section
from director.models.event import Strata
from director.models.ruling import Unit

# Corrections of published results. Each makes a new version of the standings, and is refused once the
# results are final.


_LOCKED = (
    Section.objects.select_for_update(no_key=True, of=("self", "session__event"))
    .select_related("session__event__club")
    .order_by()
)
"""Sections that are locked when they are read, each with its event.

The lock of the section keeps its movement until the transaction ends. The lock of the event keeps
its acts numbered in order: other sections change the same standings, so they wait.
"""


@contextmanager
def open_correction(*, section: Section, user: User | None) -> Iterator[Section]:
    """Lock *section* while its results change, and yield it as it is stored.

    All changes inside are one transaction.  If the event was published, they make a new version of
    the standings.

    :raises FinalError: if the results are final
    :raises GoneError: if the section was removed
    """
    with transaction.atomic():
        stored = _LOCKED.filter(pk=section.pk).first()
        if stored is None:  # removed since the page was shown
            raise make_section_gone_error(letter=section.letter)
        event = stored.session.event
        refuse_final(event)
        cached = find_cached_results(event)
        if event.was_published:
            prepare_correction(event)
        yield stored
        # A correction without a change makes no version.
        if event.was_published and _has_changed(event):
            record_correction(event, user)
        if cached:
            update_cached_results(event, cached)


def _has_changed(event: Event) -> bool:
    """Return whether *event* or its club changed since it was locked. One query."""
    version = fetch_uncommitted_version(event.pk)
    # An event in the archive has no version. What nothing differs in is dropped when it is completed.
    return version is None or (version.change_no, version.club_no) != (
        event.change_no,
        event.club.change_no,
    )


def make_event_snapshot(event: Event) -> StandingsSnapshot:
    """Return the standings of *event* and what they depend on."""
    return make_standings_snapshot(load_results(event))


def lock_section(section: Section) -> Section:
    """Lock *section* until the transaction ends and return it as it is stored."""
    return (
        Section.objects.select_for_update(of=("self",))
        .select_related("session__event")
        .get(pk=section.pk)
    )


# What sections that are ranked together need in common.


def refuse_units_apart(section: Section, extras: SectionExtras) -> None:
    """Raise if *extras* can't be ranked together with the extras of other sections.

    :raises DeskError: if another section has another unit, or strata of another kind
    """
    for other_section in fetch_scoring_field(section).sections:
        other_extras = fetch_section_extras(other_section)
        if other_section == section or not other_extras.pairs or not extras.pairs:
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
        has_strata = any(pair.stratum for pair in other_extras.pairs.values())
        if has_strata and other_extras.strata != extras.strata:
            raise DeskError(
                "strata-of-another-kind",
                "Section {letter} has: {strata}. Both sections are ranked in one list, so choose the "
                "same here.",
                letter=other_section.letter,
                strata=Strata(other_extras.strata).label.lower(),
            )


def update_fouled(section: Section) -> None:
    """Store whether any line of *section* was played with other cards."""
    section.is_fouled = section.fouled_lines.exists()
    section.save(update_fields=["is_fouled"])


# Whether the outcome of an undo or redo fits the rest of the section.


def check_restored(section: Section, act: Act | None) -> None:
    """Raise if what an undo or redo restored doesn't fit the present state.

    :raises DeskError: if extras have another unit than those of another section, or a fouled board
        is on a line that the movement no longer has
    :raises ScoringError: if the event's method can't score the results
    """
    if act is None:
        return
    for changed_section in _fetch_changed_sections(act):
        refuse_units_apart(changed_section, fetch_section_extras(changed_section))
        if changed_section == section:
            section.refresh_from_db(fields=["draws", *EXTRAS_OF_SECTION])
    _refuse_lost_cards(section, act)
    # Plain results can be scored by any method, so an undo of them needs no scoring.
    if act.kind != RESULT or _is_about_rulings(act, section.session.event.game):
        score_section(section)


def _fetch_changed_sections(act: Act) -> Iterator[Section]:
    """Yield the sections that *act* changed, as they are stored now."""
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
    update_fouled(section)
    lines = fetch_section_lines(section)
    for board_no, ns, ew in fetch_section_groups(section):
        if board_no in boards and lines.find(board_no, ns, ew) is None:
            pairs = f"{section.label(ns)} against {section.label(ew)}"
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
            entry = read_line_entry(text, game=game)
            if entry.is_ruled or entry.may_take_average:
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


def is_dependent(later: Act, act: Act) -> bool:
    """Return whether *later* depends on *act*, so that *act* can't be undone before it."""
    # Play off schedule refers to the movement in force, and a later movement continues from it.
    if {act.kind, later.kind} == {PLAN, TABLES}:
        return True
    if not _list_changed_parts(later).isdisjoint(_list_changed_parts(act)):
        return True
    # Undo deletes these records, so nothing that was stored later may refer to them.
    created_records = {
        (change["model"], change["pk"]) for change in act.changes if change["before"] is None
    }
    removable_records = created_records | set(_list_seats(act))
    if not removable_records:
        return False
    return not removable_records.isdisjoint(_list_needed_records(later))


def _list_changed_parts(act: Act) -> set[_RecordPart]:
    """Return the parts of records that *act* changed.

    Seating somebody changes the place as a whole.  If people changed places, their extras changed
    too, even if nobody had any.
    """
    parts = {(_ENTRY, entry_id, _EXTRAS) for entry_id in _find_moved_places(act)}
    parts |= {(*seat, "") for seat in _list_seats(act)}
    parts |= {(FOULED, act.section_id or 0, f"{board_no}") for board_no in get_fouled_boards(act)}
    for change in act.changes:
        if FOLLOWS in change:
            continue
        names = (change["before"] or {}).keys() & (change["after"] or {}).keys()
        # Creating or deleting a record changes all its parts.
        for name in names or ("", *PairExtras._fields):
            parts.add((change["model"], change["pk"], _get_field_part(change["model"], name)))
    return parts


def _get_field_part(model: str, name: str) -> str:
    """Return the part of a record that field *name* belongs to."""
    # The fields of these are independent of each other, those of other records are not.
    if model in (_EVENT, _SECTION):
        return name
    if name in PairExtras._fields:
        return _EXTRAS
    return ""


def _list_seats(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the places at which *act* seated or unseated somebody."""
    for change in act.changes:
        if change["model"] != _SEAT:
            continue
        for side in _SIDES:
            seat = change[side] or {}
            if "entry_id" in seat:
                yield _ENTRY, seat["entry_id"]


def _find_moved_places(act: Act) -> set[int]:
    """Return the places, before and after, of everybody whom *act* seated elsewhere."""
    places_by_person: defaultdict[int, set[int]] = defaultdict(set)
    for change in act.changes:
        if change["model"] != _SEAT:
            continue
        for side in _SIDES:
            seat = change[side] or {}
            # A seat that was moved unchanged names nobody, so its own key stands for its person.
            person_id = seat.get("person_id", -change["pk"])
            if "entry_id" in seat:
                places_by_person[person_id].add(seat["entry_id"])
    moved_places: set[int] = set()
    for places in places_by_person.values():
        if len(places) > 1:
            moved_places |= places
    return moved_places


def _list_needed_records(act: Act) -> Iterator[tuple[str, int]]:
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
    *, section: Section, kind: str, words: str, user: User | None
) -> Iterator[Journal]:
    """Record the changes of *section* made inside as one act, and yield its journal.

    The journal has the section as it is stored, which may be newer than *section*.
    """
    with (
        open_correction(section=section, user=user) as stored,
        record_act(
            event=stored.session.event, section=stored, kind=kind, words=words, user=user
        ) as journal,
    ):
        yield journal


def undo_section(
    *, section: Section, number: int, user: User | None, kinds: Collection[str] = ()
) -> Act | None:
    """Undo act *number* of *section*. Return the act, or None if it is undone already.

    Only a later act that depends on it prevents an undo (:func:`is_dependent`). *kinds* are the kinds
    of acts that the page offers.

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
                builds_on=is_dependent,
            )
        check_restored(section, act)
        _update_table_links(section, act)
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
                builds_on=is_dependent,
            )
        check_restored(section, act)
        _update_table_links(section, act)
    return act


def _update_table_links(section: Section, act: Act | None) -> None:
    """Close links of tables that the movement no longer has, and open those of new tables."""
    if act is None or act.kind != PLAN:
        return
    plan = section.plans.filter(in_force=True).first()
    open_links = fetch_open_tables(section.session, section)
    # Without links the section doesn't use phones.
    if plan is None or not open_links:
        return
    for table_no, access in open_links.items():
        if table_no > plan.tables:
            revoke_access(access=access)
    new_tables = range(max(open_links) + 1, plan.tables + 1)
    open_tables_to_phones(session=section.session, section=section, tables=new_tables)


def fetch_due_lines(section: Section) -> set[Key]:
    """Return the lines of the movement in force: board, N-S and E-W pair. One query."""
    rows = PlanRow.objects.filter(plan__section=section, plan__in_force=True).values_list(
        "ns", "ew", "boards"
    )
    return {(board_no, ns, ew) for ns, ew, boards in rows for board_no in boards}


def refuse_lost(section: Section, due_lines: set[Key], *, which: str = "new") -> None:
    """Raise if the movement in force has no place for an entered result.

    *due_lines* are the lines of the movement before it.  *which* describes the movement in force: the
    "new" one, the "former" one after undo, or the "later" one after redo.

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
                ns=section.label(result.ns),
                ew=section.label(result.ew),
                which=which,
            )


def fetch_due_matches(section: Section) -> set[tuple[int, int, int]]:
    """Return the matches of the movement in force. One query.

    A match is its round and both teams, the lower first. It is in the set twice: the round is 0 for
    matches over several rounds.
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
    section: Section, due_matches: set[tuple[int, int, int]], *, which: str = "new"
) -> None:
    """Raise if the movement in force has no place for a match with a result or a ruling.

    *due_matches* are the matches of the movement before it; see :func:`refuse_lost`.

    :raises DeskError: with the first such match
    """
    lost_rulings = fetch_lost_match_rulings(section, due_matches)
    if lost_rulings:
        ruling = lost_rulings[0]
        assert ruling.match_key  # noqa: S101  only such rulings are lost
        raise DeskError(
            "ruling-without-match",
            "Ruling {number} changes {match}, which isn’t in the {which} movement. Withdraw it in "
            "Rulings first.",
            number=ruling.number,
            match=match_name(section, ruling.match_key),
            which=which,
        )
    reported = section.matches.reported().order_by("round_no", "home", "away")
    matches = [(match.round_no, match.home, match.away) for match in reported]
    # Without such results, which are rare, the rows needn't be read.
    lost: set[tuple[int, int, int]] = set()
    if matches:
        lost = due_matches.intersection(matches) - fetch_due_matches(section)
    for round_no, home, away in matches:
        if (round_no, home, away) in lost:
            raise DeskError(
                "match-without-place",
                "The match of {home} and {away} has a result but isn’t in the {which} movement. "
                "Remove its result in Matches first.",
                home=section.label(home),
                away=section.label(away),
                which=which,
            )


def fetch_lost_match_rulings(
    section: Section, due_matches: set[tuple[int, int, int]]
) -> list[Ruling]:
    """Return the rulings in force on those of *due_matches* that the movement no longer has."""
    rulings = section.rulings.filter(match_round__isnull=False, withdrawn_at__isnull=True)
    lost_rulings = [ruling for ruling in rulings if ruling.match_key in due_matches]
    # Without such rulings, which are rare, the rows needn't be read.
    if not lost_rulings:
        return []
    matches = fetch_due_matches(section)
    return [ruling for ruling in lost_rulings if ruling.match_key not in matches]


def move_match_rulings(
    section: Section, due_matches: set[tuple[int, int, int]], journal: Journal
) -> str:
    """Move rulings on lost matches to the team's new match of the round. Return the moves in words.

    A ruling stays where it was if its team has no match in that round, or several. *due_matches*
    are the matches of the movement before the one in force.
    """
    lost_rulings = fetch_lost_match_rulings(section, due_matches)
    if not lost_rulings:
        return ""
    opponents_by_place = _index_opponents(fetch_due_matches(section))
    moved_rulings = []
    for ruling in lost_rulings:
        opponents = opponents_by_place.get((ruling.match_round, ruling.penalty_to), set())
        if len(opponents) == 1:
            journal.change(ruling, match_against=min(opponents))
            assert ruling.match_key  # noqa: S101  it was changed to another match
            moved_rulings.append(
                f"Ruling {ruling.number}: {match_name(section, ruling.match_key)}."
            )
    return " ".join(moved_rulings)


def _index_opponents(
    matches: Iterable[tuple[int, int, int]],
) -> dict[tuple[int | None, int | None], set[int]]:
    """Return the opponents of each team by round and team, without matches of no round."""
    opponents: defaultdict[tuple[int | None, int | None], set[int]] = defaultdict(set)
    for round_no, home, away in matches:
        if round_no:
            opponents[round_no, home].add(away)
            opponents[round_no, away].add(home)
    return opponents


@contextmanager
def _refuse_lost_results(section: Section, which: str) -> Iterator[None]:
    """Raise if the movement that is put in force inside has no place for a result."""
    due_lines = fetch_due_lines(section)
    due_matches = fetch_due_matches(section)
    yield
    refuse_lost(section, due_lines, which=which)
    refuse_lost_matches(section, due_matches, which=which)
