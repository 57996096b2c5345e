"""What can be undone at the desk where results are entered, and what redone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import format_html

from director.boards.movement.acts import (
    BOARD_PLAY,
    EXTRAS,
    HANDS,
    PLAN,
    RESULT,
    SEATS,
    section_acts,
)
from director.boards.movement.lines.page_input import line_key
from director.boards.movement.lines.read import SectionLines, StoredResult
from director.boards.movement.scoring_field import Key
from director.boards.play.scores.places import EntryPage, first_place
from director.core.night.history.read import acts_to_offer, may_undo, standing_acts
from director.models import Act, Award, Result, Section

_PAGES = {SEATS: "session_seats", EXTRAS: "session_results_extras", HANDS: "session_hands"}
"""Where acts are undone that are none of the desk where results are entered."""
_LINE = ("board_no", "ns", "ew", "round_no", "table_no")
_SIDES = ("before", "after")

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UndoButton:
    """An undo or redo button: its act, the line it leads to, and a short and a full label."""

    number: int
    key: str  # empty where the act is about no line
    short: str
    words: str


@dataclass(frozen=True, slots=True)
class LineChange:
    """How an act changed a line: its text before and after, empty without a result."""

    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    was: str
    now: str

    @property
    def line(self) -> Key:
        """Its board, N-S and E-W pair."""
        return self.board_no, self.ns, self.ew


def act_buttons(
    section: Section, lines: SectionLines, user: User, undo_no: int | None = None
) -> dict[str, UndoButton | None]:
    """Return the buttons ``undo`` and ``redo`` for the latest acts of *section*.

    *lines* are those of the section, *undo_no* is the number of another act to undo; one query, two
    with that.
    """
    kinds = [kind for kind in BOARD_PLAY if may_undo(user, kind)]
    acts = section_acts(section, kinds)
    undo, redo = acts_to_offer(acts)
    if undo_no:
        undo = standing_acts(acts).filter(number=undo_no).first() or undo
    elif (
        undo and undo.kind == PLAN
    ):  # too much for a button among results: it is undone where it was done
        undo = None
    stored = [line.result for line in lines.all if line.result]
    return {
        "undo": _button(section, undo, stored, user),
        "redo": _button(section, redo, stored, user),
    }


def undo_refused(section: Section, error: Exception) -> str:
    """Return why an act of *section* can't be undone, with a link to what must be undone first."""
    later = getattr(error, "params", {}).get("later")
    if later:
        return format_html('{} <a href="{}">Go to it</a>', error, _act_path(section, later))
    return str(error)


def _act_path(section: Section, act: Act) -> str:
    """Return the page on which *act* is undone, or the history."""
    owner = act.section or section
    lines = line_changes(act)
    place = EntryPage(board_no=lines[-1].board_no) if lines else first_place(owner)
    if act.kind in BOARD_PLAY and place:
        return f"{place.path(owner)}?undo={act.number}#undo"
    return reverse(_PAGES.get(act.kind, "session_acts"), args=[owner.place])


def _button(
    section: Section, act: Act | None, stored: Iterable[Result | StoredResult], user: User
) -> UndoButton | None:
    if act is None:
        return None
    short, words, changes = _subject_of_act(act), act.words, line_changes(act, stored)
    if act.kind == RESULT and len(changes) == 1:
        (change,) = changes
        short = f"{f'table {change.table_no}, ' * bool(change.table_no)}board {change.board_no}"
        sides = f"{section.label(change.ns)} against {section.label(change.ew)}"
        words = f"{short}: {change.now or 'deletion'}, {sides}"
    if act.made_by != user:
        words = f"{words.rstrip('.')}, by {act.made_by or 'somebody'}"
    return UndoButton(act.number, line_key(*changes[-1].line) if changes else "", short, words)


def _subject_of_act(act: Act) -> str:
    """Return what *act* was about: its words say that first, then a colon, then the rest."""
    what = "Movement change" if act.kind == PLAN else act.words.partition(":")[0]
    return what[:1].lower() + what[1:]


def line_changes(
    act: Act, stored: Iterable[Result | StoredResult] | None = None
) -> list[LineChange]:
    """Return what *act* made of which lines.

    One query where any had a result before, unless *stored* has them.
    """
    changes = list(counted_changes(act))
    corrected = {
        change["pk"] for change, _was, _now in changes if change["before"] and change["after"]
    }
    if stored is None and corrected:
        stored = Result.objects.filter(pk__in=corrected)
    by_pk = {result.pk: result for result in stored or () if result.pk in corrected}
    lines = []
    for change, was, now in changes:
        known = by_pk.get(change["pk"])
        line = {name: getattr(known, name) for name in _LINE} if known else was | now
        if "ew" in line:
            where = {name: line[name] for name in _LINE}
            lines.append(LineChange(**where, was=was.get("text", ""), now=now.get("text", "")))
    return lines


def counted_changes(act: Act) -> Iterator[tuple[Fields, Fields, Fields]]:
    """Yield each line that *act* changed, with its fields before and after.

    Where an award was in force then, text and score are those of the award.
    """
    given: dict[tuple[str, int], Fields] = {}
    for change in act.changes:
        if change["model"] == Award._meta.label_lower:
            for side in _SIDES:
                award = change[side] or {}
                if award.get("in_force"):
                    given[side, award["result_id"]] = {
                        name: award[name] for name in ("text", "ns_score")
                    }
    for change in act.changes:
        if change["model"] == Result._meta.label_lower:
            was, now = (
                (change[side] or {}) | given.get((side, change["pk"]), {}) for side in _SIDES
            )
            yield change, was, now


def undone_words(section: Section, act: Act) -> str:
    """Return what the undo of *act* did."""
    changes = line_changes(act)
    if act.kind == RESULT and len(changes) == 1:
        return (
            f"Undone: {line_words(section, changes[0].line)} is {changes[0].was or 'empty'} again."
        )
    return f"Undone: {act.words}"


def result_words(section: Section, result: Result, was: str = "") -> str:
    """Return the history's sentence for a result that changed from *was* to *result*."""
    where = line_words(section, (result.board_no, result.ns, result.ew))
    return f"{where[:1].upper()}{where[1:]}: {result.counted or 'deleted'}{f' (was {was})' if was else ''}."


def line_words(section: Section, line: Key) -> str:
    """Return which line that of *line* is, in the middle of a sentence."""
    board_no, ns, ew = line
    return f"board {board_no}, {section.label(ns)} against {section.label(ew)}"
