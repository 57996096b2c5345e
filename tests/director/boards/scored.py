"""The sheets of the session that a section belongs to, and what is checked of them."""

from director.boards.results.read.scored import Scored
from director.boards.results.read.sheets import SessionSheets
from director.boards.results.read.why import sitting_differences
from director.boards.sitting import sitting_of
from director.models import Award, Result


def session_sheets(section) -> SessionSheets:
    return SessionSheets(sitting_of(section))


def session_scored(section) -> tuple[Scored, SessionSheets]:
    sheets = session_sheets(section)
    return sheets.scored, sheets


def session_differences(section) -> list[str]:
    return sitting_differences(sitting_of(section))


def awards_to_passes() -> None:
    """Have every line with an award passed out, for methods that can score no award."""
    Result.objects.filter(awards__in_force=True).update(text="PASS", ns_score=0, reading="")
    Award.objects.all().delete()
