"""What a line is and what it was."""

from dataclasses import dataclass
from datetime import datetime

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
    """Return what stands for *result* now and before, newest first; one query."""
    now = ResultValue(result.text, result.ns_score, _name(result.entered_by), result.entered_at, "", None)
    return now, *(
        ResultValue(
            old.text, old.ns_score, _name(old.entered_by), old.entered_at, _name(old.replaced_by), old.replaced_at
        )
        for old in result.versions.select_related("entered_by", "replaced_by")
    )


def _name(user: object) -> str:
    return str(user) if user else ""
