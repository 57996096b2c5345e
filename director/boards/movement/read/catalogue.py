"""Every movement of pairs there is, also the historic ones, with what each is and whether it is possible tonight."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from director.boards.movement.read.offers import Wishes
from movements import MOVEMENTS, MovementError, MovementSpec, legal_rounds

ABOUT = {
    "mitchell": "N-S pairs keep their tables, E-W pairs go up one, board sets go down one.",
    "one-winner-mitchell": "A Mitchell with some rounds arrow-switched, so that everybody is ranked in one list.",
    "howell": "One pair stays, the others follow each other from seat to seat, and everybody meets everybody.",
    "short-howell": "A Howell of any number of rounds, laid out for its length so that pairs are compared evenly.",
    "barometer-howell": "A Howell in which all tables play the same boards at once, from a copy at each table.",
    "hesitation-mitchell": "E-W pairs play one round N-S at the last table before they go on to table 1.",
    "rover-mitchell": "Full tables and one pair more, which plays in turn in the seats of N-S pairs that sit out.",
    "web-mitchell": "More tables than rounds, with two or three copies of the boards that go round by themselves.",
    "double-mitchell": "Two sections that play the same boards and exchange their E-W pairs.",
    "appendix-mitchell": "Tables added to a shorter Mitchell, each sharing the boards of the table it is added to.",
    "mitchell-1900": "The book's eight ways round the rounds in which an even number of tables would repeat boards.",
    "clay": "N-S pairs keep their tables; E-W pairs go up one and carry along the boards they have just played.",
    "snow": "E-W pairs sit still until a group of sets has been to every table, then go up one.",
    "parallel": "Tables in two rows: pairs move along their row, board sets cross over to the other one.",
    "howell-snow": "Seats change as in a Howell, but only when a group of sets has been to every table.",
    "safford": "Comparative whist: any two pairs meet and are compared equally often; it has its own score card.",
}
"""What each movement is, in one line."""

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
        about=ABOUT.get(spec.key, ""),
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
