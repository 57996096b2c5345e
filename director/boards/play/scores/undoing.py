"""The undo and redo buttons of Scores, and what an act changed on which lines.

An *act* is one change in the history. Its stored *changes* hold each changed row before and after.
Undoing itself is left to ``play.results.acts``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html

from director.additions import find_hands_desk
from director.boards.movement.acts import (
    BOARD_PLAY,
    EXTRAS,
    HANDS,
    PLAN,
    RESULT,
    SEATS,
    TABLES,
    fetch_section_acts,
)
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import SectionLine, SectionLines, StoredResult
from director.boards.movement.scoring_field import Key
from director.boards.play.scores.places import EntryPage, find_first_page
from director.core.night.history import (
    fetch_undo_and_redo_acts,
    filter_standing_acts,
    format_maker,
    may_undo,
)
from director.models import Act, Award, Result, Section

_PAGES = {SEATS: "session_seats", EXTRAS: "session_results_extras"}
"""Pages on which acts are undone that don't belong to Scores."""
_LINE = ("board_no", "ns", "ew", "round_no", "table_no")
_SIDES = ("before", "after")

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UndoButton:
    """An undo or redo button: its act, the line it leads to, and a short and a full label."""

    number: int
    key: str  # empty if the act is about no line
    short_text: str
    words: str


@dataclass(frozen=True, slots=True)
class LineChange:
    """How an act changed a line: its text before and after, "" without a result."""

    line: SectionLine  # without its result
    former_text: str
    new_text: str


def make_act_buttons(
    section: Section,
    lines: SectionLines,
    user: User,
    undo_no: int | None = None,
    *,
    new_act: Act | None = None,
) -> dict[str, UndoButton | None]:
    """Return the buttons ``undo`` and ``redo`` for the latest acts of *section*.

    *lines* are the lines of the section. With *undo_no*, the undo button is for that act. A *new_act*
    that was just recorded is the one to undo, and after it nothing can be redone. Costs a query
    without it, and two with *undo_no*.
    """
    if new_act and not undo_no:
        return {"undo": _make_undo_button(section, new_act, lines, user), "redo": None}
    kinds = [kind for kind in BOARD_PLAY if may_undo(user, kind)]
    acts = fetch_section_acts(section, kinds)
    undo_act, redo_act = fetch_undo_and_redo_acts(acts)
    if undo_no:
        undo_act = filter_standing_acts(acts).filter(number=undo_no).first() or undo_act
    elif undo_act and undo_act.kind == PLAN:
        # A change of movement is too much for a button among results. It is undone on its own page.
        undo_act = None
    return {
        "undo": _make_undo_button(section, undo_act, lines, user),
        "redo": _make_undo_button(section, redo_act, lines, user),
    }


def _make_undo_button(
    section: Section, act: Act | None, lines: SectionLines, user: User
) -> UndoButton | None:
    if act is None:
        return None
    short = _get_act_subject(act)
    help_text = act.words
    changes = list_line_changes(act, (line.result for line in lines.all if line.result))
    if act.kind == RESULT and len(changes) == 1:
        change = changes[0]
        line = change.line
        short = f"board {line.board_no}"
        if line.table_no:
            short = f"table {line.table_no}, {short}"
        sides = f"{section.label(line.ns)} against {section.label(line.ew)}"
        help_text = f"{short}: {change.new_text or 'deletion'}, {sides}"
    if act.made_by != user:
        short = f"{short}, by {format_maker(act)}"
        help_text = f"{help_text.rstrip('.')}, by {format_maker(act)}"
    key = format_line_key(*changes[-1].line[:3]) if changes else ""
    return UndoButton(act.number, key, short, help_text)


def _get_act_subject(act: Act) -> str:
    """Return the subject of *act*: the words before the colon, for use inside a sentence."""
    subject = "Movement change" if act.kind == PLAN else act.words.partition(":")[0]
    return subject[:1].lower() + subject[1:]


