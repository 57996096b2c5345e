"""What a line is and what it was."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from director.boards.movement.acts import TABLES
from director.boards.movement.scoring_field import Key
from director.boards.play.scores.undoing import counted_changes
from director.models import Act, Result


@dataclass(frozen=True, slots=True)
class ResultValue:
    """One value of a line: who entered it and when, and who replaced it, nobody if it is the current one."""

    text: str  # empty where the result was taken out
    ns_score: int | None
    entered_by: str
    entered_at: datetime
    replaced_by: str
    replaced_at: datetime | None
    where: str = ""  # its line then, where that was another one


def result_values(result: Result) -> tuple[ResultValue, ...]:
    """Return the values of *result* now and before, newest first, with what was undone.

    Two queries.
    """
    now = ResultValue(
        result.counted, result.counted_score, _name(result.entered_by), result.entered_at, "", None
    )
    told = Q(undone_at__isnull=False) | Q(kind=TABLES)
    acts = list(result.section.acts.filter(told).select_related("made_by", "undone_by"))
    moves = sorted(_moves(result, acts))
    former = []
    for old in result.versions.select_related("entered_by", "replaced_by"):
        former.append(
            ResultValue(
                old.text,
                old.ns_score,
                _name(old.entered_by),
                old.entered_at,
                _name(old.replaced_by),
                old.replaced_at,
                where=_where(
                    result,
                    next((at for version, at in moves if old.version <= version), _key(result)),
                ),
            )
        )
    return now, *sorted(
        [*former, *_undone(result, acts)], key=lambda value: value.entered_at, reverse=True
    )


def _moves(result: Result, acts: Iterable[Act]) -> Iterator[tuple[int, Key]]:
    """Yield up to which version *result* was on which line, before it was found to be of another."""
    for act in acts:
        if act.undone_at is None:
            for change, was, _now in counted_changes(act):
                if change["pk"] == result.pk and was and "ew" in was:
                    yield was["version"], _key_in(was)


def _undone(result: Result, acts: Iterable[Act]) -> Iterator[ResultValue]:
    """Yield the values that were undone."""
    for act in acts:
        if act.undone_at is None:
            continue
        for change, _was, now in counted_changes(act):
            if change["pk"] == result.pk:
                score = now.get("ns_score", result.ns_score)
                where = _where(result, _key_in(now)) if "ew" in now else ""
                text = now.get("text", result.counted)
                yield ResultValue(
                    text,
                    score,
                    _name(act.made_by),
                    act.made_at,
                    _name(act.undone_by),
                    act.undone_at,
                    where,
                )


def _key(result: Result) -> Key:
    return result.board_no, result.ns, result.ew


def _key_in(fields: dict[str, Any]) -> Key:
    return fields["board_no"], fields["ns"], fields["ew"]


def _where(result: Result, line: Key) -> str:
    """Return what *line* is called where it is not that of *result*."""
    if line == _key(result):
        return ""
    board_no, *pairs = line
    ns, ew = map(result.section.label, pairs)
    return f"board {board_no}, {ns} against {ew}"


def _name(user: object) -> str:
    if user:
        return str(user)
    return ""
