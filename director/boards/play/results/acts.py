"""Record changes of a section in the history, and undo and redo them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Q

from director.boards.movement.acts import PLAN, RESULT, TABLES, section_acts
from director.boards.movement.lines.entry import read_line_entry
from director.boards.movement.lines.fouled import FOULED, fouled_boards, section_groups
from director.boards.movement.lines.read import section_lines
from director.boards.movement.scoring_field import Key, scoring_field_of
from director.boards.movement.words import PairExtras
from director.boards.play.results.correction import correction
from director.boards.scoring.extras import EXTRAS_OF_SECTION, Extras, section_extras
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal, act_kept, redo_act, undo_act
from director.core.night.phones.read import open_tables
from director.core.night.phones.write import open_tables_to_phones, revoke_access
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, PlanRow, Section
from director.models.event import Strata
from director.models.ruling import Unit


def section_locked(section: Section) -> Section:
    """Lock *section* until the transaction ends and return it as it is stored."""
    return (
        Section.objects.select_for_update(of=("self",))
        .select_related("session__event")
        .get(pk=section.pk)
    )


# What sections that are ranked together have to have in common.


def refuse_units_apart(section: Section, extras: Extras) -> None:
    """Refuse *extras* that can't be ranked together with those of other sections.

    :raises DeskError: with the section that has them in another unit, or strata of another kind
    """
    for other in scoring_field_of(section).sections:
        theirs = section_extras(other)
        if other == section or not theirs.pairs or not extras.pairs:
            continue
        for what, unit, own in (
            ("handicaps", theirs.handicaps_in, extras.handicaps_in),
            ("carry-over", theirs.carry_over_in, extras.carry_over_in),
        ):
            if unit and own and unit != own:
                raise DeskError(
                    BoardSentences.EXTRAS_OF_ANOTHER_UNIT,
                    letter=other.letter,
                    what=what,
                    unit=Unit(unit).label,
                )
        if theirs.strata != extras.strata and any(pair.stratum for pair in theirs.pairs.values()):
            raise DeskError(
                BoardSentences.STRATA_OF_ANOTHER_KIND,
                letter=other.letter,
                strata=Strata(theirs.strata).label.lower(),
            )


def update_fouled(section: Section) -> None:
    """Let *section* say whether any line of it has other cards."""
    section.is_fouled = section.fouled_lines.exists()
    section.save(update_fields=["is_fouled"])


# Whether what an undo or redo restored is possible beside the present state.


def check_restored(section: Section, act: Act | None) -> None:
    """Refuse an undo or redo that the present method can't score.

    Nor do pairs get anything in another unit than those of another section have, or lines that are
    none any more cards.

    :raises DeskError: if it would be so
    :raises ScoringError: if the results could not be scored
    """
    if act is None:
        return
    for changed in _sections_changed(act):
        refuse_units_apart(changed, section_extras(changed))
        if changed == section:
            section.refresh_from_db(fields=["draws", *EXTRAS_OF_SECTION])
    _refuse_lost_cards(section, act)
    if act.kind != RESULT or _is_about_rulings(act, section.session.event.game):
        section_scored(section)


def _sections_changed(act: Act) -> Iterator[Section]:
    """Yield the sections, as they are stored now, that *act* changed."""
    changed = {(change["model"], change["pk"]) for change in act.changes}
    sections, entries = (
        [pk for model, pk in changed if model == label] for label in (_SECTION, _ENTRY)
    )
    if sections or entries:
        about = Section.objects.filter(Q(pk__in=sections) | Q(entries__in=entries))
        yield from about.select_related("session__event").distinct()


def _refuse_lost_cards(section: Section, act: Act) -> None:
    """Refuse fouled boards of lines that no longer exist."""
    if not (boards := fouled_boards(act)):
        return
    update_fouled(section)
    lines = section_lines(section)
    for board_no, ns, ew in section_groups(section):
        if board_no in boards and lines.find(board_no, ns, ew) is None:
            pairs = f"{section.label(ns)} against {section.label(ew)}"
            raise DeskError(BoardSentences.CARDS_WITHOUT_LINE, board_no=board_no, pairs=pairs)


def _is_about_rulings(act: Act, game: str) -> bool:
    """Return whether *act* set or removed a ruling, or a score that may become an average."""
    sides = (change[side] or {} for change in act.changes for side in ("before", "after"))
    entries = (read_line_entry(text, game=game) for side in sides if (text := side.get("text")))
    return any(entry.is_ruled or entry.may_take_average for entry in entries)


# Whether one act of boards builds on another, so that the other cannot be undone under it.

_SECTION, _ENTRY, _SEAT = (model._meta.label_lower for model in (Section, Entry, EntryPlayer))
_SIDES = ("before", "after")
_EXTRAS = "extras"

_Matter = tuple[str, int, str]
"""A record, and the part of it: what several acts have in common."""


def builds_on(later: Act, act: Act) -> bool:
    """Return whether *later* depends on *act*, so that *act* can't be undone before it.

    How a table was played is said beside what the movement in force makes due, and a later movement
    goes on from it.
    """
    if {act.kind, later.kind} == {PLAN, TABLES}:
        return True
    if not _matters(later).isdisjoint(_matters(act)):
        return True
    held = {
        (change["model"], change["pk"]) for change in act.changes if change["before"] is None
    } | set(_seats(act))
    if held:
        return not held.isdisjoint(_needed_records(later))
    return False


def _matters(act: Act) -> set[_Matter]:
    """Return what *act* changed, as record and part of the record.

    Whoever sits at a place is a matter of it, and what a pair has besides its points is one of
    those who changed places there, also where nobody had anything then.
    """
    matters = {(_ENTRY, entry_id, _EXTRAS) for entry_id in _places_of_moved(act)}
    matters |= {(*seat, "") for seat in _seats(act)}
    matters |= {(FOULED, act.section_id or 0, f"{board_no}") for board_no in fouled_boards(act)}
    for change in act.changes:
        fields = (change["before"] or {}).keys() & (change["after"] or {}).keys()
        for name in fields or (
            "",
            *PairExtras._fields,
        ):  # a record that came or went did so with every part
            if change["model"] == _SECTION:
                part = name
            elif name in PairExtras._fields:
                part = _EXTRAS
            else:
                part = ""
            matters.add((change["model"], change["pk"], part))
    return matters


def _seats(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the places at which *act* seated or unseated somebody."""
    for side in _sides(act, _SEAT):
        if "entry_id" in side:
            yield _ENTRY, side["entry_id"]


