"""The words of a party: games, prizes and figures as people read them."""

import re
from collections.abc import Sequence
from fractions import Fraction

from director.core.base.tags.cards import party_figure
from director.party.models import BELLS, Party
from director.party.movement.options import has_lists, written_unit
from director.party.presets.model import GERMAN, TOTALS
from movements import OUT
from scoring import PRIZE_KINDS, PartyPresence, Prize, find_party_method, prize_word

CALLER = "caller"
"""The game of a contest in which a caller reads out the cards."""
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
    CALLER: "Caller contest",
}


def game_word(game: str) -> str:
    """Return the name of a game.

    >>> game_word("five-hundred")
    'Five hundred'
    """
    return GAMES.get(game, game.replace("-", " ").capitalize())


def of_game(game: str) -> str:
    """Return the words after a number of rounds ("of euchre"), or "".

    >>> of_game("five-hundred"), of_game("skat"), of_game("caller")
    (' of five hundred', ' of Skat', '')
    """
    word = game_word(game)
    if game == CALLER:
        return ""
    return f" of {word if game in GERMAN else word.lower()}"


def in_sentence(name: str) -> str:
    """Return the *name* of a method within a sentence.

    >>> in_sentence("Points won"), in_sentence("Seeger–Fabian")
    ('points won', 'Seeger–Fabian')
    """
    if any(letter.isupper() for letter in name[1:]):
        return name
    return f"{name[:1].lower()}{name[1:]}"


def trump_title(game: str) -> str:
    """Return what goes in turn at *game*: trumps, or the courts of court whist.

    >>> trump_title("whist"), trump_title("court-whist")
    ('Trump', 'Court')
    """
    if game == "court-whist":
        return "Court"
    return "Trump"


def table_words(table_no: int, row: int, *, has_rows: bool) -> str:
    """Return which table it is, with its aisle in a room that has several.

    >>> table_words(21, 2, has_rows=True), table_words(5, 1, has_rows=False)
    ('aisle 2, table 21', 'table 5')
    """
    if has_rows:
        return f"aisle {row}, table {table_no}"
    return f"table {table_no}"


def rest_words(waits_at: int) -> str:
    """Return what a player without a seat does: waits, sits out, or is out.

    >>> rest_words(2), rest_words(0), rest_words(-1)
    ('waits at table 2', 'sits out', 'is out')
    """
    if waits_at == OUT:
        return "is out"
    if waits_at:
        return f"waits at table {waits_at}"
    return "sits out"


def plural(number: int, word: str) -> str:
    """Return the number with *word* in the right form.

    >>> plural(1, "hand"), plural(2, "Serie"), plural(3, "series")
    ('1 hand', '2 Serien', '3 series')
    """
    return f"{number} {word if number == 1 else several(word)}"


def several(word: str) -> str:
    """Return what several of *word* are called."""
    return {"Serie": "Serien", "series": "series"}.get(word, f"{word}s")


_ROUND = re.compile(r"\b([Rr])ound(s?)\b")


def in_word(text: str, word: str) -> str:
    """Return *text* about rounds with the party's *word* for a round.

    >>> in_word("A round ends after 8 hands, as all rounds", "game"), in_word("Every round", "series")
    ('A game ends after 8 hands, as all games', 'Every series')
    """

    def spoken(seen: re.Match[str]) -> str:
        spelt = several(word) if seen[2] else word
        if seen[1] == "R":
            return spelt.capitalize()
        return spelt

    return _ROUND.sub(spoken, text)


def presence_words(party: Party, presence: PartyPresence | None) -> str:
    """Return who came late, left or sat out, or ""."""
    if presence:
        return presence.said(party.round_word, several(party.round_word))
    return ""


def made_titles(party: Party) -> tuple[str, ...]:
    """Return the titles of a card's boxes for each round."""
    if not party.method:
        return ("Points",)
    method = find_party_method(party.method)
    if "plus" in method.columns:
        return ("Plus", "Minus")
    title = "Won" if method.unit == "games" else method.unit.capitalize()
    if "spread" in method.columns:
        return (title, "Spread")
    return (title,)


def written_title(party: Party) -> str:
    """Return the title of the box for a side's points, tricks or parts."""
    if party.method:
        return written_unit(party).capitalize()
    return "Points"


def box_words(hand_points: Sequence[int]) -> str:
    """Return what is written in a box for these points.

    >>> box_words((1, 2, 4)), box_words(())
    ('One box per hand: 1, 2, 4, or X for no point', '')
    """
    if hand_points:
        return f"One box per hand: {', '.join(map(str, hand_points))}, or X for no point"
    return ""


def handed_in_words(party: Party) -> str:
    """Return when the cards that everybody writes are handed in."""
    if party.entry == TOTALS:
        return f"after each {party.round_word}"
    return "at the end"


def bell_words(party: Party, round_no: int = 0) -> str:
    """Return what ends round *round_no* of *party*."""
    if has_lists(party):
        which = f"{party.round_title} {round_no}" if round_no else f"A {party.round_word}"
        return f"{which} ends when every table has handed in its list"
    if party.game == "beetle":
        return "The first complete beetle in the room ends the round"
    return BELLS[party.bell].format(word=party.round_word)


def prize_title(party: Party, prize: Prize) -> str:
    """Return what a prize is for: ``"First prize, Ladies"``."""
    parts, kind = [prize_word(prize.kind)], PRIZE_KINDS.get(prize.kind)
    if kind and kind.is_counted and prize.place_no > 1:
        parts[0] += f" {prize.place_no}"
    if prize.table_no is not None:
        parts.append(f"table {prize.table_no}")
    elif prize.row is not None:
        parts.append(f"aisle {prize.row}")
    if prize.group:
        parts.append(party.group_name(prize.group))
    return ", ".join(parts)


def cents_text(cents: int) -> str:
    """Return an amount without a sign of money, as it is read.

    >>> cents_text(1650), cents_text(5)
    ('16.50', '0.05')
    """
    return f"{cents // 100}.{cents % 100:02}"


def figure_with_unit(value: Fraction | int, unit: str) -> str:
    """Return a figure with its unit.

    >>> figure_with_unit(1, "games"), figure_with_unit(Fraction(3, 2), "games")
    ('1 game', '1½ games')
    """
    return f"{party_figure(value)} {unit.removesuffix('s') if value == 1 else unit}"
