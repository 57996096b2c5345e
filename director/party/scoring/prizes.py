"""The account of an evening: what came in, what the prizes pay, and what is kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from director.party.models import Party
from director.party.movement.games.read import RAFFLE, Evening, prize_rules
from director.party.movement.options import jackpot_figures
from director.party.movement.words import cents_text
from director.party.sheets import PartyPrizeRow, together
from scoring import Account, MoneyRules, Payout, jackpot_winners, party_account

CAME = {
    "fees": "Entry fees",
    "draw": "50/50 draw",
    "pot": "Pot for lone hands",
    "jackpot": "Jackpot brought forward",
    "jackpot_fees": "Jackpot contributions",
    "club": "Added by the club",
}
PAID = {
    "prizes": "Prizes",
    "draw": "50/50 draw winner",
    "pot": "Lone hands pot",
    "jackpot": "Jackpot",
}
KEPT = {
    "hall": "Hall",
    "season": "Season fund",
    "draw": "50/50 draw, hall’s share",
    "pot": "Lone hands pot carried forward",
    "left": "Left over",
    "cents": "Rounding",
    "carried": "Jackpot carried forward",
}
OF_MONEY = tuple(rule.name for rule in fields(MoneyRules))
"""The parts of a party's money that are rules; the others are the sign, the number who pay and who won the draw."""


@dataclass(frozen=True, slots=True)
class MoneySheet:
    """The account in words: lines of name and sum, by what came in, was paid, waits and is kept.

    *owed* is what the hall is still to have, empty for nothing; *warnings* say where the money does
    not reach.
    """

    came: tuple[tuple[str, str], ...]
    paid: tuple[tuple[str, str], ...]
    waiting: str  # empty where no tie is open
    kept: tuple[tuple[str, str], ...]
    total: str
    pool: str
    adds_up: bool
    owed: str = ""
    warnings: tuple[str, ...] = ()


def money_rules(party: Party) -> MoneyRules:
    """Return what *party* takes and pays."""
    return MoneyRules(**{name: value for name, value in party.money.items() if name in OF_MONEY})


def has_money(party: Party) -> bool:
    """Return whether anything is said of the money of *party*."""
    return any(
        party.money.get(name)
        for name in ("fee", "amounts", "draw", "pot", "jackpot", "jackpot_each")
    )


def sum_text(party: Party, cents: int) -> str:
    """Return a sum with the party's currency sign: ``"£20.00"``.

    A sign of letters is set apart.
    """
    sign = party.money.get("sign", "")
    space = " " if sign[-1:].isalpha() else ""
    return f"{sign}{space}{cents_text(cents)}"


def evening_account(evening: Evening) -> Account:
    """Return the account of *evening*.

    Everybody who plays pays, unless a number is given.
    """
    party = evening.party
    heads = party.money.get("heads")
    return party_account(
        money_rules(party),
        _players(evening) if heads is None else heads,
        evening.prizes if evening.is_ranked else (),
        winners=jackpot_won_by(evening),
    )


def _players(evening: Evening) -> int:
    """Return how many play at *evening*.

    Those who had a seat or a card; before the draw, everybody on the list.
    """
    at_tables: set[str] = set()
    for played in evening.rounds:
        at_tables.update(played.places)
    by_card = {str(card.player) for card in evening.cards}
    if at_tables:
        return len(at_tables | by_card)
    return sum(
        who.left_round is None or number in by_card
        for number, who in evening.names.by_player.items()
    )


def jackpot_won_by(evening: Evening) -> tuple[str, ...]:
    """Return who has won the jackpot of *evening*, empty if nobody has."""
    rules = money_rules(evening.party)
    if not (rules.jackpot_at and evening.is_ranked):
        return ()
    leavers = prize_rules(evening.party).leavers
    return jackpot_winners(evening.ranking, rules.jackpot_on, rules.jackpot_at, leavers=leavers)


def jackpot_row(evening: Evening) -> PartyPrizeRow | None:
    """Return the jackpot as a row of the prizes where somebody has won it."""
    party, contestants = evening.party, evening.contestants
    if not has_money(party) or (payout := evening_account(evening).jackpot) is None:
        return None
    names = tuple(contestants[player] for player in payout.players)
    return PartyPrizeRow(
        title="Jackpot",
        numbers=tuple(contestants.of(player).number for player in payout.players),
        names=names,
        open_tie="",
        heading="Jackpot",
        outcome=f"{together(names)} with {jackpot_words(party)}.",
        amount=payout_words(evening, payout),
    )


