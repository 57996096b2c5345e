"""What a director can undo of the results: read from the versions that are kept of every line, whatever the device."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, prefetch_related_objects

from director.boards.scores.read.lines import SectionLines
from director.boards.scores.read.typed import line_key
from director.models import Result, ResultVersion, Ruling, Section

_VALUE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a line that was not taken back: the *version* it made, by whom (``None``: not known) and when."""

    version: int
    user_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class UndoButton:
    """The undo button: what it sends, the line it leads to, and what it undoes, in short and in full."""

    value: str
    key: str
    short: str
    words: str


def standing_changes(result: Result, versions: Iterable[ResultVersion]) -> list[Change]:
    """Return the changes of *result* that were not taken back, oldest first; *versions* are its former values.

    An undo takes back the change it names and all after it, and is no change itself.
    """
    standing: list[Change] = []
    values: list[Result | ResultVersion] = [*sorted(versions, key=lambda former: former.version), result]
    for value in values:
        if value.undoes is None:
            standing.append(Change(value.version, value.entered_by_id, value.entered_at))
        else:
            standing = [change for change in standing if change.version < value.undoes]
    return standing


def undo_button(section: Section, lines: SectionLines, user: User) -> UndoButton | None:
    """Return the button for the latest change by *user* that still stands among *lines*, ``None`` if there is none.

    What a ruling put on a line is taken back with the ruling, not here.  One query, two more where any was undone.
    """
    ruling = Ruling.objects.filter(result=OuterRef("pk"), change=OuterRef("version"))
    entered = section.results.filter(~Exists(ruling), entered_by=user, undoes=None).order_by("-entered_at", "-pk")
    undone = section.results.filter(undoes__isnull=False)
    candidates = list((undone | section.results.filter(pk=entered.values("pk")[:1])).order_by())
    prefetch_related_objects([result for result in candidates if result.undoes is not None], "versions", "rulings")
    changes = []
    for result in candidates:
        change = _own_latest(result, user)
        if change and lines.find(result.board_no, result.ns, result.ew):
            changes.append((change.at, result.pk, change.version, result))
    if not changes:
        return None
    _at, pk, version, result = max(changes)
    what = result.text or "taking it out"
    key = line_key(result.board_no, result.ns, result.ew)
    return UndoButton(f"{pk}-{version}", key, what, f"{what}: {line_words(section, result)}")


def _own_latest(result: Result, user: User) -> Change | None:
    """Return the latest change of *result* that stands, if *user* made it and no ruling did."""
    if result.undoes is None:
        return Change(result.version, result.entered_by_id, result.entered_at)
    standing = standing_changes(result, result.versions.all())
    ruled = [ruling.change for ruling in result.rulings.all()]
    mine = standing and standing[-1].user_id == user.pk and standing[-1].version not in ruled
    return standing[-1] if mine else None


def change_meant(section: Section, value: str) -> tuple[Result, int] | None:
    """Return the line and the change that a button's *value* names, ``None`` if it is none of *section*."""
    meant = _VALUE.fullmatch(value)
    result = section.results.filter(pk=meant[1]).first() if meant else None
    return (result, int(meant[2])) if meant and result else None


def is_change_of(result: Result, version: int, user: User) -> bool:
    """Whether *version* of *result* is a change that *user* made by entering it, not by a ruling."""
    if version == result.version:
        entered_by = result.entered_by_id
    else:
        entered_by = result.versions.filter(version=version).values_list("entered_by", flat=True).first()
    return entered_by == user.pk and not result.rulings.filter(change=version).exists()


def undone_words(section: Section, result: Result) -> str:
    """Return what an undo did to *result*."""
    return f"Undone: {line_words(section, result)} is {result.text or 'not in'} again."


def line_words(section: Section, result: Result) -> str:
    """Return which line *result* is about, in the middle of a sentence."""
    return f"board {result.board_no}, {section.label(result.ns)} against {section.label(result.ew)}"
