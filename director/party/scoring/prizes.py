"""The account of a party and the payouts of its prizes, in words.

The sums are calculated in ``scoring.party.money``. This module collects the figures for them, and
formats the lines of the account and the payouts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from director.party.models import Party
from director.party.movement.games import RAFFLE, PartyRecord, get_prize_rules
from director.party.movement.options import get_label_by_jackpot
from director.party.movement.words import format_cents
from director.party.sheets import PrizeRow, join_names
from scoring.party.awarding import get_jackpot_winners
from scoring.party.money import Account, MoneyRules, Payout, make_party_account

ADDED_AMOUNT = "added to the prize before"
"""The amount of a prize whose sum is added to the sum of an earlier one with the same winners."""
INCOME_TITLES = {
    "fees": "Entry fees",
    "draw": "50/50 draw",
    "pot": "Pot for lone hands",
    "jackpot": "Jackpot brought forward",
    "jackpot_fees": "Jackpot contributions",
    "club": "Added by the club",
}
PAYMENT_TITLES = {
    "prizes": "Prizes",
    "draw": "50/50 draw winner",
    "pot": "Lone hands pot",
    "jackpot": "Jackpot",
}
RETAINED_TITLES = {
    "hall": "Hall",
    "season": "Season fund",
    "draw": "50/50 draw, hall’s share",
    "pot": "Lone hands pot carried forward",
    "left": "Left over",
    "cents": "Rounding",
    "carried": "Jackpot carried forward",
}
MONEY_RULE_NAMES = tuple(rule.name for rule in fields(MoneyRules))
"""The keys of a party's money that are rules.

The others are the currency sign, the number of players who pay and the winner of the draw.
"""


@dataclass(frozen=True, slots=True)
class MoneyStatement:
    """The account in words. Each line has a title and a sum."""

    income: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, str], ...]
    held_for_ties: str  # for prizes whose tie is open, or ""
    retained: tuple[tuple[str, str], ...]
    total: str
    prize_fund: str
    is_balanced: bool
    owed_to_hall: str = ""
    warnings: tuple[str, ...] = ()  # about sums that the money doesn't cover


def get_money_rules(party: Party) -> MoneyRules:
    """Return the rules about the income and payments of *party*."""
    rules = {name: value for name, value in party.money.items() if name in MONEY_RULE_NAMES}
    return MoneyRules(**rules)


def has_money(party: Party) -> bool:
    """Return whether *party* has any rule about money."""
    return any(
        party.money.get(name)
        for name in ("fee", "amounts", "draw", "pot", "jackpot", "jackpot_each")
    )


def format_sum(party: Party, cents: int) -> str:
    """Return a sum with the party's currency sign: ``"£20.00"`` or ``"EUR 20.00"``."""
    sign = party.money.get("sign", "")
    # Letters are set apart from the sum, symbols are not.
    space = " " if sign[-1:].isalpha() else ""
    return f"{sign}{space}{format_cents(cents)}"


def compute_account(record: PartyRecord) -> Account:
    """Return the account of *record*.

    Everybody who plays pays, unless the director has entered a number of payers.
    """
    party = record.party
    payer_count = party.money.get("heads")
    if payer_count is None:
        payer_count = _count_players(record)
    prizes = record.prizes if record.is_ranked else ()
    return make_party_account(
        get_money_rules(party),
        payer_count,
        prizes,
        jackpot_winners=list_jackpot_winners(record),
    )


def _count_players(record: PartyRecord) -> int:
    """Return the number of players with a seat or a card. Before the draw all players count."""
    seated_players: set[str] = set()
    for played_round in record.rounds:
        seated_players.update(played_round.seat_by_player)
    players_with_card = {str(card.player) for card in record.cards}
    if seated_players:
        return len(seated_players | players_with_card)
    # Before the draw a player who has left doesn't pay, unless there is a card.
    return sum(
        player.left_round is None or number in players_with_card
        for number, player in record.names.facts_by_player.items()
    )


def list_jackpot_winners(record: PartyRecord) -> tuple[str, ...]:
    """Return the winners of the jackpot of *record*, empty if nobody won it."""
    rules = get_money_rules(record.party)
    if not (rules.jackpot_at and record.is_ranked):
        return ()
    leavers = get_prize_rules(record.party).leavers
    return get_jackpot_winners(
        record.ranking, rules.jackpot_on, rules.jackpot_at, includes_leavers=leavers
    )


def make_party_jackpot_row(record: PartyRecord) -> PrizeRow | None:
    """Return the jackpot as a row of the prizes, or None if nobody has won it."""
    party = record.party
    contestants = record.contestants
    if not has_money(party):
        return None
    payout = compute_account(record).jackpot_payout
    if payout is None:
        return None
    names = tuple(contestants[player] for player in payout.players)
    return PrizeRow(
        title="Jackpot",
        numbers=tuple(contestants.get_contestant(player).number for player in payout.players),
        names=names,
        open_tie="",
        heading="Jackpot",
        outcome=f"{join_names(names)} with {describe_jackpot(party)}.",
        amount=describe_payout(record, payout),
    )


