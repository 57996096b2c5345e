"""The words of a party: games, prizes and figures as people read them."""

from fractions import Fraction

from director.desk.tags.cards import party_figure
from director.party.models import Party
from scoring import Prize

GAMES = {
    "whist": "Whist",
    "court-whist": "Court whist",
    "euchre": "Euchre",
    "five-hundred": "Five hundred",
    "cinch": "Cinch",
    "sixty-three": "Sixty-three",
    "auction": "Auction bridge",
    "pivot": "Pivot bridge",
    "skat": "Skat",
    "schafkopf": "Schafkopf",
    "doppelkopf": "Doppelkopf",
    "beetle": "Beetle",
    "cribbage": "Cribbage",
    "forty-fives": "Forty-fives",
    "caller": "Caller contest",
}
PRIZE_WORDS = {
    "first": "First prize",
    "second": "Second prize",
    "third": "Third prize",
    "booby": "Booby prize",
    "lone-hands": "Prize for lone hands",
    "half-time": "Half-time prize",
    "high-game": "Prize for the highest game",
    "raffle": "Raffle prize",
    "ten-tricks": "Prize for hands of ten tricks",
    "drawn-number": "Prize by the drawn number",
    "aisle": "Aisle prize",
    "table": "Table prize",
}


COUNTED = ("half-time", "aisle", "table", "drawn-number", "raffle")
"""Prizes of which there may be several, told apart by a number."""


def game_word(game: str) -> str:
    """Return the name of a game.

    >>> game_word("five-hundred")
    'Five hundred'
    """
    return GAMES.get(game, game.replace("-", " ").capitalize())


def table_words(table_no: int, row: int, *, has_rows: bool) -> str:
    """Return which table it is, with its aisle in a room that has several.

    >>> table_words(21, 2, has_rows=True), table_words(5, 1, has_rows=False)
    ('aisle 2, table 21', 'table 5')
    """
    return f"aisle {row}, table {table_no}" if has_rows else f"table {table_no}"


def prize_title(party: Party, prize: Prize) -> str:
    """Return what a prize is for: ``"First prize, Ladies"``."""
    parts = [PRIZE_WORDS.get(prize.kind, f"{prize.kind.replace('-', ' ').capitalize()} prize")]
    if prize.kind in COUNTED and prize.place_no > 1:
        parts[0] += f" {prize.place_no}"
    if prize.table_no is not None:
        parts.append(f"table {prize.table_no}")
    elif prize.row is not None:
        parts.append(f"aisle {prize.row}")
    if prize.group:
        parts.append(party.group_name(prize.group))
    return ", ".join(parts)


def counted(value: Fraction | int, unit: str) -> str:
    """Return a figure with what it counts.

    >>> counted(1, "games"), counted(Fraction(3, 2), "games")
    ('1 game', '1½ games')
    """
    return f"{party_figure(value)} {unit.removesuffix('s') if value == 1 else unit}"
