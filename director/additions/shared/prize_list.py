"""A prize list from standings: a prize for each place, and who won it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from director.names import join_names
from director.pdf.lists import draw_list
from director.pdf.page import Pen
from director.pdf.tables import PaperColumn
from director.sheets import Heading

_COLUMNS = (
    PaperColumn("Prize", align="left", bold=True, can_wrap=True, max_width_share=0.25),
    PaperColumn("Place", can_wrap=True, max_width_share=0.12),
    PaperColumn("Winner", align="left", can_wrap=True, max_width_share=0.6),
)


@dataclass(frozen=True, slots=True)
class PlacedEntrant:
    """A contestant with its place among those of its *group*, such as ``"N-S"``."""

    place: int
    names: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize and its winners."""

    title: str
    place: str  # as a text, such as "2= N-S"
    winners: tuple[str, ...]  # several share it


DEFAULT_PRIZES = "First prize\nSecond prize\nThird prize"
MAX_PRIZES_LENGTH = 2000
"""Characters of a list of prizes."""
NO_WINNERS = "There are no standings with names yet. Enter results first."
NO_PRIZES = "No prize has been typed. Type one per line, the first for first place."


def list_typed_prizes(text: str) -> list[str]:
    """Return the prizes in *text*, one per line.

    >>> list_typed_prizes(" Silver cup\\n\\nWine ")
    ['Silver cup', 'Wine']
    """
    return [line.strip() for line in text.splitlines() if line.strip()]


def award_prizes(prizes: Sequence[str], entrants: Sequence[PlacedEntrant]) -> list[WonPrize]:
    """Return who won each of *prizes*, of which every group has its own, from first place on.

    Contestants with the same place share the prizes of their places in one line.

    >>> entrants = [PlacedEntrant(1, "Ada"), PlacedEntrant(2, "Bert"), PlacedEntrant(2, "Cleo")]
    >>> for won in award_prizes(["Cup", "Wine", "Sweets"], entrants):
    ...     print(won.title, "|", won.place, "|", won.winners)
    Cup | 1 | ('Ada',)
    Wine and Sweets | 2= | ('Bert', 'Cleo')
    """
    entrants_by_group: dict[str, list[PlacedEntrant]] = {}
    for entrant in entrants:
        entrants_by_group.setdefault(entrant.group, []).append(entrant)
    won_prizes: list[WonPrize] = []
    for group, group_entrants in entrants_by_group.items():
        ranked = sorted(group_entrants, key=attrgetter("place"))
        won_prizes += _award_to_group(prizes, ranked, group)
    return won_prizes


def _award_to_group(
    prizes: Sequence[str], ranked: Sequence[PlacedEntrant], group: str
) -> Iterator[WonPrize]:
    for place, sharing in groupby(ranked, key=attrgetter("place")):
        names = tuple(entrant.names for entrant in sharing)
        titles = prizes[place - 1 : place - 1 + len(names)]
        if not titles:
            return
        tie_mark = "=" if len(names) > 1 else ""
        yield WonPrize(join_names(titles), f"{place}{tie_mark} {group}".strip(), names)


def draw_prize_list(pen: Pen, heading: Heading, won_prizes: Sequence[WonPrize]) -> None:
    """Draw each prize with its place and its winners."""
    rows = [(won.title, won.place, join_names(won.winners)) for won in won_prizes]
    draw_list(pen, heading, "Prizes", _COLUMNS, rows)
