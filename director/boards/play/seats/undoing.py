"""Undo and redo of names, places and draws at Seats, while no results depend on them."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.boards.movement.acts import SEATS, section_acts
from director.boards.movement.words import contestant_word
from director.boards.play.results.acts import redo_section, section_locked, undo_section
from director.boards.play.seats.links import refuse_torn_links
from director.boards.play.seats.write import refuse_with_results
from director.boards.sentences import BoardSentences
from director.core.night.history.read import acts_to_offer, standing_acts
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, Section

_KINDS = (SEATS,)


def undo_seats(*, section: Section, number: int, user: User | None) -> Act | None:
    """Undo change *number* of Seats.

    See :func:`~director.boards.play.results.acts.undo_section`.

    :raises DeskError: also if results are in that would go to other people than before a draw, or
        before a move
    """
    return _step(undo_section, section, number, user)


def redo_seats(*, section: Section, number: int, user: User | None) -> Act | None:
    """Redo change *number* of Seats.

    See :func:`~director.boards.play.results.acts.redo_section`.

    :raises DeskError: also if results are in that would go to other people
    """
    return _step(redo_section, section, number, user)


def undo_entries_draw(*, section: Section, number: int = 0, user: User | None = None) -> int:
    """Undo the draw of act *number*, or the latest. Return its seed.

    :raises DeskError: if nothing was drawn, results are in, or something was done since about those
        who sit there
    """
    acts = section_acts(section, _KINDS)
    act = acts.filter(number=number).first() if number else latest_draw_act(section)
    seeds = _seeds(act) if act else None
    if act is None or not seeds:
        raise DeskError(BoardSentences.NO_DRAW_TO_UNDO)
    undo_seats(section=section, number=act.number, user=user)
    return int(seeds[-1])


def latest_draw_act(section: Section) -> Act | None:
    """Return the act of the latest draw in force, or None."""
    acts = standing_acts(section_acts(section, _KINDS)) if section.draws else ()
    return next((act for act in acts if _seeds(act)), None)


def offered_acts(section: Section) -> tuple[Act | None, Act | None]:
    """Return the next act of Seats to undo, and the one to redo. One query."""
    return acts_to_offer(section_acts(section, _KINDS))


def _step(
    step: Callable[..., Act | None], section: Section, number: int, user: User | None
) -> Act | None:
    """Take a *step* to or fro where no result hangs on it."""
    is_undo = step is undo_section
    with transaction.atomic():
        locked = section_locked(section)
        act = section_acts(section, _KINDS).filter(number=number).first()
        if act and _seeds(act) is not None and locked.results.filled().exists():
            raise DeskError(
                BoardSentences.UNDRAW_AFTER_RESULTS
                if is_undo
                else BoardSentences.DRAW_AFTER_RESULTS,
                called=contestant_word(locked),
            )
        for entry in _moved_entries(act, "after" if is_undo else "before") if act else ():
            entry.section.session = locked.session
            refuse_with_results(entry.section, entry.pair_no)
        stepped = step(section=section, number=number, user=user, kinds=_KINDS)
        if stepped and not locked.is_alone:
            refuse_torn_links(_places(stepped))
    return stepped


def _seeds(act: Act) -> list[int] | None:
    """Return the seeds of the draws as *act* left them, ``None`` if it drew nothing."""
    label = Section._meta.label_lower
    fields: Iterator[dict[str, Any]] = (
        change["after"] or {} for change in act.changes if change["model"] == label
    )
    return next((each["draws"] for each in fields if "draws" in each), None)


def _places(act: Act) -> set[int]:
    """Return the keys of the places at which *act* seated or unseated somebody."""
    label = EntryPlayer._meta.label_lower
    seats = [change for change in act.changes if change["model"] == label]
    sides = (change[side] or {} for change in seats for side in ("before", "after"))
    return {side["entry_id"] for side in sides if "entry_id" in side}


def _moved_entries(act: Act, now: str) -> list[Entry]:
    """Return the places of pairs that *act* moved to another section.

    They are on the side of its changes that is *now*.
    """
    label = EntryPlayer._meta.label_lower
    sides = (
        change[now] or {}
        for change in act.changes
        if change["model"] == label and None not in change.values()
    )
    places = {side["entry_id"] for side in sides if "section_id" in side}
    if places:
        return list(Entry.objects.filter(pk__in=places).select_related("section"))
    return []
