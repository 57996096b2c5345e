"""Kinds of sheets, and one PDF of the chosen kinds.

The kinds themselves are defined beside the data they print. A job knows the kinds it can have
sheets of. Kinds are found by their keys, which addresses and commands use.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Generic, Protocol, TypeVar

from director.errors import PrintingError
from director.pdf.page import PAPERS, Pen

Job = TypeVar("Job", bound="Sheets")


class Sheets(Protocol):
    """The data of a print job. Each kind of event has a class of its own."""

    def has(self, kind: "SheetKind[Any]") -> bool:
        """Return whether there is anything to print on a sheet of *kind*."""

    @property
    def without_selection(self) -> Any:
        """The same job without its selection."""


@dataclass(frozen=True, slots=True)
class SheetKind(Generic[Job]):
    """One kind of sheet.

    *has_sheets* returns whether the job has such sheets, *draw* puts them on paper.
    *explain_unsuitable* returns a sentence why the sheet can't work with the event, or "".
    """

    key: str  # in addresses and commands, never reused
    label: str
    help: str  # begins with its unit: "One per table: …"
    remedy: str  # what to do if the job has no such sheets, to follow "Not available:"
    has_sheets: Callable[[Job], bool]
    draw: Callable[[Pen, Job], None]
    is_special: bool = False  # belongs to some movements only, and is not offered with others
    explain_unsuitable: Callable[[Job], str] = lambda _job: ""
    # The data it needs: "results", or a "plan" and its "boards", "sit-outs", "names" of players or "teams" whose
    # players it seats.
    made_from: str = ""
    preselected_in: str = ""  # the set that has it ticked at first: "before" or "after" play
    preselected_instead: str = ""  # the key of a kind that is ticked instead if it is available
    depends_on_plan: bool = False  # another plan or draw makes printed copies wrong
    extra_field: str = ""  # the name of a further field of the form
    needed_links: str = (
        ""  # whose private addresses are made before it is drawn: "tables" or "pairs"
    )
    is_joint: bool = False  # one of it serves all sections of a session
    is_once: bool = False  # each section has the same of it
    is_late: bool = False  # printed after play, though not made from results
    is_rare: bool = False  # folded on the page until it is ticked
    suitable_contestants: tuple[
        str, ...
    ] = ()  # contestants it makes sense for, such as "pair"; empty for all

    @property
    def unit(self) -> str:
        """The beginning of its help, such as "one per table"."""
        return self.help[:1].lower() + self.help[1:].partition(":")[0].removesuffix(".")

    @property
    def purpose(self) -> str:
        """Its purpose: the first sentence of its help after the colon, or ""."""
        return self.help.partition(": ")[2].partition(". ")[0].removesuffix(".")

    @property
    def is_after(self) -> bool:
        """Whether it is printed after play."""
        return self.made_from == "results" or self.preselected_in == "after" or self.is_late

    def explain_missing(self, job: Job) -> str:
        """Return why *job* has none of these sheets, or ``""`` if it has."""
        if job.has(self):
            return ""
        return self.explain_unsuitable(job) or f"Not available: {self.remedy}."


NEEDS_NETWORK = "Needs the club’s network: open Kalamazoo at the address shown when it starts."
"""Why a code can't be printed: no phone could open this computer's own address."""


def find_kind(key: str, kinds: Sequence[SheetKind[Any]]) -> SheetKind[Any]:
    """Return the kind with *key* among *kinds*.

    :raises PrintingError: if there is none; the error names the keys that exist
    """
    for kind in kinds:
        if kind.key == key:
            return kind
    raise PrintingError(
        "unknown-kind",
        "“{kind}” isn’t a kind of paper. Choose from {known}.",
        kind=key,
        known=format_known_kinds(kinds),
    )


def filter_offered_kinds(
    kinds: Sequence[SheetKind[Any]], job: Sheets
) -> list[tuple[SheetKind[Any], bool]]:
    """Return the *kinds* to offer for *job*, each with whether it has any such sheet."""
    offered = []
    for kind in kinds:
        has_sheets = job.has(kind)
        if has_sheets or not kind.is_special:
            offered.append((kind, has_sheets))
    return offered


def choose_usual_kinds(kinds: Sequence[SheetKind[Any]], when: str) -> list[str]:
    """Return the keys of *kinds* ticked at first, ``"before"`` play or after.

    All of *kinds* are available.
    """
    keys = {kind.key for kind in kinds}
    return [
        kind.key
        for kind in kinds
        if kind.preselected_in == when and kind.preselected_instead not in keys
    ]


def can_go_old(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> bool:
    """Return whether another plan or draw makes one of the kinds with *keys* wrong."""
    return any(kind.depends_on_plan for kind in kinds if kind.key in keys)


def list_opened_addresses(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> set[str]:
    """Return whose private addresses the kinds with *keys* have: tables, pairs or both."""
    return {kind.needed_links for kind in kinds if kind.key in keys and kind.needed_links}


def format_known_kinds(kinds: Sequence[SheetKind[Any]]) -> str:
    """Return the keys of all *kinds* in one sentence part."""
    return ", ".join(kind.key for kind in kinds)


def make_missing_sheets_error(kind: SheetKind[Job], job: Job) -> PrintingError:
    """Return the error for a *kind* of which *job* has no sheets."""
    if reason := kind.explain_unsuitable(job):
        return PrintingError("unfit-sheets", "{label}: {reason}", label=kind.label, reason=reason)
    return PrintingError(
        "missing-sheets",
        "{label}: nothing to print yet; {remedy}.",
        label=kind.label,
        remedy=kind.remedy,
    )


def filter_available_kinds(kinds: Sequence[SheetKind[Job]], job: Job) -> list[SheetKind[Job]]:
    """Return the *kinds* of which *job* has sheets in its selection.

    :raises PrintingError: if a kind has no sheets even without a selection
    """
    kinds_with_sheets = [kind for kind in kinds if kind.has_sheets(job)]
    for kind in kinds:
        if kind not in kinds_with_sheets and not kind.has_sheets(job.without_selection):
            raise make_missing_sheets_error(kind, job.without_selection)
    return kinds_with_sheets


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
    """Return one PDF of the kinds in *among* that have one of *keys*, in the order of *keys*.

    *paper* is "a4" or "letter". In *large_print*, text for the table has at least 18 points (guide
    cards 24) if it fits. *cards_per_page* is the number of guide cards on a page (1, 2 or 4).
    *stacked* small sheets are in order when the piles of cut pages are laid on each other.
    *two_sided* pages are alternately fronts and backs, for paper turned over its long edge. The
    same job printed at the same time gives the same bytes.

    :raises PrintingError: if *keys* is empty, a key or the *paper* is unknown, the job has no sheets
        of a kind, the selection leaves no sheet of any kind, or a sheet that must stay on one page has
        too many lines
    """
    if paper not in PAPERS:
        raise PrintingError(
            "unknown-paper", "“{paper}” isn’t a paper size. Choose a4 or letter.", paper=paper
        )
    if not keys:
        raise PrintingError(
            "nothing-asked",
            "No kind of paper was named. Choose from {known}.",
            known=format_known_kinds(among),
        )
    chosen_kinds = [find_kind(key, among) for key in keys]
    kinds_with_sheets = filter_available_kinds(chosen_kinds, job)
    if not kinds_with_sheets:
        raise PrintingError(
            "nothing-left",
            "{label}: nothing matches your choice. Choose more, or print all.",
            label=chosen_kinds[0].label,
        )
    target = BytesIO()
    title = ", ".join(kind.label for kind in kinds_with_sheets)
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
    for kind in kinds_with_sheets:
        kind.draw(pen, job)
    pen.finish()
    return target.getvalue()
