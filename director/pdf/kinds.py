"""What can be put on paper: the kinds of sheets, and one PDF of those that are asked for.

Which sheets there are is said where they belong; a job knows the kinds it can have sheets of.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Generic, Protocol, TypeVar

from director.errors import PrintingError
from director.pdf.page import PAPERS, Pen
from director.pdf.sentences import PdfSentences

Job = TypeVar("Job", bound="Sheets")


class Sheets(Protocol):
    """What sheets are made from.

    Each kind of event has a class of its own.
    """

    def has(self, kind: "SheetKind[Any]") -> bool:
        """Return whether there is anything to print on a sheet of *kind*."""

    @property
    def whole(self) -> Any:
        """The same with nothing left out: itself where everything is wanted."""


@dataclass(frozen=True, slots=True)
class SheetKind(Generic[Job]):
    """One kind of sheet.

    *key* is never reused, *label* and *help* are for the director, *remedy* says what to do when
    *has* finds that the job holds none of these sheets, *draw* puts them on paper.  *unfit* says,
    in a whole sentence, why such a sheet cannot work at all with what is played; nothing where it
    can.

    *made_from* is what alone it takes, without looking whether there is any: ``"plan"`` or
    ``"results"``.  *usual* is when it is ticked at first, ``"before"`` play or ``"after"`` it,
    unless the sheet called *gives_way_to* can be had. *goes_old* tells that another plan or draw
    makes it wrong; *asks* names what more it wants to know.  *opens* says whose private addresses
    it carries, which are made before it is drawn: those of ``"tables"`` or of ``"pairs"``.
    """

    key: str
    label: str
    help: str
    remedy: str
    has: Callable[[Job], bool]
    draw: Callable[[Pen, Job], None]
    is_special: bool = False  # belongs to some movements only, and is not offered with others
    unfit: Callable[[Job], str] = lambda _job: ""
    made_from: str = ""
    usual: str = ""
    gives_way_to: str = ""
    goes_old: bool = False
    asks: str = ""
    opens: str = ""
    is_joint: bool = False  # one of it serves all sections of a session
    is_once: bool = False  # each section has the same of it
    is_late: bool = False  # printed after play, though not made from results
    is_rare: bool = False  # folded on the page until it is ticked
    only_for: tuple[
        str, ...
    ] = ()  # what those are called who play where it makes sense, "pair"; empty where always

    @property
    def unit(self) -> str:
        """What there is one of, the beginning of its help: "one per table"."""
        return self.help[:1].lower() + self.help[1:].partition(":")[0].removesuffix(".")

    @property
    def purpose(self) -> str:
        """Return what it is for in a few words: the first sentence of its help after the colon, or ""."""
        return self.help.partition(": ")[2].partition(". ")[0].removesuffix(".")

    @property
    def is_after(self) -> bool:
        """Whether it is printed after play."""
        return self.made_from == "results" or self.usual == "after" or self.is_late

    def why_not(self, job: Job) -> str:
        """Return why *job* has none of these sheets, or ``""`` if it has."""
        if job.has(self):
            return ""
        return self.unfit(job) or f"Not available: {self.remedy}."


NEEDS_NETWORK = "Needs the club’s network: open Kalamazoo at the address shown when it starts."
"""Why a code can't be printed: no phone could open this computer's own address."""


def find_kind(key: str, kinds: Sequence[SheetKind[Any]]) -> SheetKind[Any]:
    """Return the one of *kinds* called *key*.

    :raises PrintingError: naming the keys that exist.
    """
    for kind in kinds:
        if kind.key == key:
            return kind
    raise PrintingError(PdfSentences.UNKNOWN_KIND, kind=key, known=known_kinds(kinds))


def kinds_offered(
    kinds: Sequence[SheetKind[Any]], job: Sheets
) -> list[tuple[SheetKind[Any], bool]]:
    """Return those of *kinds* that may concern what is played, each with whether *job* has any of it."""
    known = ((kind, job.has(kind)) for kind in kinds)
    return [(kind, is_there) for kind, is_there in known if is_there or not kind.is_special]


def usual_kinds(kinds: Sequence[SheetKind[Any]], when: str) -> list[str]:
    """Return the keys of *kinds* ticked at first, ``"before"`` play or after.

    All of *kinds* are available.
    """
    keys = {kind.key for kind in kinds}
    return [kind.key for kind in kinds if kind.usual == when and kind.gives_way_to not in keys]


def some_go_old(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> bool:
    """Return whether one of *kinds* called *keys* is wrong after another plan or draw."""
    return any(kind.goes_old for kind in kinds if kind.key in keys)


def opened_by(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> set[str]:
    """Return whose private addresses those of *kinds* called *keys* carry."""
    return {kind.opens for kind in kinds if kind.key in keys and kind.opens}


def known_kinds(kinds: Sequence[SheetKind[Any]]) -> str:
    """Return the keys of all *kinds* in one sentence part."""
    return ", ".join(kind.key for kind in kinds)


def missing_sheets(kind: SheetKind[Job], job: Job) -> PrintingError:
    """Return the refusal of a *kind* that *job* has nothing of."""
    if reason := kind.unfit(job):
        return PrintingError(PdfSentences.UNFIT_SHEETS, label=kind.label, reason=reason)
    return PrintingError(PdfSentences.MISSING_SHEETS, label=kind.label, remedy=kind.remedy)


def kinds_left(kinds: Sequence[SheetKind[Job]], job: Job) -> list[SheetKind[Job]]:
    """Return those of *kinds* that *job* has something of among what was chosen.

    :raises PrintingError: if there is nothing of a kind however much is chosen
    """
    kept = [kind for kind in kinds if kind.has(job)]
    for kind in kinds:
        if kind not in kept and not kind.has(job.whole):
            raise missing_sheets(kind, job.whole)
    return kept


def render(  # noqa: PLR0913
    job: Job,
    keys: Sequence[str],
    paper: str,
    *,
    among: Sequence[SheetKind[Job]],
    large_print: bool = False,
    cards_per_page: int = 1,
    stacked: bool = False,
    two_sided: bool = False,
    printed_at: datetime,
) -> bytes:
    """Return one PDF of the kinds called *keys*, of *among*, in the order asked for.

    *paper* is "a4" or "letter"; *large_print* makes what is read at a table at least 18 points
    (guide cards 24) where it fits; *cards_per_page* (1, 2 or 4) guide cards share one.  *stacked*
    small sheets are in order when the piles into which the pages are cut are laid on each other;
    *two_sided* pages are fronts and backs in turn, for paper that is turned over its long edge.
    The same job printed at the same time gives the same bytes.

    :raises PrintingError: if *keys* is empty.
    :raises PrintingError: if a word is not known.
    :raises PrintingError: if there is nothing of a kind asked for.
    :raises PrintingError: if none of it is among what was chosen of it; a kind of several is left
        out then.
    :raises PrintingError: if a sheet that must stay on one page has more lines than fit.
    """
    if paper not in PAPERS:
        raise PrintingError(PdfSentences.UNKNOWN_PAPER, paper=paper)
    if not keys:
        raise PrintingError(PdfSentences.NOTHING_ASKED, known=known_kinds(among))
    chosen = [find_kind(key, among) for key in keys]
    kept = kinds_left(chosen, job)
    if not kept:
        raise PrintingError(PdfSentences.NOTHING_LEFT, label=chosen[0].label)
    target = BytesIO()
    title = ", ".join(kind.label for kind in kept)
    pen = Pen(
        target,
        paper=PAPERS[paper],
        large_print=large_print,
        printed_at=printed_at,
        title=title,
        cards_per_page=cards_per_page,
        stacked=stacked,
        two_sided=two_sided,
    )
    for kind in kept:
        kind.draw(pen, job)
    pen.finish()
    return target.getvalue()
