"""The cards handed in at a party, as ``scoring`` counts them, their sit-outs, and their faults."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from django.db.models import F, Q

from director.core.base.tags.cards import party_figure
from director.names import join_names
from director.party.models import Party, PartyCard
from director.party.movement.options import (
    get_contestant_noun,
    get_counted_unit,
    get_full_table_size,
)
from director.party.movement.seating import (
    Contestant,
    Contestants,
    PartyNames,
    SeatAtTable,
    fetch_party_names,
    read_seating,
)
from director.party.presets import MIX, TOTALS
from movements.party.model import Seating
from movements.party.rounds import list_resting_players
from scoring.party.faults import (
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
from scoring.party.model import PartyGame, PartyPresence


def read_cards(party: Party) -> tuple[PartyCard, ...]:
    """Return the cards handed in, by round if each has its own. At most one query."""
    if party.has_cards:
        return tuple(party.cards.order_by("part", "player"))
    return ()


def make_card_games(
    party: Party,
    pairs: Contestants,
    cards: Sequence[PartyCard],
    first_seats: Mapping[str, SeatAtTable],
) -> Iterator[PartyGame]:
    """Yield each of *cards* as a game, or as two games if both halves are known.

    The card of one partner counts for the whole pair. *first_seats* are the first seats. A player
    without one counts as seated at table 1.
    """
    for card in _without_second_cards(pairs, cards):
        for player in pairs.get_contestant(str(card.player)).all_players:
            table_no, side, row = 1, 0, 1
            if seat := first_seats.get(player):
                table_no, side, row = seat.table_no, seat.side, seat.row
            for first_round, last_round, total, lone_hands in _split_card(party, pairs.names, card):
                yield PartyGame(
                    player=player,
                    round_no=first_round,
                    table_no=table_no,
                    side=side,
                    group=pairs.names.get_group(player),
                    row=row,
                    card_total=total,
                    rounds=last_round - first_round + 1,
                    # Lone hands go to the one who played them.
                    lone_hands=lone_hands if player == str(card.player) else 0,
                )


def _without_second_cards(pairs: Contestants, cards: Sequence[PartyCard]) -> Iterator[PartyCard]:
    """Yield *cards* without second cards of a pair."""
    seen_keys: set[tuple[str, int]] = set()
    for card in cards:
        card_key = (pairs.get_contestant(str(card.player)).key, card.part)
        if card_key not in seen_keys:
            seen_keys.add(card_key)
            yield card


def get_card_rounds(party: Party, names: PartyNames, card: PartyCard) -> tuple[int, int]:
    """Return the first and last round on *card*."""
    if card.part:
        return card.part, card.part
    first_round, last_round = get_player_rounds(party, names, str(card.player))
    first_round = card.first_round or first_round
    return first_round, max(card.last_round or last_round, first_round)


def get_player_rounds(party: Party, names: PartyNames, player: str) -> tuple[int, int]:
    """Return the first and last round on the card of *player*, by when the player came and left."""
    player_facts = names.facts_by_player.get(player)
    joined_round = player_facts.joined_round if player_facts else 1
    left_round = player_facts.left_round if player_facts else None
    last_round = party.rounds if left_round is None else left_round - 1
    return max(party.first_card_round, joined_round), last_round


def list_card_holders(party: Party, contestants: Contestants) -> tuple[Contestant, ...]:
    """Return the contestants who hand in a card: all who didn't leave before their first round.

    Cards of single rounds are due only from those who still play.
    """
    if has_round_cards(party):
        return contestants.present_contestants
    names = contestants.names
    holders = []
    for contestant in contestants:
        rounds = (get_player_rounds(party, names, player) for player in contestant.players)
        if any(first_round <= last_round for first_round, last_round in rounds):
            holders.append(contestant)
    return tuple(holders)


def find_holder_count(party: Party, contestants: Contestants) -> int | None:
    """Return the contestants with a card in every round, or None if their number varies.

    Whoever came for somebody who left doesn't change it.
    """
    holder_count_by_round: Counter[int] = Counter()
    for contestant in list_card_holders(party, contestants):
        rounds_of_contestant: set[int] = set()
        for player in contestant.players:
            first, last = get_player_rounds(party, contestants.names, player)
            rounds_of_contestant.update(range(first, last + 1))
        holder_count_by_round.update(rounds_of_contestant)
    first_round = party.first_card_round
    rounds_on_card = range(first_round, max(party.rounds, first_round) + 1)
    counts = {holder_count_by_round[round_no] for round_no in rounds_on_card}
    return counts.pop() if len(counts) == 1 else None


def _split_card(
    party: Party, names: PartyNames, card: PartyCard
) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each part of *card* its first and last round, total and lone hands."""
    first_round, last_round = get_card_rounds(party, names, card)
    half = party.half_round
    if card.half is None or not first_round <= half < last_round:
        yield first_round, last_round, card.total, card.lone
        return
    # A card has one number of lone hands, which is counted with the first half.
    yield first_round, half, card.half, card.lone
    yield half + 1, last_round, card.total - card.half, 0