def explain_undo_refusal(section: Section, error: Exception) -> str:
    """Return why an act of *section* can't be undone, with a link to what must be undone first."""
    # Only the errors of an undo that a later act prevents have this parameter.
    later_act = getattr(error, "params", {}).get("later")
    if later_act:
        return format_html(
            '{} <a href="{}">Go to it</a>', error, _find_act_path(section, later_act)
        )
    return str(error)


def _find_act_path(section: Section, act: Act) -> str:
    """Return the page on which *act* is undone, or the history."""
    owner = act.section or section
    lines = list_line_changes(act)
    place = EntryPage(board_no=lines[-1].line.board_no) if lines else find_first_page(owner)
    if act.kind in BOARD_PLAY and place:
        return f"{place.path(owner)}?undo={act.number}#undo"
    page_url = _PAGES.get(act.kind, "session_acts")
    if act.kind == HANDS and (desk := find_hands_desk()):
        page_url = desk.url
    return reverse(page_url, args=[owner.place])


def list_line_changes(
    act: Act, stored: Iterable[Result | StoredResult] | None = None
) -> list[LineChange]:
    """Return the lines that *act* changed, with their texts before and after.

    *stored* are the results of the section, if they are loaded already. Otherwise it costs a query
    if the act corrected a result.
    """
    changes = list(list_counted_changes(act))
    # A correction records only the fields that changed, so its line is read from the stored row.
    corrected_pks = {
        change["pk"] for change, _before, _after in changes if change["before"] and change["after"]
    }
    if stored is None and corrected_pks:
        stored = Result.objects.filter(pk__in=corrected_pks)
    corrected_results: dict[int, Result | StoredResult] = {}
    for result in stored or ():
        if len(corrected_results) == len(corrected_pks):
            break  # a hall has thousands of results
        if result.pk in corrected_pks:
            corrected_results[result.pk] = result

    lines = []
    for change, fields_before, fields_after in changes:
        corrected = corrected_results.get(change["pk"])
        if corrected:
            place = {name: getattr(corrected, name) for name in _LINE}
        elif "ew" in fields_before or "ew" in fields_after:
            fields = fields_before | fields_after
            place = {name: fields[name] for name in _LINE}
        else:
            # The row is gone, and the act didn't record its line.
            continue
        lines.append(
            LineChange(
                SectionLine(**place, result=None),
                former_text=fields_before.get("text", ""),
                new_text=fields_after.get("text", ""),
            )
        )
    return lines


def list_counted_changes(act: Act) -> Iterator[tuple[Fields, Fields, Fields]]:
    """Yield each result that *act* changed: its change, and its fields before and after.

    If an award was in force, text and score are those of the award.
    """
    award_fields: dict[tuple[str, int], Fields] = {}
    for change in act.changes:
        if change["model"] == Award._meta.label_lower:
            for side in _SIDES:
                award = change[side] or {}
                if award.get("in_force"):
                    text_and_score = {"text": award["text"], "ns_score": award["ns_score"]}
                    award_fields[side, award["result_id"]] = text_and_score
    for change in act.changes:
        if change["model"] == Result._meta.label_lower:
            # An award in force counts in place of the stored result.
            fields_before, fields_after = (
                (change[side] or {}) | award_fields.get((side, change["pk"]), {}) for side in _SIDES
            )
            yield change, fields_before, fields_after


def describe_undo(section: Section, act: Act) -> str:
    """Return a sentence for the undo of *act*."""
    changes = list_line_changes(act)
    if act.kind == RESULT and len(changes) == 1:
        change = changes[0]
        return f"Undone: {describe_line(section, change.line[:3])} is {change.former_text or 'empty'} again."
    return f"Undone: {act.words}"


def describe_result(section: Section, result: Result, previous_text: str = "") -> str:
    """Return the history's sentence for *result*, which replaced *previous_text*."""
    line = describe_line(section, (result.board_no, result.ns, result.ew))
    replaced = f" (was {previous_text})" if previous_text else ""
    return f"{line[:1].upper()}{line[1:]}: {result.counted or 'deleted'}{replaced}."


