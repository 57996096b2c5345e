"""What a signed-in director can undo: the latest entries, kept with the sign-in."""

import re
from dataclasses import astuple, dataclass

from django.http import HttpRequest

from director.models import Result, Section
from director.selectors.lines import Line, SectionLines

KEPT = 50
_VALUE = re.compile(r"([0-9]{1,9})-[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Change:
    """One change to a result: the *change* (its version), and the version that must still stand for it to be undone."""

    result_id: int
    change: int
    version: int

    @property
    def value(self) -> str:
        """What the undo button sends."""
        return f"{self.result_id}-{self.change}"


@dataclass(frozen=True, slots=True)
class Button:
    """The undo button: what it sends, and what it undoes, in short and in full."""

    value: str
    short: str
    words: str


def changes(request: HttpRequest, section: Section) -> list[Change]:
    """Return what can be undone in *section*, oldest first."""
    return [Change(*kept) for kept in request.session.get(_name(section), [])]


def remember(request: HttpRequest, section: Section, results: tuple[Result, ...]) -> None:
    """Keep that *results* were just changed."""
    new = [Change(result.pk, result.version, result.version) for result in results]
    if new:
        _keep(request, section, changes(request, section) + new)


def forget(request: HttpRequest, section: Section, undone: Change, result: Result) -> None:
    """Keep that *undone* is undone: earlier changes of the same line may be undone from its new version on."""
    left = [one for one in changes(request, section) if one != undone]
    _keep(
        request,
        section,
        [Change(one.result_id, one.change, result.version) if one.result_id == result.pk else one for one in left],
    )


def drop(request: HttpRequest, section: Section, lost: Change) -> None:
    """Keep that *lost* cannot be undone any more."""
    _keep(request, section, [one for one in changes(request, section) if one != lost])


def named(request: HttpRequest, section: Section, value: str) -> Change | None:
    """Return the change that a button's *value* names, ``None`` if it cannot be undone (any more)."""
    return next((one for one in reversed(changes(request, section)) if one.value == value), None)


def line_meant(section: Section, value: str) -> Result | None:
    """Return the line that a button's *value* is about, also when its change is undone already."""
    meant = _VALUE.fullmatch(value)
    return section.results.filter(pk=meant[1]).first() if meant else None


def button(request: HttpRequest, section: Section, lines: SectionLines) -> Button | None:
    """Return the button for the latest change that still stands among *lines*, ``None`` if there is none."""
    by_version = {(line.result.pk, line.result.version): line for line in lines.all if line.result}
    for change in reversed(changes(request, section)):
        if line := by_version.get((change.result_id, change.version)):
            what = line.result.text or "taking it out"
            return Button(change.value, what, f"{what}: {_line_words(section, line)}")
    return None


def done_words(section: Section, result: Result) -> str:
    """Return what an undo did to *result*."""
    return f"Undone: {_line_words(section, result)} is {result.text or 'not in'} again."


def _line_words(section: Section, line: Line | Result) -> str:
    return f"board {line.board_no}, {section.label(line.ns)} against {section.label(line.ew)}"


def _keep(request: HttpRequest, section: Section, kept: list[Change]) -> None:
    request.session[_name(section)] = [astuple(change) for change in kept[-KEPT:]]


def _name(section: Section) -> str:
    return f"undo-{section.pk}"