def _places_of_moved(act: Act) -> set[int]:
    """Return the places, before and after, of everybody whom *act* seated elsewhere."""
    places: dict[int, set[int]] = {}
    for change in act.changes:
        for side in _SIDES if change["model"] == _SEAT else ():
            seat = change[side] or {}
            who = seat.get(
                "person_id", -change["pk"]
            )  # a seat that was moved as it is names nobody
            if "entry_id" in seat:
                places.setdefault(who, set()).add(seat["entry_id"])
    return set().union(*(at for at in places.values() if len(at) > 1))


def _needed_records(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the records that the changed records of *act* refer to."""
    for change in act.changes:
        for field in apps.get_model(change["model"])._meta.concrete_fields:
            if field.related_model:
                values = {(change[side] or {}).get(field.attname) for side in _SIDES}
                yield from (
                    (field.related_model._meta.label_lower, value)
                    for value in values
                    if value is not None
                )


def _sides(act: Act, model: str) -> Iterator[dict[str, Any]]:
    """Yield the records of *model* as *act* found and left them."""
    for change in act.changes:
        if change["model"] == model:
            yield from (change[side] for side in _SIDES if change[side])


@contextmanager
def section_act(*, section: Section, kind: str, words: str, user: User | None) -> Iterator[Journal]:
    """Record the changes of *section* that are made inside as one act.

    The journal has the section as it is stored.
    """
    with (
        correction(section=section, user=user) as stored,
        act_kept(
            event=stored.session.event, section=stored, kind=kind, words=words, user=user
        ) as journal,
    ):
        yield journal


def undo_section(
    *, section: Section, number: int, user: User | None, kinds: Collection[str] = ()
) -> Act | None:
    """Undo act *number* of *section*. Return the act, or None if it is undone already.

    Lines do not build on each other: only a later act about the same prevents an undo
    (:func:`builds_on`). *kinds* are those of the acts that the page offers.

    :raises DeskError: if there is nothing to undo, or another act has built on it
    :raises ScoringError: if the results could not be scored then
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        with _refuse_lost_results(section, "former"):
            act = undo_act(
                acts=section_acts(section, kinds), number=number, user=user, builds_on=builds_on
            )
        check_restored(section, act)
        _tables_follow(section, act)
    return act


def redo_section(
    *, section: Section, number: int, user: User | None, kinds: Collection[str] = ()
) -> Act | None:
    """Redo act *number* of *section*. Return the act, or None if it is redone already.

    :raises DeskError: if something else was done since it was undone, or another act was undone
        last
    :raises ScoringError: if the results could not be scored then
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        with _refuse_lost_results(section, "later"):
            acts, event = section_acts(section, kinds), section.session.event
            act = redo_act(event=event, acts=acts, number=number, user=user, builds_on=builds_on)
        check_restored(section, act)
        _tables_follow(section, act)
    return act


def _tables_follow(section: Section, act: Act | None) -> None:
    """Close links of tables that the movement no longer has, and open those of new tables."""
    if act is None or act.kind != PLAN:
        return
    plan = section.plans.filter(in_force=True).first()
    live = open_tables(section.session, section)
    if plan is None or not live:
        return
    for table_no, access in live.items():
        if table_no > plan.tables:
            revoke_access(access=access)
    open_tables_to_phones(
        session=section.session, section=section, tables=range(max(live) + 1, plan.tables + 1)
    )


def lines_due(section: Section) -> set[Key]:
    """Return the lines that the movement in force makes due: board, N-S and E-W pair.

    One query.
    """
    rows = PlanRow.objects.filter(plan__section=section, plan__in_force=True).values_list(
        "ns", "ew", "boards"
    )
    return {(board_no, ns, ew) for ns, ew, boards in rows for board_no in boards}


def refuse_lost(section: Section, due: set[Key], *, which: str = "new") -> None:
    """Refuse the movement in force if it has no place for an entered result.

    *due* are the lines of the movement before it.

    *which* tells people the movement in force: the new one, the former after undo, or the later
    after redo.

    :raises DeskError: with the first of them
    """
    no_more = due - lines_due(section)
    for result in section.results.filled().order_by("round_no", "table_no", "board_no"):
        if (result.board_no, result.ns, result.ew) in no_more:
            ns, ew = section.label(result.ns), section.label(result.ew)
            raise DeskError(
                BoardSentences.RESULT_WITHOUT_PLACE,
                board_no=result.board_no,
                ns=ns,
                ew=ew,
                which=which,
            )


@contextmanager
def _refuse_lost_results(section: Section, which: str) -> Iterator[None]:
    """Refuse to put another movement in force that has no place for a result."""
    due = lines_due(section)
    yield
    refuse_lost(section, due, which=which)
