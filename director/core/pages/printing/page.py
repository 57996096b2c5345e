"""The records by which a kind of event fills the Print page."""

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
    link: tuple[str, str]  # its text and its address
    is_warning: bool = True  # otherwise it is shown only to directors


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintPage:
    """The Print page of one section or party.

    - *job*: everything that can be printed.
    - *offered*: every kind of sheet that may be useful for it.
    - *usual_kinds*: returns the kinds that are ticked at first, ``"before"`` or ``"after"`` play.
    - *initial*: the other initial values of the form.
    - *fingerprint*: the fingerprint of the movement or draw.
    - *printed*: the fingerprint of the cards printed last.
    - *changed*: the query that selects the cards that differ.
    - *outdated_tables*: the tables of the cards that differ, empty if all do.
    - *left_out*: fields of the form that don't apply.
    - *never_reason*: why some sheets can never be printed, instead of the reason of their kind.
    """

    job: Any
    offered: Sequence[SheetKind[Any]]
    usual_kinds: Callable[[str], list[str]]
    fingerprint: str
    printed: str
    changed: str = ""
    outdated_tables: str = ""
    initial: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[Note] = ()
    left_out: Sequence[str] = ()
    never_reason: str = ""

    def explain_missing(self, kind: SheetKind[Any]) -> str:
        """Return why no sheet of *kind* can be printed, or "" if it can."""
        reason = kind.explain_missing(self.job)
        if reason and self.never_reason:
            return self.never_reason
        return reason


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets that a form asks for.

    *stem* is the name of their file without its suffix. *earlier_fingerprints* has the fingerprints of the cards
    on the tables, if only changed cards are to be printed.
    """

    event: Event
    job: Any
    stem: str
    earlier_fingerprints: str = ""


@dataclass(frozen=True, slots=True)
class Printing:
    """How a kind of event fills the Print page.

    - *step*: the beginning of its URL names.
    - *form*: the form of its choices.
    - *shell*: makes the context of a place's page.
    - *page*: returns the :class:`PrintPage` from that context.
    - *printout*: returns the sheets that a form asks for.

    :raises ScoringError: by *page* and *printout*, if results can't be scored
    :raises PrintingError: by *printout*, if the form narrows the choice to nothing
    """

    step: str
    form: type[PrintForm]
    shell: Callable[[Any], dict[str, Any]]
    page: Callable[[dict[str, Any], PrintWishes], PrintPage]
    printout: Callable[[Any, PrintWishes, Any], Printout]
