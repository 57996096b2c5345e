"""What the Print page is filled with by the kind of a night."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from director.desk.paper.forms import PrintForm
from director.kinds import Wishes
from director.models import Event
from director.paper.kinds import Kind


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence above the sheets and a link after it; a warning where somebody has to do something."""

    text: str
    link: tuple[str, str]  # its words and where it leads
    is_warning: bool = True
    is_for_directors: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintPage:
    """The Print page of one night.

    *job* is everything there is to print, *offered* every kind of sheet that may concern the night, *usual* what the
    form holds at first.  *fingerprint* is the mark of the movement or draw, *printed* that of the cards printed last,
    *changed* asks in the address of the page for the cards that differ.
    """

    job: Any
    offered: Sequence[Kind[Any]]
    usual: dict[str, Any]
    fingerprint: str
    printed: str
    changed: str = ""
    notes: Sequence[Note] = ()
    left_out: Sequence[str] = ()  # boxes of the form that mean nothing tonight
    never: str = ""  # why there is nothing of what there is not, where it never will be

    def why_not(self, kind: Kind[Any]) -> str:
        """Return why there is no sheet of *kind*; nothing where there is."""
        return (why_not := kind.why_not(self.job)) and (self.never or why_not)


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets that a form asks for, and how a file of them is called, without its ending."""

    event: Event
    job: Any
    stem: str
    since: str = ""  # the marks of the cards that lie on the tables now, where only what changed is wanted


@dataclass(frozen=True, slots=True)
class Printing:
    """How a kind fills the Print page.

    *shell* makes the context of *base*, the template around the page of a place, *page* what stands in it from that
    context, *printout* the sheets that a form asks for there; *step* is how the names of its addresses begin.

    :raises ScoringError: *page* and *printout*, if results cannot be scored
    :raises PrintingError: *printout*, if there is nothing of what the form narrows the choice to
    """

    base: str
    step: str
    form: type[PrintForm]
    shell: Callable[[Any], dict[str, Any]]
    page: Callable[[dict[str, Any], Wishes], PrintPage]
    printout: Callable[[Any, Wishes, Any], Printout]
