"""Whether one act of boards builds on another, so that the other cannot be undone under it."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps

from director.boards.results.read.acts import PLAN, TABLES
from director.models import Act, Entry, EntryPlayer, Section

_SECTION, _ENTRY, _SEAT = (model._meta.label_lower for model in (Section, Entry, EntryPlayer))
_SIDES = ("before", "after")
_EXTRAS = "extras"

_Matter = tuple[str, int, str]
"""A record, and of a section the field: what several acts have in common."""


def builds_on(later: Act, act: Act) -> bool:
    """Return whether *later* is about a matter that *act* is about, or changed what hangs on a record of *act*.

    How a table was played is said beside what the movement in force makes due, and a later movement goes on from it.
    """
    if {act.kind, later.kind} == {PLAN, TABLES}:
        return True
    if not _matters(later).isdisjoint(_matters(act)):
        return True
    held = {(change["model"], change["pk"]) for change in act.changes if change["before"] is None} | set(_seats(act))
    return not held.isdisjoint(_needed(later)) if held else False


def _matters(act: Act) -> set[_Matter]:
    """Return what *act* changed: the fields of a section are apart, all else is one record.

    Whoever sits at a place is a matter of it, and what the pairs of a section have besides their points is one of those
    who changed places there, also where nobody had anything then.
    """
    matters = {(_SECTION, section_id, _EXTRAS) for section_id in _sections_of_moved(act)}
    matters |= {(*seat, "") for seat in _seats(act)}
    for change in act.changes:
        fields = (change["before"] or {}).keys() & (change["after"] or {}).keys()
        names = fields if change["model"] == _SECTION and fields else {""}
        matters |= {(change["model"], change["pk"], name) for name in names}
    return matters


def _seats(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the places at which *act* seated or unseated somebody."""
    for side in _sides(act, _SEAT):
        if "entry_id" in side:
            yield _ENTRY, side["entry_id"]


def _sections_of_moved(act: Act) -> set[int]:
    """Return the sections in which somebody whom *act* seated had another place before."""
    places: dict[int, set[int]] = {}
    sections: dict[int, set[int]] = {}
    for change in act.changes:
        for side in _SIDES if change["model"] == _SEAT else ():
            seat = change[side] or {}
            who = seat.get("person_id", -change["pk"])  # a seat that was moved as it is names nobody
            places.setdefault(who, set()).add(seat.get("entry_id", 0))
            sections.setdefault(who, set()).add(seat.get("section_id", 0))
    moved = (sections[who] for who, at in places.items() if len(at - {0}) > 1)
    return set().union(*moved) - {0}


def _needed(act: Act) -> Iterator[tuple[str, int]]:
    """Yield the records that those changed by *act* hang on."""
    for change in act.changes:
        for field in apps.get_model(change["model"])._meta.concrete_fields:
            if field.related_model:
                values = {(change[side] or {}).get(field.attname) for side in _SIDES}
                yield from ((field.related_model._meta.label_lower, value) for value in values if value is not None)


def _sides(act: Act, model: str) -> Iterator[dict[str, Any]]:
    """Yield the records of *model* as *act* found and left them."""
    for change in act.changes:
        if change["model"] == model:
            yield from (change[side] for side in _SIDES if change[side])
