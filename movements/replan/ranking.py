"""The choice of the priced drafts that are shown, and their order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import le

from movements.replan.records import Draft, Price

MAX_PROPOSALS = 6


@dataclass(frozen=True, slots=True)
class PricedDraft:
    """A draft and its price."""

    draft: Draft
    price: Price
    costs: tuple[int, ...]  # the figures by which drafts are compared, the lower the better


def without_beaten_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return *priced* without drafts that another of the same rank beats.

    A draft beats another if it is as good in every figure and better in one.
    """
    return [entry for entry in priced if not _is_beaten(entry, priced)]


def _is_beaten(entry: PricedDraft, priced: Iterable[PricedDraft]) -> bool:
    for other in priced:
        is_comparable = other.draft.rank == entry.draft.rank and other.costs != entry.costs
        if is_comparable and all(map(le, other.costs, entry.costs)):
            return True
    return False


def keep_one_per_title(priced: Iterable[PricedDraft]) -> list[PricedDraft]:
    """Return the first draft with each title, because readers couldn't distinguish two of them."""
    drafts_by_title: dict[str, PricedDraft] = {}
    for entry in priced:
        drafts_by_title.setdefault(str(entry.draft.title), entry)
    return list(drafts_by_title.values())


def choose_shown_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return the first of *priced* and the last one, which changes the least."""
    if len(priced) <= MAX_PROPOSALS:
        return list(priced)
    return [*priced[: MAX_PROPOSALS - 1], priced[-1]]
