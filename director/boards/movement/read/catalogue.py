"""Every movement of pairs there is, also the historic ones, with what each is and whether it is possible tonight."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from director.boards.movement.read.offers import Wishes
from movements import MOVEMENTS, MovementError, MovementSpec, legal_rounds

NEAR = 2  # numbers of pairs to name on either side of one that is not possible


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One movement; *query* leads to its schedule, *refusal* says instead why it is not possible."""

    key: str
    name: str
    about: str
    also: str  # other names, "" without any
    sizes: str
    is_historic: bool
    query: str
    refusal: str


def catalogue(wishes: Wishes, search: str = "") -> tuple[CatalogueEntry, ...]:
    """Return every movement of pairs that *search* finds, in the order directors expect.

    A search finds the movements in whose name, other names, description and sizes all its words occur.
    """
    specs = [spec for spec in MOVEMENTS if spec.contest == "pairs"]
    entries = (_entry(spec, wishes) for spec in specs)
    return tuple(entry for entry in entries if _matches(entry, search))


def _entry(spec: MovementSpec, wishes: Wishes) -> CatalogueEntry:
    refusal = _refusal(spec, wishes.pairs)
    return CatalogueEntry(
        key=spec.key,
        name=spec.name,
        about=spec.about,
        also=", ".join(alias.replace("-", " ") for alias in spec.aliases),
        sizes=spec.sizes,
        is_historic=spec.historic,
        query="" if refusal else urlencode(wishes.query() | {"key": spec.key}),
        refusal=refusal,
    )


def _refusal(spec: MovementSpec, pairs: int) -> str:
    """Return why *spec* is not possible for so many pairs, ``""`` if it is."""
    if pairs not in spec.legal_sizes:
        return f"Not for {pairs} pairs; the nearest that work are {_nearest(spec.legal_sizes, pairs)}."
    try:
        legal_rounds(spec.key, pairs=pairs)
    except MovementError as error:
        return str(error)
    return ""


def _nearest(sizes: Iterable[int], pairs: int) -> str:
    """Return the nearest of *sizes* on both sides of *pairs*: "28, 30, 34 and 36"."""
    ordered = sorted(sizes)
    below = [size for size in ordered if size < pairs][-NEAR:]
    above = [size for size in ordered if size > pairs][:NEAR]
    *others, last = map(str, below + above)
    return f"{', '.join(others)} and {last}" if others else last


def _matches(entry: CatalogueEntry, search: str) -> bool:
    era = "historic" if entry.is_historic else "modern"
    text = f"{entry.key} {entry.name} {entry.also} {entry.about} {entry.sizes} {era}".casefold()
    return all(word in text for word in search.casefold().split())
