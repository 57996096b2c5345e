"""What a line is and what it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from director.boards.scores.read.undoing import counted_changes
from director.models import Result


@dataclass(frozen=True, slots=True)
class ResultValue:
    """One value of a line: who put it there and when, and who replaced it; nobody has replaced the one that stands."""

    text: str  # empty where the result was taken out
    ns_score: int | None
    entered_by: str
    entered_at: datetime
    replaced_by: str
    replaced_at: datetime | None


def result_values(result: Result) -> tuple[ResultValue, ...]:
    """Return what stands for *result* now and before, newest first, with what was undone; two queries."""
    now = ResultValue(result.counted, result.counted_score, _name(result.entered_by), result.entered_at, "", None)
    former = [
        ResultValue(
            old.text, old.ns_score, _name(old.entered_by), old.entered_at, _name(old.replaced_by), old.replaced_at
        )
        for old in result.versions.select_related("entered_by", "replaced_by")
    ]
    return now, *sorted([*former, *_undone(result)], key=lambda value: value.entered_at, reverse=True)


def _undone(result: Result) -> Iterator[ResultValue]:
    """Yield the values that were undone."""
    acts = result.section.acts.filter(undone_at__isnull=False).select_related("made_by", "undone_by")
    for act in acts:
        for change, _was, now in counted_changes(act):
            if change["pk"] == result.pk:
                score = now.get("ns_score", result.ns_score)
                yield ResultValue(
                    now["text"], score, _name(act.made_by), act.made_at, _name(act.undone_by), act.undone_at
                )


def _name(user: object) -> str:
    return str(user) if user else ""
