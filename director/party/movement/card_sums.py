"""Checks of the cards handed in, one by one and in total.

With certain methods the cards of a room must add up to a known total (each hand of whist has 13
tricks, each game one winner). A difference shows that a card is wrong, and often how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.core.base.tags.cards import party_figure
from director.party.models import Party, PartyCard
from director.party.movement.cards import (
    find_holder_count,
    get_card_rounds,
    get_player_rounds,
    list_card_holders,
    sum_sit_out_entries,
)
from director.party.movement.contestants import Contestants
from director.party.movement.options import (
    get_contestant_noun,
    get_counted_unit,
    get_full_table_size,
)
from director.party.presets import TOTALS
from movements.party.model import Seating
from scoring.party.card_sums import (
    CARRY_MISTAKE,
    MISSING_HAND,
    SUM_OF_GAMES,
    SUM_OF_HAND_POINTS,
    SUM_OF_TRICKS,
    SWAPPED_DIGITS,
    PossibleSums,
    compute_possible_sums,
    is_sum_of_halves,
    list_card_hints,
)
from scoring.party.methods import get_party_method
from scoring.party.model import ONE_DEAL, TRICKS_OF_DEAL

HINTS = {
    SWAPPED_DIGITS: "two digits swapped on a card, such as 163 for 136",
    CARRY_MISTAKE: "a card added up wrongly by ten or a hundred",
    MISSING_HAND: "a hand missing on a card",
}
UNEQUAL_PARTNERS = "different points of the same round on the cards of two partners"
MAX_POINTS = 4
"""Points of a hand of euchre, for a march by a loner."""
NUMBER_CHARACTERS = frozenset("0123456789.")


@dataclass(frozen=True, slots=True)
class CardSum:
    """The total of all cards or of one half in *unit*, with the expected total."""

    title: str
    total: int
    unit: str
    expected_sum: PossibleSums | None
    is_complete: bool  # every card is in, with this figure

    @property
    def difference(self) -> int | Fraction:
        """The difference from the expected total, 0 while cards are missing."""
        if self.expected_sum and self.is_complete:
            return self.expected_sum.compute_excess(self.total)
        return 0

    @property
    def is_wrong(self) -> bool:
        """Whether all cards are in, and can't have this total."""
        if self.expected_sum is None or not self.is_complete:
            return False
        return not self.expected_sum.can_be_total(self.total)

    @property
    def is_correct(self) -> bool:
        """Whether all cards are in, and no other total is possible."""
        return bool(self.is_complete and self._is_exact and not self.is_wrong)

    @property
    def description(self) -> str:
        """The text after the total: its unit, what is expected, and what is wrong."""
        if self.expected_sum is None:
            return self.unit
        if self._is_exact:
            problem = f", {self.difference_text}" if self.is_wrong else ""
            return f"of {self.expected_text} {self.unit}{problem}"
        if not self.is_complete:
            return f"{self.unit} so far ({self.expected_text} with all cards)"
        if self.is_wrong:
            return f"{self.unit}, {self.difference_text} ({self.expected_text} are possible)"
        return f"{self.unit}, possible ({self.expected_text})"

    @property
    def difference_text(self) -> str:
        """The difference from the expected total in words, or ""."""
        if not self.is_wrong:
            return ""
        if not self.difference:
            # Cards of partners add up in steps of 2, because each point is on two cards.
            return f"but it must be {'odd' if self.total % 2 == 0 else 'even'}"
        direction = "many" if self.difference > 0 else "few"
        return f"{party_figure(abs(Fraction(self.difference)))} too {direction}"

    @property
    def sentence(self) -> str:
        """The total in a sentence."""
        return f"{self.title}: {self.total} {self.description}."

    @property
    def _is_exact(self) -> bool:
        return self.expected_sum is not None and self.expected_sum.is_exact

    @property
    def expected_text(self) -> str:
        """The expected total in words, or ""."""
        if self.expected_sum is None:
            return ""
        if self.expected_sum.is_exact:
            return party_figure(self.expected_sum.max_sum)
        return f"{party_figure(self.expected_sum.min_sum)} to {party_figure(self.expected_sum.max_sum)}"


def compute_card_sums(
    party: Party,
    cards: Sequence[PartyCard],
    contestants: Contestants,
    seating: Seating,
) -> tuple[CardSum, ...]:
    """Return the totals of *cards*. *seating* has the first seats, if they are drawn.

    One card is due from each of *contestants* who played a round on cards.
    """
    holders = list_card_holders(party, contestants)
    holder_count = find_holder_count(party, contestants)
    unit = get_counted_unit(party) or "points"
    if any(card.part for card in cards):
        # Cards of single rounds: get_sum_kind() knows no total for them.
        total = sum(card.total for card in cards)
        return (CardSum("Total", total, unit, expected_sum=None, is_complete=False),)
    first_round = party.first_card_round
    last_round = max(party.rounds, first_round)
    # The half may lie outside the rounds on the card; one half is empty then.
    half = min(max(party.half_round, first_round - 1), last_round)
    # Cards of players who missed rounds leave the total of the room open.
    has_partial_cards = holder_count is None
    for card in cards:
        expected_rounds = get_player_rounds(party, contestants.names, str(card.player))
        has_partial_cards |= get_card_rounds(party, contestants.names, card) != expected_rounds
    columns = (
        ("Total", [card.total for card in cards], range(first_round, last_round + 1)),
        ("First half", [card.half for card in cards], range(first_round, half + 1)),
        ("Second half", [card.second for card in cards], range(half + 1, last_round + 1)),
    )
    # The figures that are typed from each card.
    column_count = {"total": 1, "half": 2, "halves": 3}[party.card_figures]
    card_sums = []
    for title, figures, rounds in columns[:column_count]:
        written_figures = [figure for figure in figures if figure is not None]
        if holder_count is None or has_partial_cards:
            expected_sum = None
        else:
            expected_sum = _compute_expected_sum(
                party, holder_count, seating, rounds, contestants.contestant_noun
            )
        is_complete = len(written_figures) >= len(holders) > 0
        card_sums.append(CardSum(title, sum(written_figures), unit, expected_sum, is_complete))
    return tuple(card_sums)


