"""Deals in files of results. Invalid ones are left out and reported."""

from collections.abc import Iterable

from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.deals import FiledDeal, collect_deals_by_board
from director.formats.errors import Doubt, ImportFileError


def collect_source_hands(
    filed: Iterable[FiledDeal | ImportFileError], report: Report
) -> tuple[FiledDeal, ...]:
    """Return the deals among *filed* by board. Faults become doubts, one for each reason."""
    deals, faults = collect_deals_by_board(filed)
    by_reason: dict[str, list[ImportFileError]] = {}
    for fault in faults:
        by_reason.setdefault(fault.code, []).append(fault)
    for alike in by_reason.values():
        if len(alike) == 1:
            doubt = Doubt(ImportSentences.DOUBT_CARDS, reason=alike[0])
        else:
            count = len(alike) - 1
            doubt = Doubt(ImportSentences.DOUBT_MORE_CARDS, reason=alike[0], count=count)
        report.doubts.append(doubt)
    return deals


def make_only_cards_fault(count: int) -> ImportFileError:
    """Return why a file with the cards of *count* boards and nothing else is refused."""
    boards = "1 board" if count == 1 else f"{count} boards"
    return ImportFileError(ImportSentences.ONLY_CARDS, boards=boards)
