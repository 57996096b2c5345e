"""The cards of a cribbage evening: typed, stored with their games, and deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.errors import PartyError
from director.party.models import Party, PartyCard
from director.party.movement.cribbage import describe_card_sums, has_game_cards, read_card_lines
from director.party.play.cards import (
    fetch_stored_card,
    make_card_without_number_error,
    refuse_outdated_card,
    remove_card,
    update_card,
)
from director.party.play.history import record_party_act
from scoring.deals.cribbage import CardLine

BOXES = ("against", "points", "plus", "minus")
MAX_GAMES = 100
SKUNK = 31
"""The spread of a skunk, which wins 3 points instead of 2."""


@dataclass(frozen=True, slots=True)
class TypedGames:
    """The boxes of a card as typed, game by game."""

    number_text: str
    rows: tuple[tuple[str, ...], ...]
    version: int

    @property
    def number(self) -> int:
        """The number on the card.

        :raises PartyError: if it isn't a number
        """
        if not (self.number_text.isdecimal() and len(self.number_text) <= 4):
            raise make_card_without_number_error(text=self.number_text[:20] or "nothing")
        return int(self.number_text)

    def parse_lines(self) -> tuple[CardLine | None, ...]:
        """Return the games of the card. Missing points follow from the spread.

        :raises PartyError: for an unreadable box, with its game
        """
        return tuple(self._make_card_line(game_no, row) for game_no, row in enumerate(self.rows, 1))

    def _make_card_line(self, game_no: int, texts: tuple[str, ...]) -> CardLine | None:
        if not any(texts):
            return None
        params: dict[str, Any] = {"number": self.number, "game": game_no}
        opponent_no, points, plus, minus = (self._read_game_figure(game_no, text) for text in texts)
        if plus is not None and minus is not None:
            raise PartyError(
                "game-in-two-columns",
                "Card {number}, game {game}: the spread belongs in one column. Leave plus or minus "
                "empty.",
                **params,
            )
        spread = plus if minus is None else -minus
        if opponent_no is None or spread is None:
            raise PartyError(
                "game-half-typed",
                "Card {number}, game {game}: opponent and spread belong together. Type both, or "
                "neither for a blank.",
                **params,
            )
        if points is None:
            if spread < 0:
                points = 0
            elif spread >= SKUNK:
                points = 3
            else:
                points = 2
        return CardLine(str(opponent_no), points, spread)

    def _read_game_figure(self, game_no: int, text: str) -> int | None:
        if not text:
            return None
        if not text.isdecimal() or len(text) > 4:
            raise PartyError(
                "game-unreadable",
                "Card {number}, game {game}: “{text}” isn’t a number. Type figures, such as 12.",
                number=self.number,
                game=game_no,
                text=text[:20],
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


MAX_SPREAD = 121
"""The spread of a game that the loser ends without a hole, since 121 holes win."""
POINTS = (0, 2, 3)
"""Points of a lost game, a won game and a skunk."""
CardLines = Sequence[CardLine | None]


def store_game_card(
    *, party: Party, number: int, lines: CardLines, version: int | None = None, user: User | None
) -> PartyCard:
    """Store the card of player *number* with its games. Return the card.

    *version* is the version of the card that the page showed: 0 for no card, None to overwrite any.

    :raises PartyError: if the card is impossible, or somebody else changed it since *version*
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.CARD, message="", user=user) as act:
        if not has_game_cards(party):
            raise _make_no_game_cards_error()
        stored_card = fetch_stored_card(party, number)
        _validate_games(party, number, lines)
        # A repeated request succeeds, whatever version it names.
        if stored_card is not None and read_card_lines(stored_card) == tuple(lines):
            return stored_card
        new_text = describe_card_sums(lines)
        description = f"Card {number}: {new_text}"
        stored_text = ""
        if stored_card is not None:
            stored_text = describe_card_sums(read_card_lines(stored_card))
            description += f", replaces {stored_text}"
        refuse_outdated_card(stored_card, version, stored_text=stored_text, typed_text=new_text)
        games: list[list[int] | None] = []
        total = 0
        for line in lines:
            if line is None:
                games.append(None)
            else:
                games.append([int(line.opponent), line.points, line.spread])
                total += line.points
        return update_card(
            act,
            stored_card or PartyCard(party=party, player=number),
            values={"games": games, "total": total, "half": None, "second": None, "lone": 0},
            description=description,
            user=user,
        )


def remove_game_card(
    *, party: Party, number: int, version: int | None = None, user: User | None
) -> None:
    """Remove the card of player *number*, if any.

    :raises PartyError: if somebody else changed the card since *version*
    """
    if not has_game_cards(party):
        raise _make_no_game_cards_error()
    remove_card(party=party, number=number, version=version, user=user)


def _validate_games(party: Party, number: int, lines: CardLines) -> None:
    """Raise if the games are impossible on a card.

    :raises PartyError: with the reason
    """
    if not any(lines):
        raise PartyError(
            "card-without-games", "Card {number} has no games. Type them.", number=number
        )
    opponents = set(party.players.values_list("number", flat=True)) - {number}
    for game_no, line in enumerate(lines, 1):
        if line is None:
            continue
        params: dict[str, Any] = {"number": number, "game": game_no}
        if int(line.opponent) not in opponents:
            raise PartyError(
                "game-against",
                "Card {number}, game {game}: there is no opponent with the number {against}. Check "
                "the card.",
                against=line.opponent,
                **params,
            )
        if line.points not in POINTS:
            raise PartyError(
                "game-points",
                "Card {number}, game {game}: a game scores 0, 2 or 3 points, not {points}.",
                points=line.points,
                **params,
            )
        if not 1 <= abs(line.spread) <= MAX_SPREAD:
            raise PartyError(
                "game-spread",
                "Card {number}, game {game}: the spread must be 1 to {most}, not {spread}.",
                spread=abs(line.spread),
                most=MAX_SPREAD,
                **params,
            )


def _make_no_game_cards_error() -> PartyError:
    return PartyError(
        "no-game-cards",
        "This party has no cards with games. You can change how scores are entered in step 1, "
        "Field.",
    )
