"""The typed list of a table in a series, before it is checked and stored."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.errors import PartyError
from director.party.sentences import PartySentences
from scoring.deals.skat_list import SkatLine

BOXES = {"points": "points", "won": "won", "lost": "lost"}
ALONE = "points"
"""The only box of a player if games are not counted."""
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class TypedList:
    """The typed texts of a table's boxes, by name of the box."""

    boxes: Mapping[str, str]
    is_confirmed: bool = False
    shown_players: str | None = None  # who sat there on the page, None if it doesn't say

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.boxes.values())


@dataclass(frozen=True, slots=True)
class ListFigures:
    """The figures of a list: lines by seat, games passed in, and the written sum, or None."""

    lines: tuple[SkatLine, ...]
    passed: int = 0
    written_sum: int | None = None  # sum of the points, as the table wrote it
    shown_players: str | None = None  # as of the typed list


def read_typed_list(data: Mapping[str, str], players: Sequence[str]) -> TypedList:
    """Return the list of a table with these *players* from the form's *data*."""
    names = [f"{box}-{player}" for player in players for box in BOXES]
    boxes = {name: " ".join(data.get(name, "").split()) for name in (*names, "passed", "said")}
    return TypedList(boxes, is_confirmed="as-it-is" in data, shown_players=data.get("players"))


def is_list_complete(typed: TypedList, players: Sequence[str], *, counts_games: bool) -> bool:
    """Return whether every box of every player is filled in."""
    boxes = tuple(BOXES) if counts_games else (ALONE,)
    return all(typed.boxes[f"{box}-{player}"] for player in players for box in boxes)


def read_list(
    typed: TypedList, players: Sequence[str], names: Mapping[str, str], *, counts_games: bool
) -> ListFigures:
    """Return the figures of a typed list. Without *counts_games* it has no games won and lost.

    :raises PartyError: for a box without a number
    """
    lines = []
    for player in players:
        name = names[player]
        points = _parse_list_number(typed, f"points-{player}", name, "points")
        won = lost = 0
        if counts_games:
            won = _parse_list_number(typed, f"won-{player}", name, "games won")
            lost = _parse_list_number(typed, f"lost-{player}", name, "games lost")
        lines.append(SkatLine(player=name, points=points, won=won, lost=lost))
    # Only these two boxes may stay empty.
    passed, written_sum = 0, None
    if typed.boxes["passed"]:
        passed = _parse_list_number(typed, "passed", "The table", "games passed in")
    if typed.boxes["said"]:
        written_sum = _parse_list_number(typed, "said", "The table", "the sum of the results")
    return ListFigures(
        tuple(lines), passed=passed, written_sum=written_sum, shown_players=typed.shown_players
    )


def _parse_list_number(typed: TypedList, box: str, player: str, box_words: str) -> int:
    text = typed.boxes[box]
    if not _NUMBER.fullmatch(text):
        problem = f"“{text[:20]}” isn’t a number" if text else "the figure is missing"
        raise PartyError(PartySentences.LIST_NO_NUMBER, player=player, box=box_words, said=problem)
    # Pasted texts have longer dashes in place of a minus sign.
    digits = int(text.lstrip("-−–+"))
    if text[0] in "-−–":
        return -digits
    return digits
