"""A typed card of a cribbage evening: opponent, points and spread of each game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from director.errors import PartyError
from director.party.sentences import PartySentences
from scoring.deals.cribbage import CardLine

BOXES = ("against", "points", "plus", "minus")
MAX_GAMES = 100
SKUNK = 31
"""The spread of a skunk, which wins 3 points instead of 2."""


@dataclass(frozen=True, slots=True)
class TypedGames:
    """The boxes of a card as typed, game by game."""

    text: str
    rows: tuple[tuple[str, ...], ...]
    version: int

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it isn't a number
        """
        if not (self.text.isdecimal() and len(self.text) <= 4):
            raise PartyError(PartySentences.CARD_WITHOUT_NUMBER, text=self.text[:20] or "nothing")
        return int(self.text)

    def parse_lines(self) -> tuple[CardLine | None, ...]:
        """Return the games of the card. Missing points follow from the spread.

        :raises PartyError: for an unreadable box, with its game
        """
        return tuple(self._parse_line(game_no, row) for game_no, row in enumerate(self.rows, 1))

    def _parse_line(self, game_no: int, row: tuple[str, ...]) -> CardLine | None:
        if not any(row):
            return None
        params: dict[str, Any] = {"number": self.number, "game": game_no}
        against, points, plus, minus = (self._parse_game_figure(game_no, text) for text in row)
        if plus is not None and minus is not None:
            raise PartyError(PartySentences.GAME_IN_TWO_COLUMNS, **params)
        spread = plus if minus is None else -minus
        if against is None or spread is None:
            raise PartyError(PartySentences.GAME_HALF_TYPED, **params)
        if points is None:
            if spread < 0:
                points = 0
            elif spread >= SKUNK:
                points = 3
            else:
                points = 2
        return CardLine(str(against), points, spread)

    def _parse_game_figure(self, game_no: int, text: str) -> int | None:
        if not text:
            return None
        if not text.isdecimal() or len(text) > 4:
            raise PartyError(
                PartySentences.GAME_UNREADABLE, number=self.number, game=game_no, text=text[:20]
            )
        return int(text)


def read_typed_games(data: Mapping[str, str]) -> TypedGames:
    """Return the card in the form's *data*."""
    # Reading stops at the first game without boxes, at the latest after MAX_GAMES.
    rows = []
    for game_no in range(1, MAX_GAMES + 1):
        if f"against-{game_no}" not in data:
            break
        # A plus sign may be typed before the spread.
        rows.append(tuple(data.get(f"{box}-{game_no}", "").strip().lstrip("+") for box in BOXES))
    version_text = data.get("version", "")
    # Nine digits fit into the database's integer.
    version = int(version_text) if version_text.isdecimal() and len(version_text) <= 9 else 0
    return TypedGames(" ".join(data.get("number", "").split()), tuple(rows), version)