def limit_presence_to_card(party: Party, card: PartyCard, presence: PartyPresence) -> PartyPresence:
    """Return *presence* with the first and last round that *card* names."""
    left_round = presence.leaving_round
    if card.last_round and card.last_round < party.rounds:
        left_round = card.last_round + 1
    return PartyPresence(
        player=presence.player,
        joining_round=card.first_round or presence.joining_round,
        leaving_round=left_round,
        rounds_sat_out=presence.rounds_sat_out,
    )


def derive_presence_from_rounds(
    player: str, games: Sequence[PartyGame], last_closed_round: int
) -> PartyPresence:
    """Return when *player* came, left or missed a round, from totals after every round.

    *games* are the player's. *last_closed_round* is the last round for which no more totals are expected.
    """
    played_rounds = sorted(game.round_no for game in games)
    first_round, last_round = played_rounds[0], played_rounds[-1]
    missed_rounds = tuple(
        round_no for round_no in range(first_round, last_round) if round_no not in played_rounds
    )
    left_round = last_round + 1 if last_round < last_closed_round else None
    return PartyPresence(player, first_round, left_round, missed_rounds)


def get_last_closed_round(party: Party, cards: Sequence[PartyCard]) -> int:
    """Return the last round for which no more totals are expected.

    Totals of a round close the one before. The end of play closes the last round too.
    """
    last_round = max((card.part for card in cards), default=0)
    if party.is_over:
        return last_round
    return max(last_round - 1, 0)


def is_typed_from_cards(party: Party, round_no: int | None = None) -> bool:
    """Return whether the page of *round_no* shows cards. None means any round.

    If tables have reported a round that was planned on cards, the page shows tables. Costs one
    query, two in a mix, and none without cards.
    """
    if not party.has_cards:
        return False
    card_rounds = party.played_rounds.filter(round_no__gte=party.first_card_round)
    # F compares the round with itself, so any card round matches.
    is_this_round = Q(round_no=round_no or F("round_no"))
    if party.entry == MIX and not card_rounds.filter(is_this_round).exists():
        return False
    return not card_rounds.filter(results__isnull=False).exists()


def is_on_cards(party: Party, round_no: int) -> bool:
    """Return whether round *round_no* is on the cards. No query."""
    return party.has_cards and round_no >= party.first_card_round


def has_all_cards(party: Party, contestants: Contestants, cards: Sequence[PartyCard]) -> bool:
    """Return whether play is closed or every card is in."""
    last_part = party.rounds if has_round_cards(party) else 0
    contestants_with_card = {
        contestants.get_contestant(str(card.player)) for card in cards if card.part == last_part
    }
    return party.is_over or contestants_with_card.issuperset(list_card_holders(party, contestants))


def has_round_cards(party: Party) -> bool:
    """Return whether every round of *party* has cards of its own."""
    return party.entry == TOTALS


# Sit-outs in rounds on cards, and the points players write for them.


def compute_sit_outs_by_round(
    party: Party, seating: Seating, round_no: int
) -> dict[int, tuple[str, ...]]:
    """Return the players who sit out in each round from *round_no* on."""
    if not party.has_cards or not any(table.sits_out for table in seating):
        return {}
    turns = list_resting_players(
        party.system, seating, party.rounds - round_no + 1, options=party.options
    )
    return dict(enumerate(turns, round_no))


def describe_sit_out_entry(party: Party) -> str:
    """Return the entry that a player makes for a sit-out: ``"write 6 points"``, or "".

    Cards have whole figures only, so 6½ is written as 6, 7, 6, 7 in turn.
    """
    choice = str(party.method_options.get("sit_out", "nothing"))
    unit = get_counted_unit(party)
    if choice == "nothing":
        return ""
    if choice == "average":
        return "your average counts"
    credit = Fraction(choice)
    if credit.denominator == 1:
        return f"write {credit} {unit}"
    return f"write {floor(credit)} the first time, {ceil(credit)} the second"


def sum_sit_out_entries(
    party: Party, seating: Seating, rounds: range, credit: Fraction
) -> int | None:
    """Return the sum that all players write for their sit-outs in *rounds*.

    It is None if nobody knows yet who sits out.
    """
    sit_outs_by_round = compute_sit_outs_by_round(party, seating, party.first_card_round)
    if not sit_outs_by_round:
        return None
    entry_sum = 0
    sit_out_counts = Counter[str]()
    for round_no, players in sit_outs_by_round.items():
        for player in players:
            sit_out_counts[player] += 1
            if round_no in rounds:
                # Each entry rounds down the player's sum so far: 6, 7, 6, 7 for 6½.
                sum_before = floor(credit * (sit_out_counts[player] - 1))
                entry_sum += floor(credit * sit_out_counts[player]) - sum_before
    return entry_sum


