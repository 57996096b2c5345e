"""Which of the priced drafts are shown, and in which order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import le

from movements.replan.records import Draft, Price

MAX_PROPOSALS = 6


@dataclass(frozen=True, slots=True)
class PricedDraft:
    """A draft, its price, and the figures by which drafts are compared, the lower the better."""

    draft: Draft
    price: Price
    costs: tuple[int, ...]


def without_beaten_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return *priced* without drafts that another of the same rank beats.

    A draft beats another if it is as good in every figure and better in one.
    """
    return [entry for entry in priced if not _is_beaten(entry, priced)]


def _is_beaten(entry: PricedDraft, priced: Iterable[PricedDraft]) -> bool:
    for other in priced:
        is_other = other.draft.rank == entry.draft.rank and other.costs != entry.costs
        if is_other and all(map(le, other.costs, entry.costs)):
            return True
    return False


def keep_one_per_title(priced: Iterable[PricedDraft]) -> list[PricedDraft]:
    """Return the best with each title, because readers couldn't distinguish two of them."""
    best: dict[str, PricedDraft] = {}
    for entry in priced:
        best.setdefault(str(entry.draft.title), entry)
    return list(best.values())


def choose_shown_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return the first of *priced* and the last one, which changes the least."""
    return [*priced[: MAX_PROPOSALS - 1], *priced[MAX_PROPOSALS - 1 :][-1:]]
