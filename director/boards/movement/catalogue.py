"""A catalogue of all movements of a contest, historic ones too."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from director.boards.contests import CONTESTS
from director.boards.movement.offers import MovementWishes
from movements.errors import MovementError
from movements.model import MovementSpec
from movements.registry import movements_of

NEAREST_SIZES = 2  # sizes named on either side of an impossible one


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A movement: *query* leads to its schedule, or *refusal* says why it isn't possible."""

    key: str
    name: str
    description: str
    other_names: str  # other names, "" without any
    sizes: str
    is_historic: bool
    query: str
    refusal: str


def search_catalogue(wishes: MovementWishes, search: str = "") -> tuple[CatalogueEntry, ...]:
    """Return every movement of the contest that *search* matches, in the usual order.

    All words of the search must occur in the movement's names, description or sizes.
    """
    entries = (
        _make_catalogue_entry(spec, wishes)
        for spec in movements_of(wishes.contest.movement_contest)
    )
    return tuple(entry for entry in entries if _has_search_words(entry, search))


def _make_catalogue_entry(spec: MovementSpec, wishes: MovementWishes) -> CatalogueEntry:
    refusal = _explain_refusal(spec, wishes.contestants)
    query = "" if refusal else urlencode(wishes.query() | {"key": spec.key})
    return CatalogueEntry(
        key=spec.key,
        name=spec.name,
        description=spec.about,
        other_names=", ".join(alias.replace("-", " ") for alias in spec.aliases),
        sizes=spec.sizes,
        is_historic=spec.historic,
        query=query,
        refusal=refusal,
    )


def _explain_refusal(spec: MovementSpec, size: int) -> str:
    """Return why *spec* isn't possible for *size* contestants, or ""."""
    if size not in spec.counts:
        nearest = _format_nearest_sizes(spec.counts, size)
        verb = "nearest sizes are" if " and " in nearest else "only size is"
        contestant_word = CONTESTS[spec.contest].contestant_word
        plural = "" if size == 1 else "s"
        return f"Not for {size} {contestant_word}{plural}. The {verb} {nearest}."
    try:
        # Some movements of teams take one number of teams, whatever the wishes say.
        contestants = spec.team_and_player_counts[1] or size
        spec.round_limits(contestants, spec.resolve_options(contestants, {}))
    except MovementError as error:
        return str(error)
    return ""


def _format_nearest_sizes(sizes: Iterable[int], size: int) -> str:
    """Return the nearest of *sizes* on both sides of *size*: "28, 30, 34 and 36"."""
    ordered = sorted(sizes)
    below = [candidate for candidate in ordered if candidate < size][-NEAREST_SIZES:]
    above = [candidate for candidate in ordered if candidate > size][:NEAREST_SIZES]
    *sizes_before, last = map(str, below + above)
    if sizes_before:
        return f"{', '.join(sizes_before)} and {last}"
    return last


def _has_search_words(entry: CatalogueEntry, search: str) -> bool:
    era = "historic" if entry.is_historic else "modern"
    text = f"{entry.key} {entry.name} {entry.other_names} {entry.description} {entry.sizes} {era}".casefold()
    return all(word in text for word in search.casefold().split())
