"""Paper: sheets in, one PDF out.

Knows ``director.sheets`` and ReportLab, never the database.  Every sheet is pure black on A4 or Letter, keeps a margin
that every printer reaches, and carries event, date, session, section, time of printing and the movement's fingerprint.
"""

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO

from director.printing.errors import (
    MissingSheetsError,
    NothingAskedError,
    PrintingError,
    TooLongError,
    UnfitSheetsError,
    UnknownKindError,
    UnknownPaperError,
)
from director.printing.guide_cards import SHEETS, fewer_cards
from director.printing.kinds import KINDS, Kind, PrintJob, find_kind, known_kinds, missing_sheets
from director.printing.page import PAPERS, Pen
from director.printing.party_job import PartyJob
from director.printing.party_kinds import PARTY_KINDS

CARDS_PER_PAGE = tuple(SHEETS)
"""How many guide cards may share a page."""

__all__ = [
    "CARDS_PER_PAGE",
    "KINDS",
    "PAPERS",
    "PARTY_KINDS",
    "Kind",
    "MissingSheetsError",
    "NothingAskedError",
    "PartyJob",
    "PrintJob",
    "PrintingError",
    "TooLongError",
    "UnfitSheetsError",
    "UnknownKindError",
    "UnknownPaperError",
    "find_kind",
    "missing_sheets",
    "remarks",
    "render",
]


def render(
    sheets: PrintJob | PartyJob,
    kinds: Sequence[str],
    paper: str,
    *,
    large_print: bool = False,
    cards_per_page: int = 1,
    printed_at: datetime,
) -> bytes:
    """Return one PDF of all *kinds* (keys of ``KINDS``, for a party of ``PARTY_KINDS``), in the order asked for.

    *paper* is "a4" or "letter"; *large_print* makes what is read at a table at least 18 points (guide cards 24) where
    it fits; *cards_per_page* (1, 2 or 4) guide cards share one.  The same sheets printed at the same time give the same
    bytes.

    :raises NothingAskedError: if *kinds* is empty.
    :raises UnknownKindError, UnknownPaperError: if a word is not known.
    :raises MissingSheetsError, UnfitSheetsError: if *sheets* has nothing of a kind asked for.
    :raises TooLongError: if a sheet that must stay on one page has more lines than fit.
    """
    if paper not in PAPERS:
        raise UnknownPaperError(paper=paper)
    there = PARTY_KINDS if isinstance(sheets, PartyJob) else KINDS
    if not kinds:
        raise NothingAskedError(known=known_kinds(there))
    chosen = [find_kind(key, there) for key in kinds]
    for kind in chosen:
        if not kind.has(sheets):
            raise missing_sheets(kind, sheets)
    target = BytesIO()
    title = ", ".join(kind.label for kind in chosen)
    pen = Pen(
        target,
        paper=PAPERS[paper],
        large_print=large_print,
        printed_at=printed_at,
        title=title,
        cards_per_page=cards_per_page,
    )
    for kind in chosen:
        kind.draw(pen, sheets)
    pen.finish()
    return target.getvalue()


def remarks(
    sheets: PrintJob | PartyJob, kinds: Sequence[str], paper: str, *, large_print: bool = False, cards_per_page: int = 1
) -> tuple[str, ...]:
    """Return what the director must be told of a PDF that differs from what was asked for, whole sentences.

    :raises TooLongError: as :func:`render`
    """
    if cards_per_page == 1 or "guide-cards" not in kinds or isinstance(sheets, PartyJob) or not sheets.guide_cards:
        return ()
    said = fewer_cards(sheets.guide_cards, PAPERS[paper], cards_per_page, large_print=large_print)
    return (said,) if said else ()