def describe_line(section: Section, line: Key) -> str:
    """Return *line* in words, for the middle of a sentence."""
    board_no, ns, ew = line
    return f"board {board_no}, {section.label(ns)} against {section.label(ew)}"


# The present and former values of a line, with those that were undone.
#
# Versions of a result hold only what was replaced: an undo takes its change out of them, so undone
# values are read from the acts.


@dataclass(frozen=True, slots=True)
class ResultValue:
    """One value of a line: who entered it and when, and who replaced it.

    The current value was replaced by nobody.
    """

    text: str  # empty if the result was deleted
    ns_score: int | None
    entered_by: str
    entered_at: datetime
    replaced_by: str
    replaced_at: datetime | None
    former_line: str = ""  # the line of this value, if the result was moved since


def fetch_result_values(result: Result) -> tuple[ResultValue, ...]:
    """Return the present, former and undone values of *result*, newest first. Two queries."""
    current = ResultValue(
        text=result.counted,
        ns_score=result.counted_score,
        entered_by=_get_user_name(result.entered_by),
        entered_at=result.entered_at,
        replaced_by="",
        replaced_at=None,
    )
    # Acts that may hold a value that was undone, or that moved a result to another line.
    needed_acts = Q(undone_at__isnull=False) | Q(kind=TABLES)
    acts = list(result.section.acts.filter(needed_acts).select_related("made_by", "undone_by"))
    moves = sorted(_find_moves(result, acts))
    earlier: list[ResultValue] = []
    for version in result.versions.select_related("entered_by", "replaced_by"):
        earlier.append(
            ResultValue(
                version.text,
                version.ns_score,
                _get_user_name(version.entered_by),
                version.entered_at,
                _get_user_name(version.replaced_by),
                version.replaced_at,
                former_line=_describe_line(
                    result, _find_version_line(result, version.version, moves)
                ),
            )
        )
    earlier.extend(_find_undone_values(result, acts))
    earlier.sort(key=lambda value: value.entered_at, reverse=True)
    return (current, *earlier)


def _find_moves(result: Result, acts: Iterable[Act]) -> Iterator[tuple[int, Key]]:
    """Yield each line that *result* was moved from, after its last version there."""
    for act in acts:
        if act.undone_at is None:
            for change, fields_before, _after in list_counted_changes(act):
                if change["pk"] == result.pk and fields_before and "ew" in fields_before:
                    yield fields_before["version"], _get_fields_key(fields_before)


def _find_version_line(result: Result, version: int, moves: Iterable[tuple[int, Key]]) -> Key:
    """Return the line of *version*: the first one moved from after it, else the present line."""
    for last_version, line in moves:
        if version <= last_version:
            return line
    return _get_line_key(result)


def _find_undone_values(result: Result, acts: Iterable[Act]) -> Iterator[ResultValue]:
    for act in acts:
        if act.undone_at is None:
            continue
        for change, _before, fields_after in list_counted_changes(act):
            if change["pk"] == result.pk:
                # The change holds the line only if the act moved the result.
                former_line = ""
                if "ew" in fields_after:
                    former_line = _describe_line(result, _get_fields_key(fields_after))
                yield ResultValue(
                    text=fields_after.get("text", result.counted),
                    ns_score=fields_after.get("ns_score", result.ns_score),
                    entered_by=_get_user_name(act.made_by),
                    entered_at=act.made_at,
                    replaced_by=_get_user_name(act.undone_by),
                    replaced_at=act.undone_at,
                    former_line=former_line,
                )


def _get_line_key(result: Result) -> Key:
    return result.board_no, result.ns, result.ew


def _get_fields_key(fields: dict[str, Any]) -> Key:
    return fields["board_no"], fields["ns"], fields["ew"]


def _describe_line(result: Result, line: Key) -> str:
    """Return *line* in words, or "" if it is the present line of *result*."""
    if line == _get_line_key(result):
        return ""
    board_no, ns, ew = line
    label = result.section.label
    return f"board {board_no}, {label(ns)} against {label(ew)}"


def _get_user_name(user: object) -> str:
    if user:
        return str(user)
    return ""
