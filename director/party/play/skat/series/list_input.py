"""The list of a table as it is typed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.errors import PartyError
from director.party.sentences import PartySentences
from scoring import SkatLine

BOXES = {"points": "points", "won": "won", "lost": "lost"}
ALONE = "points"
"""The only box of a player where games are not counted."""
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class TypedList:
    """What stands in the boxes of a table, each by its name."""

    boxes: Mapping[str, str]
    is_confirmed: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.boxes.values())


@dataclass(frozen=True, slots=True)
class ReadList:
    """The figures of a list: lines by seat, games passed in, and the written sum, or ``None``."""

    lines: tuple[SkatLine, ...]
    passed: int = 0
    said: int | None = None


def typed_list(data: Mapping[str, str], players: Sequence[str]) -> TypedList:
    """Return what *data* of the page says of a table with these *players*."""
    names = []
    for player in players:
        for box in BOXES:
            names.append(f"{box}-{player}")
    boxes = {name: " ".join(data.get(name, "").split()) for name in (*names, "passed", "said")}
    return TypedList(boxes, is_confirmed="as-it-is" in data)


def is_whole(typed: TypedList, players: Sequence[str], *, counts_games: bool) -> bool:
    """Return whether every box of every player is filled in."""
    boxes = tuple(BOXES) if counts_games else (ALONE,)
    return all(typed.boxes[f"{box}-{player}"] for player in players for box in boxes)


def read_list(
    typed: TypedList, players: Sequence[str], names: Mapping[str, str], *, counts_games: bool
) -> ReadList:
    """Return the typed figures.

    If *counts_games* is false, there are no games.

    :raises PartyError: for a box that cannot be read
    """
    lines = tuple(
        SkatLine(
            player=names[player],
            points=_number(typed, f"points-{player}", names[player], "points"),
            won=_number(typed, f"won-{player}", names[player], "games won") if counts_games else 0,
            lost=_number(typed, f"lost-{player}", names[player], "games lost")
            if counts_games
            else 0,
        )
        for player in players
    )
    said = typed.boxes["said"]
    if typed.boxes["passed"]:
        passed = _number(typed, "passed", "The table", "games passed in")
    else:
        passed = 0
    return ReadList(
        lines,
        passed=passed,
        said=_number(typed, "said", "The table", "the sum of the results") if said else None,
    )


def _number(typed: TypedList, name: str, player: str, what: str) -> int:
    text = typed.boxes[name]
    if not _NUMBER.fullmatch(text):
        said = f"“{text[:20]}” isn’t a number" if text else "the figure is missing"
        raise PartyError(PartySentences.LIST_NO_NUMBER, player=player, box=what, said=said)
    digits = int(text.lstrip("-−–+"))
    if text[0] in "-−–":
        return -digits
    return digits
