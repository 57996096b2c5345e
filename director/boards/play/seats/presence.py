"""Who has arrived, as it is marked at the door. A stage that follows begins with it.

Nobody has to mark anything: as long as nobody of a section is here, nobody is missing either.
"""

from dataclasses import dataclass

from django.db import transaction

from director.boards.movement.words import fetch_names_by_pair, get_contestant_word
from director.boards.sentences import BoardSentences
from director.core.base.versions import count_change
from director.errors import DeskError
from director.models import Section


@dataclass(frozen=True, slots=True)
class DoorEntry:
    """A contestant at the door: number, *name* with its number, and whether it is here."""

    pair_no: int
    name: str
    is_here: bool


def fetch_arrivals(section: Section) -> tuple[DoorEntry, ...]:
    """Return every contestant of *section* by number."""
    names = fetch_names_by_pair(section)
    arrivals = []
    for pair_no, is_here in section.entries.order_by("pair_no").values_list("pair_no", "is_here"):
        name = f"{section.label(pair_no)} {names.get(pair_no, '')}".strip()
        arrivals.append(DoorEntry(pair_no, name, is_here))
    return tuple(arrivals)


def fetch_missing_numbers(section: Section) -> tuple[int, ...]:
    """Return who isn't here yet, or nobody if the door isn't used. (Costs one query.)"""
    entries = list(section.entries.order_by("pair_no").values_list("pair_no", "is_here"))
    if not any(is_here for _pair_no, is_here in entries):
        return ()
    return tuple(pair_no for pair_no, is_here in entries if not is_here)


@transaction.atomic
def mark_here(*, section: Section, pair_no: int, is_here: bool) -> None:
    """Store that *pair_no* of *section* is here, or not yet.

    It is no act of the history: the same button takes it back, and no result depends on it.

    :raises DeskError: if the section has no such number
    """
    count_change(section.session.event_id)
    if not section.entries.filter(pair_no=pair_no).update(is_here=is_here):
        raise DeskError(BoardSentences.NOT_AT_THE_DOOR, called=get_contestant_word(section))


@transaction.atomic
def mark_everybody_here(*, section: Section) -> None:
    """Store that everybody of *section* is here."""
    count_change(section.session.event_id)
    section.entries.update(is_here=True)