def describe_resting_players(party: Party) -> str:
    """Return who sits out now and next, in sentences. At most three queries."""
    latest_round = party.played_rounds.order_by("-round_no").first()
    if latest_round is None:
        return ""
    sit_outs_by_round = compute_sit_outs_by_round(
        party, read_seating(latest_round.seating), latest_round.round_no
    )
    if not sit_outs_by_round:
        return ""
    names = fetch_party_names(party)
    sentences = []
    current_round_no = party.session.round_no
    titles = {
        current_round_no: f"Sitting out {party.round_word} {current_round_no}",
        current_round_no + 1: "Next",
    }
    for round_no, title in titles.items():
        if players := sit_outs_by_round.get(round_no):
            player_names = join_names([names.format_with_number(player) for player in players])
            sentences.append(f"{title}: {player_names}.")
    if sit_out_entry := describe_sit_out_entry(party):
        sentences.append(f"When you sit out, {sit_out_entry}.")
    return " ".join(sentences)


# Check the cards handed in, one by one and in total.
#
# With certain methods the cards of a room must add up to a known total (each hand of whist has 13
# tricks, each game one winner). A difference shows that a card is wrong, and often how.

HINTS = {
    SWAPPED_DIGITS: "two digits swapped on a card, such as 163 for 136",
    CARRY_MISTAKE: "a card added up wrongly by ten or a hundred",
    MISSING_HAND: "a hand missing on a card",
}
UNEQUAL_PARTNERS = "different points of the same round on the cards of two partners"
MAX_TRICKS = 13
"""Tricks of a hand of whist."""
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
        """The words after the total: its unit, what is expected, and what is wrong."""
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
            # Only partners have a step: 2, because each point is on two cards.
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
    """Return the totals of *cards*. *seating* holds the first seats, if drawn.

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
    max_of_hand = MAX_TRICKS if get_sum_kind(party) == SUM_OF_TRICKS else MAX_POINTS
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
    return 1 if party.method_options.get("deal") == "13" else 0


def _compute_expected_sum(
    party: Party, card_count: int, seating: Seating, rounds: range, contestant_noun: str
) -> PossibleSums | None:
    """Return the total that the room must have in these *rounds*, or None if it is open."""
    kind = get_sum_kind(party)
    playing_tables = [table for table in seating if not table.sits_out]
    if not kind or any(table.is_for_singles or len(table.players) != 4 for table in playing_tables):
        return None
    cards_per_table = {"player": 4, "pair": 2}.get(contestant_noun, 1)
    tables = len(playing_tables) if seating else card_count // cards_per_table
    cards_sitting_out = card_count - cards_per_table * tables
    sit_out_option = str(party.method_options.get("sit_out", "nothing"))
    if cards_sitting_out and sit_out_option == "average":
        return None
    credit = Fraction(0)
    if set(sit_out_option) <= NUMBER_CHARACTERS:
        credit = Fraction(sit_out_option)
    credits = cards_sitting_out * len(rounds) * credit
    max_rounding = Fraction(0)
    if credits:
        entry_sum = sum_sit_out_entries(party, seating, rounds, credit)
        if entry_sum is not None:
            credits = Fraction(entry_sum * cards_per_table, 4)
        elif credit.denominator > 1:
            # Nobody knows yet who sits out, so each card may be a half off.
            sit_outs = cards_sitting_out * len(rounds)
            max_rounding = Fraction(min(card_count, sit_outs), 2)
    return compute_possible_sums(
        kind,
        table_count=tables,
        round_count=len(rounds),
        hand_count=get_hands_per_round(party),
        sit_out_credits=credits,
        max_rounding=max_rounding,
        cards_per_point=max(cards_per_table // 2, 1),
    )


def compute_max_per_round(party: Party) -> int | None:
    """Return the most that a card can score in one round, or None if it is open."""
    kind = get_sum_kind(party)
    if kind == SUM_OF_GAMES:
        return 1
    max_of_hand = {SUM_OF_TRICKS: MAX_TRICKS, SUM_OF_HAND_POINTS: MAX_POINTS}.get(kind)
    if max_of_hand is None:
        return None
    # The two pairs of a team play at different tables at the same time.
    tables_at_once = 1 if get_contestant_noun(party) in ("player", "pair") else 2
    return max_of_hand * get_hands_per_round(party) * tables_at_once
