"""The account of an evening: what came in, what the prizes pay, and what is kept."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from director.party.models import Party
from director.party.play.read.games import Evening
from scoring import Account, MoneyRules, Payout, party_account

CAME = {
    "fees": "Fees",
    "draw": "50/50 draw",
    "pot": "Pot for lone hands",
    "club": "Added by the club, since the prizes are more than there is",
}
PAID = {"prizes": "Prizes", "draw": "Winner of the 50/50 draw", "pot": "Most lone hands, out of the pot"}
KEPT = {
    "hall": "The hall",
    "season": "Put by for the season",
    "draw": "The hall’s part of the 50/50 draw",
    "pot": "Stays in the pot for lone hands",
    "left": "Left over",
    "cents": "Cents that do not divide",
}
OF_MONEY = tuple(rule.name for rule in fields(MoneyRules))
"""The parts of a party's money that are rules; the others are the sign, the number who pay and who won the draw."""


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The account in words: lines of name and sum, by what came in, was paid, waits and is kept."""

    came: tuple[tuple[str, str], ...]
    paid: tuple[tuple[str, str], ...]
    waiting: str  # empty where no tie is open
    kept: tuple[tuple[str, str], ...]
    total: str
    pool: str
    adds_up: bool


def money_rules(party: Party) -> MoneyRules:
    """Return what *party* takes and pays."""
    return MoneyRules(**{name: value for name, value in party.money.items() if name in OF_MONEY})


def has_money(party: Party) -> bool:
    """Return whether anything is said of the money of *party*."""
    return any(party.money.get(name) for name in ("fee", "amounts", "draw", "pot"))


def sum_text(party: Party, cents: int) -> str:
    """Return a sum with the party's sign of money: ``"£20.00"``; a sign of letters stands apart."""
    sign = party.money.get("sign", "")
    space = " " if sign[-1:].isalpha() else ""
    return f"{sign}{space}{cents // 100}.{cents % 100:02}"


def evening_account(evening: Evening) -> Account:
    """Return the account of *evening*; everybody on the list pays, unless a number is given."""
    party = evening.party
    heads = party.money.get("heads")
    return party_account(
        money_rules(party),
        len(evening.names.by_player) if heads is None else heads,
        evening.prizes if evening.is_ranked else (),
    )


def money_sheet(evening: Evening) -> MoneySheet | None:
    """Return the account of *evening* in words, ``None`` where nothing is said of money."""
    party = evening.party
    if not has_money(party):
        return None
    account = evening_account(evening)

    def lines(words: dict[str, str], those: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        return tuple((_named(party, words, line.key), sum_text(party, line.cents)) for line in those)

    return MoneySheet(
        came=lines(CAME, account.came),
        paid=lines(PAID, account.paid),
        waiting=sum_text(party, account.waiting) if account.waiting else "",
        kept=lines(KEPT, account.kept),
        total=sum_text(party, account.total),
        pool=sum_text(party, account.pool),
        adds_up=account.is_even,
    )


def account_lines(evening: Evening) -> tuple[tuple[str, str, str], ...]:
    """Return the account of *evening* line by line, each with ``"In"``, ``"Out"`` or ``"Kept"`` before it."""
    account = money_sheet(evening)
    if account is None:
        return ()
    waiting = (("Prizes that wait for a tie", account.waiting),) if account.waiting else ()
    parts = (("In", account.came), ("Out", (*account.paid, *waiting)), ("Kept", account.kept))
    return tuple((part, name, cents) for part, lines in parts for name, cents in lines)


def _named(party: Party, words: dict[str, str], key: str) -> str:
    winner = party.money.get("draw_winner", "")
    return f"{words[key]}: {winner}" if key == "draw" and words is PAID and winner else words[key]


def prize_amounts(evening: Evening) -> tuple[str, ...]:
    """Return what each prize of *evening* pays, in words; empty for one that is no money.

    Prizes that tied players share are added: the first of them says what each of them gets, the others that it is in.
    """
    if not has_money(evening.party):
        return ("",) * len(evening.prizes)
    account = evening_account(evening)
    words = [""] * len(evening.prizes)
    for payout in account.payouts:
        for at in payout.prizes:
            words[at] = "added to the prize before" if at != payout.prizes[0] else _amount(evening.party, payout)
    if account.pot:
        for at in account.pot.prizes:
            words[at] = " + ".join(filter(None, (words[at], f"{_amount(evening.party, account.pot)} of the pot")))
    return tuple(words)


def _amount(party: Party, payout: Payout) -> str:
    if len(payout.players) < 2:
        return sum_text(party, payout.total)
    rest = f", {sum_text(party, payout.rest)} left" if payout.rest else ""
    return f"{sum_text(party, payout.each)} each{rest}"
