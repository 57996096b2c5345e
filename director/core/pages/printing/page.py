"""What the Print page is filled with by the kind of a night."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from director.core.pages.printing.forms import PrintForm
from director.kinds import PrintWishes
from director.models import Event
from director.pdf.kinds import SheetKind


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence above the sheets with a link, as a warning if something must be done."""

    text: str
    link: tuple[str, str]  # its words and where it leads
    is_warning: bool = True  # else only for directors


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintPage:
    """The Print page of one night.

    *job* is everything there is to print, *offered* every kind of sheet that may concern the night,
    *usual* which are ticked at first ``"before"`` play and ``"after"``, *initial* what else the
    form holds then.  *fingerprint* is the mark of the movement or draw, *printed* that of the cards
    printed last, *changed* asks in the address of the page for the cards that differ, *old* names
    their tables where it is not all.
    """

    job: Any
    offered: Sequence[SheetKind[Any]]
    usual: Callable[[str], list[str]]
    fingerprint: str
    printed: str
    changed: str = ""
    old: str = ""
    initial: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[Note] = ()
    left_out: Sequence[str] = ()  # boxes of the form that mean nothing tonight
    never: str = ""  # why there is nothing of what there is not, where it never will be

    def why_not(self, kind: SheetKind[Any]) -> str:
        """Return why there is no sheet of *kind*, or ""."""
        return (why_not := kind.why_not(self.job)) and (self.never or why_not)


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets that a form asks for, and how a file of them is called, without its ending."""

    event: Event
    job: Any
    stem: str
    since: str = (
        ""  # the marks of the cards that lie on the tables now, where only what changed is wanted
    )


@dataclass(frozen=True, slots=True)
class Printing:
    """How a kind fills the Print page.

    *shell* makes the context of a place's page, *page* what is in it from that context, *printout*
    the sheets that a form asks for there; *step* is how the names of its addresses begin.

    :raises ScoringError: *page* and *printout*, if results cannot be scored
    :raises PrintingError: *printout*, if there is nothing of what the form narrows the choice to
    """

    step: str
    form: type[PrintForm]
    shell: Callable[[Any], dict[str, Any]]
    page: Callable[[dict[str, Any], PrintWishes], PrintPage]
    printout: Callable[[Any, PrintWishes, Any], Printout]
