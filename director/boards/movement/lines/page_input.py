"""Lines that a director typed on a page, and those that were refused."""

from dataclasses import dataclass

from director.errors import ChangedMeanwhileError, DeskError
from director.models import Result
from scoring import ScoringError


def line_key(board_no: int, ns: int, ew: int) -> str:
    """Return the name of a line in a page and its form.

    >>> line_key(7, 4, 11)
    '7-4-11'
    """
    return f"{board_no}-{ns}-{ew}"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a form: *text* as typed, *shown* and *version* as the page had them.

    Where the page asked which result stands, *is_chosen*, and *version* is that of the other one.
    """

    board_no: int
    ns: int
    ew: int
    text: str
    shown: str
    version: int
    is_chosen: bool = False

    @property
    def key(self) -> str:
        """The name of the line in the page."""
        return line_key(self.board_no, self.ns, self.ew)

    @property
    def is_changed(self) -> bool:
        """Whether the director changed what the page showed."""
        return self.text.strip() != self.shown


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not stored, with the sentence that says why."""

    typed: TypedLine
    error: DeskError | ScoringError

    @property
    def standing(self) -> Result | None:
        """The result that somebody else stored meanwhile, or None."""
        if isinstance(self.error, ChangedMeanwhileError):
            current = self.error.params["current"]
        else:
            current = None
        if isinstance(current, Result):
            return current
        return None
