"""The account of a party and the payouts of its prizes, in words.

The sums are calculated in ``scoring.party.money``. This module collects the figures for them, and
formats the lines of the account and the payouts.
"""

from collections.abc import Iterator
from dataclasses import fields

from django.db.models import QuerySet

from director.core.night import money
from director.core.night.money import (
    EntryFee,
    LineKind,
    MoneyLine,
    MoneyStatement,
    NightAccount,
    Part,
    make_statement,
)
from director.models import Event
from director.party.models import Party
from director.party.movement.games import RAFFLE, PartyRecord, fetch_party_records, get_prize_rules
from director.party.movement.options import get_label_by_jackpot
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


_LINE_KINDS = {
    "fees": LineKind.FEES,
    "jackpot_fees": LineKind.FEES,
    "prizes": LineKind.PRIZES,
    "hall": LineKind.HALL,
}
"""What a month's workbook adds up apart. Other lines are of kind OTHER."""


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
    return money.format_sum(party.money.get("sign", ""), cents)


def compute_account(record: PartyRecord) -> Account:
    """Return the account of *record*."""
    prizes = record.prizes if record.is_ranked else ()
    return make_party_account(
        get_money_rules(record.party),
        count_payers(record),
        prizes,
        jackpot_winners=list_jackpot_winners(record),
    )


def count_payers(record: PartyRecord) -> int:
    """Return the number of players who pay.

    Everybody who plays pays, unless the director has entered a number of payers.
    """
    payer_count: int | None = record.party.money.get("heads")
    if payer_count is None:
        return _count_players(record)
    return payer_count


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


def list_account_lines(record: PartyRecord) -> tuple[MoneyLine, ...]:
    """Return the account of *record* line by line, or none if the party has no rule about money."""
    if not has_money(record.party):
        return ()
    account = compute_account(record)
    lines = []
    for part, titles, account_lines in (
        (Part.INCOME, INCOME_TITLES, account.income),
        (Part.PAID, PAYMENT_TITLES, account.payments),
    ):
        for line in account_lines:
            title = _format_account_title(record, titles, line.kind)
            kind = _LINE_KINDS.get(line.kind, LineKind.OTHER)
            lines.append(MoneyLine(part, kind, title, line.cents))
    if account.held_for_ties:
        held_title = "Prizes awaiting a tie-break"
        lines.append(MoneyLine(Part.PAID, LineKind.PRIZES, held_title, account.held_for_ties))
    for line in account.retained:
        kind = _LINE_KINDS.get(line.kind, LineKind.OTHER)
        lines.append(MoneyLine(Part.KEPT, kind, RETAINED_TITLES[line.kind], line.cents))
    if account.owed_to_hall:
        owed_title = "Still owed to the hall"
        lines.append(MoneyLine(Part.OWED, LineKind.HALL, owed_title, account.owed_to_hall))
    return tuple(lines)


def make_money_statement(record: PartyRecord) -> MoneyStatement | None:
    """Return the account of *record* in words, or None if the party has no rule about money."""
    party = record.party
    if not has_money(party):
        return None
    account = compute_account(record)
    return make_statement(
        list_account_lines(record),
        party.money.get("sign", ""),
        prize_fund=format_sum(party, account.prize_fund),
        warnings=tuple(_make_money_warnings(party, account)),
    )


def fetch_party_accounts(events: QuerySet[Event]) -> list[NightAccount]:
    """Return the accounts of the parties among *events* that have money. Five queries."""
    # A party that isn't set up has no game whose prizes could be paid.
    parties = Party.objects.filter(session__event__in=events).exclude(method="").exclude(money={})
    accounts = []
    for record in fetch_party_records(parties.select_related("session__event__club")):
        if lines := list_account_lines(record):
            session = record.party.session
            account = NightAccount(
                event=session.event,
                day=session.day,
                session_name="",
                sign=record.party.money.get("sign", ""),
                payer_count=count_payers(record),
                lines=lines,
            )
            accounts.append(account)
    return accounts


def fetch_entry_fee(party: Party) -> EntryFee:
    """Return what each player of *party* pays, with those who have a name, by number. One query."""
    players = party.players.filter(person__isnull=False).order_by("number")
    rows = players.values_list("person_id", "person__name", "number")
    return EntryFee(
        sign=party.money.get("sign", ""),
        cents=party.money.get("fee", 0),
        players=tuple((person_id, name, str(number)) for person_id, name, number in rows),
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
    return tuple(
        (line.part.value, line.title, format_sum(record.party, line.cents))
        for line in list_account_lines(record)
    )


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