def jackpot_words(party: Party) -> str:
    """Return what wins the jackpot of *party*, or ``""``.

    For example ``"28 points in one game or more"``.
    """
    rules = money_rules(party)
    if rules.jackpot_at:
        return f"at least {rules.jackpot_at} {jackpot_figures(party)[rules.jackpot_on]}"
    return ""


def money_sheet(evening: Evening) -> MoneySheet | None:
    """Return the account of *evening* in words, ``None`` where nothing is said of money."""
    party = evening.party
    if not has_money(party):
        return None
    account = evening_account(evening)

    def lines(words: dict[str, str], those: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        return tuple(
            (_line_title(evening, words, line.key), sum_text(party, line.cents)) for line in those
        )

    waiting = sum_text(party, account.waiting) if account.waiting else ""
    owed = sum_text(party, account.owed) if account.owed else ""
    return MoneySheet(
        came=lines(CAME, account.came),
        paid=lines(PAID, account.paid),
        waiting=waiting,
        kept=lines(KEPT, account.kept),
        total=sum_text(party, account.total),
        pool=sum_text(party, account.pool),
        adds_up=account.is_even,
        owed=owed,
        warnings=tuple(_warnings(party, account)),
    )


def _warnings(party: Party, account: Account) -> Iterator[str]:
    """Yield what to do where the money does not reach."""
    if account.owed:
        kept = sum_text(party, sum(line.cents for line in account.kept if line.key == "hall"))
        yield f"The entry fees cover {kept} for the hall. The hall is still owed {sum_text(party, account.owed)}."
    if account.short:
        wanted, pool = sum_text(party, account.pool + account.short), sum_text(party, account.pool)
        yield (
            f"The prizes come to {wanted}, but the prize fund is {pool}, so each is reduced in proportion. "
            "Lower the prizes, or enter what the club adds."
        )


def account_lines(evening: Evening) -> tuple[tuple[str, str, str], ...]:
    """Return the account of *evening* line by line.

    The first column is ``"In"``, ``"Out"``, ``"Kept"`` or ``"Owed"``.
    """
    account = money_sheet(evening)
    if account is None:
        return ()
    waiting = (("Prizes awaiting a tie-break", account.waiting),) if account.waiting else ()
    owed = (("Still owed to the hall", account.owed),) if account.owed else ()
    parts = (
        ("In", account.came),
        ("Out", (*account.paid, *waiting)),
        ("Kept", account.kept),
        ("Owed", owed),
    )
    return tuple((part, name, cents) for part, lines in parts for name, cents in lines)


def _line_title(evening: Evening, words: dict[str, str], key: str) -> str:
    """Return what a line is called, with who won the draw or the jackpot."""
    if words is not PAID or key not in ("draw", "jackpot"):
        return words[key]
    jackpot = together(evening.contestants[player] for player in jackpot_won_by(evening))
    winner = evening.party.money.get("draw_winner", "") if key == "draw" else jackpot
    if winner:
        return f"{words[key]}: {winner}"
    return words[key]


def prize_amounts(evening: Evening) -> tuple[str, ...]:
    """Return what each prize of *evening* pays, in words, empty for one that is no money.

    Prizes that tied players share are added: the first of them says what each of them gets, the
    others that it is in.
    """
    if not has_money(evening.party):
        return ("",) * len(evening.prizes)
    account = evening_account(evening)
    words = [""] * len(evening.prizes)
    for payout in account.payouts:
        for at in payout.prizes:
            if at != payout.prizes[0]:
                words[at] = "added to the prize before"
            else:
                words[at] = payout_words(evening, payout)
    if account.pot:
        for at in account.pot.prizes:
            words[at] = " + ".join(
                filter(None, (words[at], f"{payout_words(evening, account.pot)} of the pot"))
            )
    return tuple(words)


def payout_words(evening: Evening, payout: Payout) -> str:
    """Return a payout in words: ``"£20.00 each, £0.01 left"``.

    For pairs ``"£20.00 for each pair"``.
    """
    party = evening.party
    word = evening.contestants.word if evening.contestants.are_pairs else ""
    word = "" if any(evening.prizes[at].kind == RAFFLE for at in payout.prizes) else word
    if len(payout.players) < 2:
        return f"{sum_text(party, payout.total)}{f' for the {word}' if word and payout.players else ''}"
    rest = f", {sum_text(party, payout.rest)} left" if payout.rest else ""
    return f"{sum_text(party, payout.each)} {f'for each {word}' if word else 'each'}{rest}"