def describe_jackpot(party: Party) -> str:
    """Return what wins the jackpot of *party*: ``"at least 28 points in one game"``, or ""."""
    rules = get_money_rules(party)
    if rules.jackpot_at:
        return f"at least {rules.jackpot_at} {get_label_by_jackpot(party)[rules.jackpot_on]}"
    return ""


def make_money_statement(record: PartyRecord) -> MoneyStatement | None:
    """Return the account of *record* in words, or None if the party has no rule about money."""
    party = record.party
    if not has_money(party):
        return None
    account = compute_account(record)

    def make_lines(titles: dict[str, str], parts: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        return tuple(
            (_format_account_title(record, titles, part.kind), format_sum(party, part.cents))
            for part in parts
        )

    held_for_ties = format_sum(party, account.held_for_ties) if account.held_for_ties else ""
    owed_to_hall = format_sum(party, account.owed_to_hall) if account.owed_to_hall else ""
    return MoneyStatement(
        income=make_lines(INCOME_TITLES, account.income),
        payments=make_lines(PAYMENT_TITLES, account.payments),
        held_for_ties=held_for_ties,
        retained=make_lines(RETAINED_TITLES, account.retained),
        total=format_sum(party, account.total_income),
        prize_fund=format_sum(party, account.prize_fund),
        is_balanced=account.is_balanced,
        owed_to_hall=owed_to_hall,
        warnings=tuple(_make_money_warnings(party, account)),
    )


def _make_money_warnings(party: Party, account: Account) -> Iterator[str]:
    """Yield a warning for each sum that the money doesn't cover."""
    if account.owed_to_hall:
        hall_cents = sum(line.cents for line in account.retained if line.kind == "hall")
        hall = format_sum(party, hall_cents)
        owed = format_sum(party, account.owed_to_hall)
        yield f"The entry fees cover {hall} for the hall. The hall is still owed {owed}."
    if account.shortfall:
        prizes = format_sum(party, account.prize_fund + account.shortfall)
        pool = format_sum(party, account.prize_fund)
        yield (
            f"The prizes come to {prizes}, but the prize fund is {pool}, so each is reduced in "
            "proportion. Lower the prizes, or enter what the club adds."
        )


def list_account_rows(record: PartyRecord) -> tuple[tuple[str, str, str], ...]:
    """Return the account of *record* line by line.

    The first column is ``"In"``, ``"Out"``, ``"Kept"`` or ``"Owed"``.
    """
    statement = make_money_statement(record)
    if statement is None:
        return ()
    rows = [("In", title, text) for title, text in statement.income]
    rows += [("Out", title, text) for title, text in statement.payments]
    if statement.held_for_ties:
        rows.append(("Out", "Prizes awaiting a tie-break", statement.held_for_ties))
    rows += [("Kept", title, text) for title, text in statement.retained]
    if statement.owed_to_hall:
        rows.append(("Owed", "Still owed to the hall", statement.owed_to_hall))
    return tuple(rows)


def _format_account_title(record: PartyRecord, titles: dict[str, str], key: str) -> str:
    """Return the title of a line, with the winner of the draw or the jackpot."""
    if titles is not PAYMENT_TITLES or key not in ("draw", "jackpot"):
        return titles[key]
    if key == "draw":
        winner = record.party.money.get("draw_winner", "")
    else:
        winner = join_names(record.contestants[player] for player in list_jackpot_winners(record))
    if winner:
        return f"{titles[key]}: {winner}"
    return titles[key]


def describe_prize_amounts(record: PartyRecord) -> tuple[str, ...]:
    """Return what each prize of *record* pays, in words.

    Prizes that tied players share are added up: the first of them says what each player gets, the
    others say that they are added to it.
    """
    if not has_money(record.party):
        return ("",) * len(record.prizes)
    account = compute_account(record)
    texts = [""] * len(record.prizes)  # empty for a prize without money
    for payout in account.payouts:
        for index in payout.prize_indexes:
            if index == payout.prize_indexes[0]:
                texts[index] = describe_payout(record, payout)
            else:
                texts[index] = ADDED_AMOUNT
    if account.pot_payout:
        pot_text = f"{describe_payout(record, account.pot_payout)} of the pot"
        for index in account.pot_payout.prize_indexes:
            texts[index] = " + ".join(filter(None, (texts[index], pot_text)))
    return tuple(texts)


def describe_payout(record: PartyRecord, payout: Payout) -> str:
    """Return a payout in words: ``"£20.00 each, £0.01 left"``.

    For pairs ``"£20.00 for each pair"``.
    """
    party = record.party
    is_raffle = any(record.prizes[index].kind == RAFFLE for index in payout.prize_indexes)
    # A raffle is won by people even if pairs are ranked.
    is_for_pairs = record.contestants.are_pairs and not is_raffle
    pair_noun = record.contestants.contestant_noun
    if len(payout.players) < 2:
        total = format_sum(party, payout.total)
        if is_for_pairs and payout.players:
            return f"{total} for the {pair_noun}"
        return total
    share_text = f"for each {pair_noun}" if is_for_pairs else "each"
    text = f"{format_sum(party, payout.amount_each)} {share_text}"
    if payout.remaining_cents:
        text += f", {format_sum(party, payout.remaining_cents)} left"
    return text
