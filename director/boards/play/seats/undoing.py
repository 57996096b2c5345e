"""Undo and redo of names, swaps and draws at Seats, while no results depend on them."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.boards.movement.lines.section_lines import has_results
from director.boards.movement.sections import fetch_section_acts, fetch_undo_and_redo_acts
from director.boards.movement.words import get_contestant_noun
from director.boards.play.results.acts import lock_section, redo_section, undo_section
from director.boards.play.seats.links import refuse_torn_links
from director.boards.play.seats.seating import refuse_with_results
from director.boards.refusals import make_draw_after_results_error
from director.core.base.act_kinds import ActKind
from director.core.night.history import filter_acts_in_force
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, Section

SEAT_KINDS = (ActKind.SEATS,)


def undo_seats(*, section: Section, number: int, user: User | None) -> Act | None:
    """Undo change *number* of Seats. See :func:`~director.boards.play.results.acts.undo_section`.

    :raises DeskError: also if undoing a draw or a move would give results to other people
    """
    return _undo_or_redo(undo_section, section, number, user)


def redo_seats(*, section: Section, number: int, user: User | None) -> Act | None:
    """Redo change *number* of Seats. See :func:`~director.boards.play.results.acts.redo_section`.

    :raises DeskError: also if redoing a draw or a move would give results to other people
    """
    return _undo_or_redo(redo_section, section, number, user)


def undo_entries_draw(*, section: Section, number: int = 0, user: User | None = None) -> int:
    """Undo the draw of act *number*, or the latest draw. Return its seed.

    :raises DeskError: if nothing was drawn, results are in, or the seated people were changed since
    """
    acts = fetch_section_acts(section, SEAT_KINDS)
    act = acts.filter(number=number).first() if number else fetch_latest_draw_act(section)
    seeds = _get_seeds(act) if act else None
    if act is None or not seeds:
        raise DeskError("no-draw-to-undo", "No seats have been drawn, so nothing can be undone.")
    undo_seats(section=section, number=act.number, user=user)
    return int(seeds[-1])


def fetch_latest_draw_act(section: Section) -> Act | None:
    """Return the act of the latest draw in force, or None."""
    # Most sections have no draw, which saves the query.
    if not section.draws:
        return None
    acts = filter_acts_in_force(fetch_section_acts(section, SEAT_KINDS))
    return next((act for act in acts if _get_seeds(act)), None)


def fetch_offered_acts(section: Section) -> tuple[Act | None, Act | None]:
    """Return the next act of Seats to undo, and the one to redo. One query."""
    return fetch_undo_and_redo_acts(section, SEAT_KINDS)


def _undo_or_redo(
    undo_or_redo: Callable[..., Act | None], section: Section, number: int, user: User | None
) -> Act | None:
    """Undo or redo act *number* unless results depend on it."""
    is_undo = undo_or_redo is undo_section
    with transaction.atomic():
        # Locked before results are looked for, so that none can arrive meanwhile.
        locked_section = lock_section(section)
        act = fetch_section_acts(section, SEAT_KINDS).filter(number=number).first()
        if act and _get_seeds(act) is not None and has_results(section=locked_section):
            contestant_noun = get_contestant_noun(locked_section)
            if not is_undo:
                raise make_draw_after_results_error(contestant_noun=contestant_noun)
            raise DeskError(
                "undraw-after-results",
                "Results have been entered, so you can’t undo the draw now. Swap two {called}s instead.",
                called=contestant_noun,
            )
        if act:
            current_side = "after" if is_undo else "before"
            for entry in _fetch_moved_entries(act, current_side):
                entry.section.session = locked_section.session
                refuse_with_results(entry.section, entry.pair_no)
        changed_act = undo_or_redo(section=section, number=number, user=user, kinds=SEAT_KINDS)
        # Checked afterwards, with the people who sit there now; an error rolls the step back.
        if changed_act and not locked_section.is_alone:
            refuse_torn_links(_collect_changed_entries(changed_act))
    return changed_act


def _get_seeds(act: Act) -> list[int] | None:
    """Return the seeds of all draws after *act*, or None if the act drew nothing."""
    label = Section._meta.label_lower
    for change in act.changes:
        fields: dict[str, Any] = change["after"] or {}
        if change["model"] == label and "draws" in fields:
            seeds: list[int] = fields["draws"]
            return seeds
    return None


def _collect_changed_entries(act: Act) -> set[int]:
    """Return the keys of the entries at which *act* seated or unseated somebody."""
    label = EntryPlayer._meta.label_lower
    entry_ids = set()
    for change in act.changes:
        if change["model"] == label:
            for side in ("before", "after"):
                fields = change[side] or {}
                if "entry_id" in fields:
                    entry_ids.add(fields["entry_id"])
    return entry_ids


def _fetch_moved_entries(act: Act, current_side: str) -> list[Entry]:
    """Return the entries of pairs that *act* moved to another section.

    *current_side* of its changes, "before" or "after", says where they are now.
    """
    label = EntryPlayer._meta.label_lower
    entry_ids = set()
    for change in act.changes:
        # A player who was moved, not created or deleted, has values on both sides.
        if change["model"] == label and None not in change.values():
            fields = change[current_side] or {}
            if "section_id" in fields:
                entry_ids.add(fields["entry_id"])
    if entry_ids:
        return list(Entry.objects.filter(pk__in=entry_ids).select_related("section"))
    return []
