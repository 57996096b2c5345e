"""Check cards: each by itself, and the room as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.core.base.tags.cards import party_figure
from director.party.models import Party, PartyCard
from director.party.movement.games.sit_outs import written_for_sit_outs
from director.party.movement.options import contest_word, full_table
from director.party.presets.model import TOTALS
from movements import Seating
from scoring import (
    ALL_TRICKS,
    CARRY,
    GAMES_PLAYED,
    HAND_POINTS,
    MISSING_HAND,
    SWAPPED,
    RoomSum,
    adds_up,
    card_hints,
    find_party_method,
    room_sum,
)

HINTS = {
    SWAPPED: "two digits swapped on a card, such as 163 for 136",
    CARRY: "a card added up wrongly by ten or a hundred",
    MISSING_HAND: "a hand missing on a card",
}
MOST_TRICKS, MOST_POINTS = 13, 4
"""What one hand can bring a card of whist and of euchre."""
NUMBERS = frozenset("0123456789.")


@dataclass(frozen=True, slots=True)
class Sum:
    """The total of all cards, or of one half, and what it must be."""

    what: str
    total: int
    expected: RoomSum | None
    is_complete: bool  # every card is in, with this figure

    @property
    def off(self) -> int | Fraction:
        """How far the room is off, 0 while cards are missing."""
        if self.expected and self.is_complete:
            return self.expected.off(self.total)
        return 0

    @property
    def off_words(self) -> str:
        """The difference from the expected total in words, or ""."""
        if self.off:
            return (
                f"{party_figure(abs(Fraction(self.off)))} too {'many' if self.off > 0 else 'few'}"
            )
        return ""

    def words(self, unit: str) -> str:
        """Return the difference from the expected total in a sentence, in *unit*."""
        return f"{self.what}: {self.total} of {self.wanted} {unit}, {self.off_words}."

    @property
    def wanted(self) -> str:
        """The expected total in words, or ""."""
        if self.expected is None:
            return ""
        if self.expected.is_exact:
            return party_figure(self.expected.most)
        return f"{party_figure(self.expected.least)} to {party_figure(self.expected.most)}"


def sums(
    party: Party,
    cards: Sequence[PartyCard],
    playing: int,
    seating: Seating,
    *,
    word: str = "player",
) -> tuple[Sum, ...]:
    """Return the totals of *cards*. *seating* are the first seats, if drawn."""
    first, last = party.first_on_card, max(party.rounds, party.first_on_card)
    if any(card.part for card in cards):
        return (Sum("Total", sum(card.total for card in cards), None, False),)
    uneven = any(card.first_round or card.last_round for card in cards)
    half = min(max(party.half_round, first - 1), last)
    columns = (
        ("Total", [card.total for card in cards], range(first, last + 1)),
        ("First half", [card.half for card in cards], range(first, half + 1)),
        ("Second half", [card.second for card in cards], range(half + 1, last + 1)),
    )
    asked = {"total": 1, "half": 2, "halves": 3}[party.on_cards]
    lines = []
    for what, figures, rounds in columns[:asked]:
        written = [figure for figure in figures if figure is not None]
        expected = None if uneven else _expected_room_sum(party, playing, seating, rounds, word)
        lines.append(Sum(what, sum(written), expected, len(written) >= playing > 0))
    return tuple(lines)


def sum_hints(party: Party, lines: Sequence[Sum], *, word: str = "player") -> tuple[str, ...]:
    """Return what may be wrong where the room is off, in words."""
    most = MOST_TRICKS if sum_kind(party) == ALL_TRICKS else MOST_POINTS
    keys = dict.fromkeys(key for line in lines for key in card_hints(line.off, most_of_a_hand=most))
    words = tuple(HINTS[key] for key in keys)
    is_even = sum_kind(party) == HAND_POINTS and word == "player"
    odd = (line.what for line in lines if is_even and line.is_complete and line.total % 2)
    return (
        *words,
        *(f"a point too many on one partner’s card: the {what.lower()} is odd" for what in odd),
    )


def card_faults(card: PartyCard, most: int | None, within: str) -> tuple[str, ...]:
    """Return in words what is impossible on *card*. *most* is its maximum."""
    faults = []
    if (
        card.half is not None
        and card.second is not None
        and not adds_up(card.total, (card.half, card.second))
    ):
        faults.append(f"{card.half} + {card.second} = {card.half + card.second}")
    elif card.half is not None and card.half > card.total >= 0:
        faults.append("the first half is more than the total")
    if most is not None and card.total > most:
        faults.append(f"more than {most}, the most possible in {within}")
    return tuple(faults)


def sum_kind(party: Party) -> str:
    """Return which total of *party* is known in advance, or ""."""
    if not party.method or party.entry == TOTALS or full_table(party) != 4:
        return ""
    method = find_party_method(party.method)
    if method.unit == "games":
        return GAMES_PLAYED
    if method.unit == "tricks" and hands_of_round(party):
        return ALL_TRICKS
    if party.game == "euchre" and method.key == "points" and party.hands:
        return HAND_POINTS
    return ""


def hands_of_round(party: Party) -> int:
    """Return the number of hands in a round, or 0 if it is open."""
    return party.hands or (1 if party.method_options.get("deal") == "13" else 0)


def _expected_room_sum(
    party: Party, hand_in: int, seating: Seating, rounds: range, word: str
) -> RoomSum | None:
    """Return the total that the room must have in these *rounds*, or None."""
    kind, playing = sum_kind(party), [table for table in seating if not table.sits_out]
    if not kind or any(table.alone or len(table.players) != 4 for table in playing):
        return None
    sides = {"player": 4, "pair": 2}.get(word, 1)  # cards of a table
    tables = len(playing) if seating else hand_in // sides
    out = hand_in - sides * tables
    each = str(party.method_options.get("sit_out", "nothing"))
    if out and each == "average":
        return None
    credit = Fraction(each) if set(each) <= NUMBERS else Fraction(0)
    written = written_for_sit_outs(party, seating, rounds, credit) if out else 0
    credits = (
        Fraction(written * sides, 4) or out * len(rounds) * credit
    )  # before the draw nobody knows who sits out
    hands, cards = hands_of_round(party), max(sides // 2, 1)
    return room_sum(
        kind, tables=tables, rounds=len(rounds), hands=hands, credits=credits, cards=cards
    )


def most_of_a_round(party: Party) -> int | None:
    """Return the most that one round can bring a card, or None."""
    kind = sum_kind(party)
    if kind == GAMES_PLAYED:
        return 1
    each = {ALL_TRICKS: MOST_TRICKS, HAND_POINTS: MOST_POINTS}.get(kind)
    at_once = (
        1 if contest_word(party) in ("player", "pair") else 2
    )  # the two halves of a team play apart
    if each:
        return each * hands_of_round(party) * at_once
    return None
