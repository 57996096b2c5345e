"""Private addresses on paper."""

from collections.abc import Iterable, Mapping

from director.core.base.sentences import DeskSentences
from director.core.night.links.read import fetch_open_pairs
from director.errors import PrintingError
from director.models import Access, Section

NO_TOKEN = "preview"  # noqa: S105  a sample that opens nothing


def fetch_pair_addresses(section: Section, pairs: Iterable[int]) -> dict[int, Access]:
    """Return the pairs' open addresses in *section*, by pair number.

    :raises PrintingError: if one of *pairs* is in the section but has no address
    """
    accesses = fetch_open_pairs(section)
    pairs_in_section = set(section.entries.values_list("pair_no", flat=True))
    require_open_addresses(pairs_in_section.intersection(pairs), accesses)
    return accesses


def require_open_addresses(numbers: Iterable[int], accesses: Mapping[int, Access]) -> None:
    """Raise if one of *numbers* has no open address.

    :raises PrintingError: if one is missing
    """
    # A GET makes no addresses; the button Print does.
    if not set(numbers) <= set(accesses):
        raise PrintingError(DeskSentences.NO_ADDRESSES_YET)
