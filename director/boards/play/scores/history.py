"""The present and former values of a line, with those that were undone.

Versions of a result hold only what was replaced: an undo takes its change out of them, so undone
values are read from the acts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from director.boards.movement.acts import TABLES
from director.boards.movement.scoring_field import Key
from director.boards.play.scores.undoing import list_counted_changes
from director.models import Act, Result


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