def list_sum_hints(party: Party, card_sums: Sequence[CardSum]) -> tuple[str, ...]:
    """Return the likely mistakes on cards if totals of the room are off, in words."""
    max_of_hand = TRICKS_OF_DEAL if get_sum_kind(party) == SUM_OF_TRICKS else MAX_POINTS
    hints: dict[str, None] = {}  # ordered, without repeats
    for card_sum in card_sums:
        for key in list_card_hints(card_sum.difference, max_of_hand=max_of_hand):
            hints[HINTS[key]] = None
        if card_sum.is_wrong and not card_sum.difference:
            hints[UNEQUAL_PARTNERS] = None
    return tuple(hints)


def list_card_problems(card: PartyCard, max_total: int | None, rounds_text: str) -> tuple[str, ...]:
    """Return the impossible figures on *card* in words.

    *max_total* is the most that a card can have after *rounds_text*, such as "12 rounds".
    """
    problems = []
    half, second = card.half, card.second
    if half is not None and second is not None and not is_sum_of_halves(card.total, (half, second)):
        problems.append(f"{half} + {second} = {half + second}")
    elif half is not None and half > card.total >= 0:
        problems.append("the first half is more than the total")
    if max_total is not None and card.total > max_total:
        problems.append(f"more than {max_total}, the most possible in {rounds_text}")
    return tuple(problems)


def get_sum_kind(party: Party) -> str:
    """Return the kind of total that is known in advance for *party*, or ""."""
    if not party.method or party.entry == TOTALS or get_full_table_size(party) != 4:
        return ""
    method = get_party_method(party.method)
    if method.unit == "games":
        return SUM_OF_GAMES
    if method.unit == "tricks" and get_hands_per_round(party):
        return SUM_OF_TRICKS
    if party.game == "euchre" and method.key == "points" and party.hands:
        return SUM_OF_HAND_POINTS
    return ""


def get_hands_per_round(party: Party) -> int:
    """Return the number of hands in a round, or 0 if it is open."""
    if party.hands:
        return party.hands
    return 1 if party.method_options.get("deal") == ONE_DEAL else 0


def _compute_expected_sum(
    party: Party, card_count: int, seating: Seating, rounds: range, contestant_noun: str
) -> PossibleSums | None:
    """Return the total that the room must have in these *rounds*, or None if it is open."""
    kind = get_sum_kind(party)
    playing_tables = [table for table in seating if not table.sits_out]
    if not kind or any(table.is_for_singles or len(table.players) != 4 for table in playing_tables):
        return None
    cards_per_table = {"player": 4, "pair": 2}.get(contestant_noun, 1)
    table_count = len(playing_tables) if seating else card_count // cards_per_table
    cards_sitting_out = card_count - cards_per_table * table_count
    sit_out_option = str(party.method_options.get("sit_out", "nothing"))
    if cards_sitting_out and sit_out_option == "average":
        return None
    # Any other option, such as "nothing", gives no points.
    credit = Fraction(0)
    if set(sit_out_option) <= NUMBER_CHARACTERS:
        credit = Fraction(sit_out_option)
    credits = cards_sitting_out * len(rounds) * credit
    max_rounding = Fraction(0)
    if credits:
        entry_sum = sum_sit_out_entries(party, seating, rounds, credit)
        if entry_sum is not None:
            # All four players of a table count in the sum, also if a pair or team shares one card.
            credits = Fraction(entry_sum * cards_per_table, 4)
        elif credit.denominator > 1:
            # Nobody knows yet who sits out, so each card may be a half off.
            sit_outs = cards_sitting_out * len(rounds)
            max_rounding = Fraction(min(card_count, sit_outs), 2)
    return compute_possible_sums(
        kind,
        table_count=table_count,
        round_count=len(rounds),
        hand_count=get_hands_per_round(party),
        sit_out_credits=credits,
        max_rounding=max_rounding,
        # A point is on the cards of both partners. A pair or a team has one card for both.
        cards_per_point=max(cards_per_table // 2, 1),
    )


def compute_max_per_round(party: Party) -> int | None:
    """Return the most that a card can score in one round, or None if it is open."""
    kind = get_sum_kind(party)
    if kind == SUM_OF_GAMES:
        return 1
    max_of_hand = {SUM_OF_TRICKS: TRICKS_OF_DEAL, SUM_OF_HAND_POINTS: MAX_POINTS}.get(kind)
    if max_of_hand is None:
        return None
    # The two pairs of a team play at different tables at the same time.
    tables_at_once = 1 if get_contestant_noun(party) in ("player", "pair") else 2
    return max_of_hand * get_hands_per_round(party) * tables_at_once
