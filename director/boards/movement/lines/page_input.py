"""Lines that a director typed on a page, and lines that were refused."""

from dataclasses import dataclass

from director.errors import ChangedMeanwhileError, DeskError
from director.models import Result
from scoring.errors import ScoringError


def format_line_key(board_no: int, ns: int, ew: int) -> str:
    """Return the key of a line on a page and in its form.

    >>> format_line_key(7, 4, 11)
    '7-4-11'
    """
    return f"{board_no}-{ns}-{ew}"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a form: *text* as typed, *shown_text* and *version* as the page had them.

    If the page asked which of two results is right, the line *is_chosen*, and *version* belongs to
    the other result. *lead* is the card that was led, if it is known.
    """

    board_no: int
    ns: int
    ew: int
    text: str
    shown_text: str
    version: int
    is_chosen: bool = False
    lead: str = ""

    @property
    def key(self) -> str:
        """The key of the line on the page."""
        return format_line_key(self.board_no, self.ns, self.ew)

    @property
    def is_changed(self) -> bool:
        """Whether the director changed the text that the page showed."""
        return self.text.strip() != self.shown_text


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not saved, with the error that says why."""

    typed_line: TypedLine
    error: DeskError | ScoringError

    @property
    def standing(self) -> Result | None:
        """The result that somebody else saved meanwhile, or None."""
        if isinstance(self.error, ChangedMeanwhileError):
            current = self.error.params["current"]
            if isinstance(current, Result):
                return current
        return None
