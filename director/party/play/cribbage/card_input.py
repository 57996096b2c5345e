"""A card of a cribbage evening as it is typed: opponent, points and spread of each game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from director.errors import PartyError
from director.party.sentences import PartySentences
from scoring import CardLine

BOXES = ("against", "points", "plus", "minus")
MOST_GAMES = 100
SKUNK = 31


@dataclass(frozen=True, slots=True)
class TypedGames:
    """The boxes of a card as typed, game by game."""

    text: str
    rows: tuple[tuple[str, ...], ...]
    version: int

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it is none
        """
        if not (self.text.isdecimal() and len(self.text) <= 4):
            raise PartyError(PartySentences.CARD_WITHOUT_NUMBER, text=self.text[:20] or "nothing")
        return int(self.text)

    def lines(self) -> tuple[CardLine | None, ...]:
        """Return the games of the card. Missing points follow from the spread.

        :raises PartyError: for a box that cannot be read, naming its game
        """
        return tuple(self._line(game, row) for game, row in enumerate(self.rows, 1))

    def _line(self, game: int, row: tuple[str, ...]) -> CardLine | None:
        if not any(row):
            return None
        told: dict[str, Any] = {"number": self.number, "game": game}
        against, points, plus, minus = (self._figure(game, text) for text in row)
        if plus is not None and minus is not None:
            raise PartyError(PartySentences.GAME_IN_TWO_COLUMNS, **told)
        spread = plus if minus is None else -minus
        if against is None or spread is None:
            raise PartyError(PartySentences.GAME_HALF_TYPED, **told)
        if points is None:
            if spread < 0:
                points = 0
            elif spread >= SKUNK:
                points = 3
            else:
                points = 2
        return CardLine(str(against), points, spread)

    def _figure(self, game: int, text: str) -> int | None:
        if text and not (text.isdecimal() and len(text) <= 4):
            raise PartyError(
                PartySentences.GAME_UNREADABLE, number=self.number, game=game, text=text[:20]
            )
        if text:
            return int(text)
        return None


def typed_games(data: Mapping[str, str]) -> TypedGames:
    """Return the card in *data* of the page."""
    version = data.get("version", "")
    games = next(
        (game for game in range(MOST_GAMES) if f"against-{game + 1}" not in data), MOST_GAMES
    )
    return TypedGames(
        " ".join(data.get("number", "").split()),
        tuple(
            tuple(data.get(f"{box}-{game}", "").strip().lstrip("+") for box in BOXES)
            for game in range(1, games + 1)
        ),
        int(version) if version.isdecimal() and len(version) <= 9 else 0,
    )
