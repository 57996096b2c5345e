"""Deals in files of results. Invalid ones are left out and reported."""

from collections.abc import Iterable

from director.formats.deals.model import FiledDeal
from director.formats.deals.read import deals_by_board
from director.formats.errors import Doubt, ImportFileError
from director.formats.source.lines import Report
from director.formats.source.sentences import ImportSentences

_MAX_DOUBTS = 3


def source_hands(
    filed: Iterable[FiledDeal | ImportFileError], report: Report
) -> tuple[FiledDeal, ...]:
    """Return the deals among *filed* by board. Faults become doubts."""
    deals, faults = deals_by_board(filed)
    report.doubts += [
        Doubt(ImportSentences.DOUBT_CARDS, reason=fault) for fault in faults[:_MAX_DOUBTS]
    ]
    if len(faults) > _MAX_DOUBTS:
        report.doubts.append(
            Doubt(ImportSentences.DOUBT_MORE_CARDS, count=len(faults) - _MAX_DOUBTS)
        )
    return deals


def only_cards(count: int) -> ImportFileError:
    """Return why a file with the cards of *count* boards and nothing else is refused."""
    boards = "1 board" if count == 1 else f"{count} boards"
    return ImportFileError(ImportSentences.ONLY_CARDS, boards=boards)
