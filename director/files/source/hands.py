"""The cards of the boards beside results from elsewhere: what is no deal is left out and told, the results stay."""

from collections.abc import Iterable

from director.files.deals.model import FiledDeal
from director.files.deals.read import gathered
from director.files.errors import ImportFileError
from director.files.source.errors import CardsDoubt, OnlyCardsError
from director.files.source.lines import Report

_MOST_TOLD = 3


def source_hands(filed: Iterable[FiledDeal | ImportFileError], report: Report) -> tuple[FiledDeal, ...]:
    """Return the deals among *filed* by rising numbers of their boards; the first that are none are doubts."""
    deals, faults = gathered(filed)
    report.doubts += [CardsDoubt(reason=fault) for fault in faults[:_MOST_TOLD]]
    if len(faults) > _MOST_TOLD:
        report.doubts.append(CardsDoubt(reason=f"{len(faults) - _MOST_TOLD} more boards have no whole deal."))
    return deals


def only_cards(count: int) -> OnlyCardsError:
    """Return why a file with the cards of *count* boards and nothing else is refused."""
    return OnlyCardsError(boards="1 board" if count == 1 else f"{count} boards")
