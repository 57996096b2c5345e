"""Kinds of sheets, and one PDF of the chosen kinds.

Each kind is defined beside the data that it prints, and found by its key, which addresses and
commands use. A job is the data of one print.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, Generic, Protocol, TypeVar

from director.errors import PrintingError
from director.pdf.page import PAPERS, Pen

Job = TypeVar("Job", bound="PrintJob")


class PrintJob(Protocol):
    """The data to print. Each kind of event has a class of its own."""

    def has(self, kind: "SheetKind[Any]") -> bool:
        """Return whether there is any sheet of *kind*."""

    @property
    def without_selection(self) -> Any:
        """The same job with all sheets selected."""


@dataclass(frozen=True, slots=True)
class SheetKind(Generic[Job]):
    """One kind of sheet.

    *has_sheets* returns whether a job has such sheets, and *draw* draws them. *explain_unsuitable*
    returns why such a sheet can't be used with the event, as a sentence, or "".
    """

    key: str  # in addresses and commands, never reused
    label: str
    help: str  # begins with its unit: "One per table: …"
    remedy: str  # what to do if a job has no such sheets, after "Not available:"
    has_sheets: Callable[[Job], bool]
    draw: Callable[[Pen, Job], None]
    is_special: bool = False  # belongs to some movements only, and is not offered with others
    explain_unsuitable: Callable[[Job], str] = lambda _job: ""
    # Whether results of the job's movement can be shown on such a sheet. Checked without making one.
    is_suitable: Callable[[Job], bool] = lambda _job: True
    # The data it needs: "results", a "plan", or a plan with its "boards", its "sit-outs", the "names"
    # of its players, or "teams" whose players it seats.
    made_from: str = ""
    preselected_in: str = ""  # the set that has it ticked at first: "before" or "after" play
    alternative_key: str = ""  # the key of a kind that is ticked instead if it is available
    depends_on_plan: bool = False  # another plan or draw makes printed copies wrong
    extra_field: str = ""  # the name of a further field of the form
    needed_links: str = ""  # "tables" or "pairs", if it shows their private addresses
    is_for_all_sections: bool = False  # one sheet serves all sections of a session
    is_same_for_all_sections: bool = False  # the sheets of all sections are equal
    is_printed_late: bool = False  # printed after play, though not made from results
    is_folded_away: bool = False  # folded on the page until it is ticked
    # The contestants that can use it, such as "pair", or all if empty.
    suitable_contestants: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        """The beginning of its help, such as "one per table"."""
        return self.help[:1].lower() + self.help[1:].partition(":")[0].removesuffix(".")

    @property
    def purpose(self) -> str:
        """The first sentence of its help after the colon, or ""."""
        return self.help.partition(": ")[2].partition(". ")[0].removesuffix(".")

    @property
    def is_printed_after_play(self) -> bool:
        """Whether it is printed after play."""
        return self.made_from == "results" or self.preselected_in == "after" or self.is_printed_late

    def explain_missing(self, job: Job) -> str:
        """Return why *job* has none of these sheets, or ``""`` if it has."""
        if job.has(self):
            return ""
        return self.explain_unsuitable(job) or f"Not available: {self.remedy}."


NEEDS_NETWORK = "Needs the club’s network: open Kalamazoo at the address shown when it starts."
"""The message if a code can't be printed, as no phone can open an address of this computer only."""


def get_kind(key: str, kinds: Sequence[SheetKind[Any]]) -> SheetKind[Any]:
    """Return the kind with *key* among *kinds*.

    :raises PrintingError: if there is none, with the keys that exist
    """
    for kind in kinds:
        if kind.key == key:
            return kind
    raise PrintingError(
        "unknown-kind",
        "“{kind}” isn’t a kind of paper. Choose from {known}.",
        kind=key,
        known=format_kind_keys(kinds),
    )


def list_kinds_to_offer(
    kinds: Sequence[SheetKind[Any]], job: PrintJob
) -> list[tuple[SheetKind[Any], bool]]:
    """Return the *kinds* to offer for *job*, and whether it has any sheet of each."""
    offered_kinds = []
    for kind in kinds:
        has_sheets = job.has(kind)
        if has_sheets or not kind.is_special:
            offered_kinds.append((kind, has_sheets))
    return offered_kinds


def list_preselected_keys(kinds: Sequence[SheetKind[Any]], play_phase: str) -> list[str]:
    """Return the keys of *kinds* that are ticked at first.

    *play_phase* is ``"before"`` or ``"after"``. All *kinds* must be available, since some are only
    ticked if another one isn't.
    """
    keys = {kind.key for kind in kinds}
    # A kind with an available alternative gives way to it.
    return [
        kind.key
        for kind in kinds
        if kind.preselected_in == play_phase and kind.alternative_key not in keys
    ]


def depend_on_plan(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> bool:
    """Return whether another plan or draw makes one of the kinds with *keys* wrong."""
    return any(kind.depends_on_plan for kind in kinds if kind.key in keys)


def get_needed_links(kinds: Sequence[SheetKind[Any]], keys: Sequence[str]) -> set[str]:
    """Return whose private addresses the kinds with *keys* show, "tables" and "pairs"."""
    return {kind.needed_links for kind in kinds if kind.key in keys and kind.needed_links}


def format_kind_keys(kinds: Sequence[SheetKind[Any]]) -> str:
    """Return the keys of all *kinds* for a sentence."""
    return ", ".join(kind.key for kind in kinds)


def make_missing_sheets_error(kind: SheetKind[Job], job: Job) -> PrintingError:
    """Return the error for a *kind* without sheets in *job*."""
    if reason := kind.explain_unsuitable(job):
        return PrintingError("unfit-sheets", "{label}: {reason}", label=kind.label, reason=reason)
    return PrintingError(
        "missing-sheets",
        "{label}: nothing to print yet; {remedy}.",
        label=kind.label,
        remedy=kind.remedy,
    )


def keep_available_kinds(kinds: Sequence[SheetKind[Job]], job: Job) -> list[SheetKind[Job]]:
    """Return the *kinds* that have sheets in the selection of *job*.

    :raises PrintingError: if a kind has no sheets at all
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
    available_kinds: Sequence[SheetKind[Job]],
    large_print: bool = False,
    cards_per_page: int = 1,
    stacked: bool = False,
    two_sided: bool = False,
    printed_at: datetime,
) -> bytes:
    """Return one PDF with the sheets of the kinds with *keys*, in the order of *keys*.

    - *paper*: "a4" or "letter"
    - *large_print*: text for the table has at least 18 points (guide cards 24) if it fits
    - *cards_per_page*: the number of guide cards on a page (1, 2 or 4)
    - *stacked*: small sheets are in order once the piles of cut pages are stacked
    - *two_sided*: pages are fronts and backs in turn, for paper that is turned over its long edge

    The same job printed at the same time gives the same bytes.

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
            known=format_kind_keys(available_kinds),
        )
    chosen_kinds = [get_kind(key, available_kinds) for key in keys]
    kinds_with_sheets = keep_available_kinds(chosen_kinds, job)
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
    pen.save()
    return target.getvalue()
