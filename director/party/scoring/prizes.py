"""The account of an evening, the order in which prizes are given, and the jackpot of a season.

The sums are calculated in ``scoring.party.money``. This module collects what they are calculated
from, and puts the lines of the account and the payouts into words.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db.models import Q

from director.party.models import Party
from director.party.movement.games import RAFFLE, PartyRecord, fetch_party_record, get_prize_rules
from director.party.movement.options import get_label_by_jackpot
from director.party.movement.words import format_cents, format_prize_title
from director.party.sheets import PrizeRow, join_names, join_titles
from director.pdf.words import format_date
from scoring.errors import ScoringError
from scoring.party.awarding import Prize, get_jackpot_winners
from scoring.party.money import Account, MoneyRules, Payout, make_party_account
from scoring.party.prizes import ORDINALS

ADDED_AMOUNT = "added to the prize before"
"""The amount of a prize whose sum its winners share with that of an earlier one."""
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
    """The account in words: lines of a title and a sum, of income, payouts and the money kept.

    *warnings* say what the money doesn't cover.
    """

    income: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, str], ...]
    held_for_ties: str  # held back for open ties, or empty
    retained: tuple[tuple[str, str], ...]
    total: str
    prize_fund: str
    is_balanced: bool
    owed_to_hall: str = ""  # to the hall
    warnings: tuple[str, ...] = ()


def get_money_rules(party: Party) -> MoneyRules:
    """Return the rules of what *party* takes and pays."""
    return MoneyRules(
        **{name: value for name, value in party.money.items() if name in MONEY_RULE_NAMES}
    )


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

    Everybody who plays pays, unless a number is given.
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
    """Return the number of players with a seat or a card, or before the draw of all on the list."""
    seated_players: set[str] = set()
    for played_round in record.rounds:
        seated_players.update(played_round.seat_by_player)
    players_with_card = {str(card.player) for card in record.cards}
    if seated_players:
        return len(seated_players | players_with_card)
    # Before the draw those who have left are not expected to pay, unless they handed in a card.
    return sum(
        player.left_round is None or number in players_with_card
        for number, player in record.names.facts_by_player.items()
    )


def list_jackpot_winners(record: PartyRecord) -> tuple[str, ...]:
    """Return the winners of the jackpot of *record*, none if it was not won."""
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
    """Return what wins the jackpot of *party*: ``"at least 28 points in one game"``.

    Without a jackpot the text is empty.
    """
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

    held_back = format_sum(party, account.held_for_ties) if account.held_for_ties else ""
    owed = format_sum(party, account.owed_to_hall) if account.owed_to_hall else ""
    return MoneyStatement(
        income=make_lines(INCOME_TITLES, account.income),
        payments=make_lines(PAYMENT_TITLES, account.payments),
        held_for_ties=held_back,
        retained=make_lines(RETAINED_TITLES, account.retained),
        total=format_sum(party, account.total_income),
        prize_fund=format_sum(party, account.prize_fund),
        is_balanced=account.is_balanced,
        owed_to_hall=owed,
        warnings=tuple(_make_money_warnings(party, account)),
    )


def _make_money_warnings(party: Party, account: Account) -> Iterator[str]:
    """Yield what the money doesn't cover, and what to do."""
    if account.owed_to_hall:
        hall = format_sum(
            party, sum(line.cents for line in account.retained if line.kind == "hall")
        )
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
    pair_word = record.contestants.contestant_noun
    if len(payout.players) < 2:
        total = format_sum(party, payout.total)
        if is_for_pairs and payout.players:
            return f"{total} for the {pair_word}"
        return total
    share_text = f"for each {pair_word}" if is_for_pairs else "each"
    text = f"{format_sum(party, payout.amount_each)} {share_text}"
    if payout.remaining_cents:
        text += f", {format_sum(party, payout.remaining_cents)} left"
    return text


# The prizes in the order in which they are given: the first prize last.
#
# A *step* is a set of prizes that are given together: those that tied players share.

GIVING_ORDER = (
    "raffle",
    "drawn-number",
    "booby",
    "table-winner",
    "table",
    "aisle",
    "ten-tricks",
    "lone-hands",
    "high-game",
    "half-time",
)
"""The kinds of prizes except the principal ones, which come after them."""


def list_prizes_in_order(record: PartyRecord) -> tuple[PrizeRow, ...]:
    """Return the prizes of *record*, the last one first. Before the first game there are none.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if not record.is_ranked:
        return ()
    amounts = describe_prize_amounts(record)
    jackpot = make_party_jackpot_row(record)
    rows = [replace(jackpot, figure=describe_jackpot(record.party))] if jackpot else []
    for step in _group_giving_steps(record):
        prizes = [record.prizes[index] for index in step]
        # Tied players share one amount, given with the first prize. While the tie is open, each
        # prize still has its own.
        step_amounts = [amounts[index] for index in step] if prizes[0].tie else [amounts[step[0]]]
        amount = join_names(tuple(dict.fromkeys(filter(None, step_amounts))))
        rows.append(_make_given_prize_row(record, prizes, amount))
    return tuple(rows)


def _group_giving_steps(record: PartyRecord) -> list[list[int]]:
    """Return the indexes of prizes that are given together, in the order of giving."""
    payouts = compute_account(record).payouts if has_money(record.party) else ()
    first_prize_by_index = {}
    for payout in payouts:
        first_prize_by_index.update(dict.fromkeys(payout.prize_indexes, payout.prize_indexes[0]))
    steps: dict[tuple[object, ...], list[int]] = {}
    for index, prize in enumerate(record.prizes):
        key = make_step_key(prize, first_prize_by_index.get(index, index))
        steps.setdefault(key, []).append(index)
    return sorted(steps.values(), key=lambda step: _make_giving_key(record.prizes[step[0]]))


def make_step_key(prize: Prize, first_index: int) -> tuple[object, ...]:
    """Return a key that prizes given together have in common."""
    # An open tie is read out once, with all its prizes. Prizes that wait for it have no players.
    if len(prize.players) > 1:
        # Tied players share adjacent places, so all principal prizes count as one kind.
        kind = "" if prize.kind in ORDINALS else prize.kind
        return prize.players, kind, prize.group, prize.row, prize.table_no
    return (first_index,)


def _make_giving_key(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return the sort key of *prize* in the order of giving.

    Last places come first. Groups alternate within a place.
    """
    if prize.kind in ORDINALS:
        return len(GIVING_ORDER), 0, 0, -ORDINALS.index(prize.kind), prize.group
    return (
        GIVING_ORDER.index(prize.kind),
        prize.row or 0,
        prize.table_no or 0,
        -prize.prize_no,
        prize.group,
    )


def _make_given_prize_row(record: PartyRecord, prizes: list[Prize], amount: str) -> PrizeRow:
    """Return the row of *prizes* that the same players share and are given together."""
    titles = [format_prize_title(record.party, prize) for prize in prizes]
    title = titles[0] if len(titles) == 1 else join_titles(titles)
    row = make_prize_row(record, prizes[0], amount)
    return replace(row, title=title, figure=prizes[0].figure)


def make_prize_row(record: PartyRecord, prize: Prize, amount: str = "") -> PrizeRow:
    """Return the row of one prize. *amount* says what it pays."""
    candidates = record.get_prize_candidates(prize)
    open_tie = prize.tie.instructions if prize.tie else ""
    return PrizeRow(
        title=format_prize_title(record.party, prize),
        numbers=tuple(candidates.get_contestant(player).number for player in prize.players),
        names=tuple(candidates[player] for player in prize.players),
        open_tie=open_tie,
        heading=prize.heading,
        outcome=prize.outcome,
        amount=amount,
    )


# The jackpot that is carried from evening to evening of a season.


@dataclass(frozen=True, slots=True)
class Jackpot:
    """The jackpot after the last evening of the season: *cents*, its rule, and a sentence."""

    cents: int
    rule: dict[str, Any]
    text: str

    @property
    def suggested_rules(self) -> dict[str, Any]:
        """The figures suggested for the next evening."""
        return self.rule | {"jackpot": self.cents}


def fetch_carried_jackpot(party: Party) -> Jackpot | None:
    """Return what the last evening of its seasons before *party* left in the jackpot, or None.

    It is calculated from that evening's results, so a correction there shows here.
    """
    event = party.session.event
    # Of two parties on one day the one that was made first counts as earlier.
    is_earlier = Q(session__event__date__lt=event.date) | Q(
        session__event__date=event.date, pk__lt=party.pk
    )
    season_ids = list(event.in_seasons.values_list("season", flat=True))
    if not season_ids:
        return None
    earlier_parties = Party.objects.filter(is_earlier, money__jackpot_at__gt=0)
    # In all of its seasons, since an evening of another series may share a championship with it.
    for season_id in season_ids:
        earlier_parties = earlier_parties.filter(session__event__in_seasons__season=season_id)
    previous_party = (
        earlier_parties.filter(session__event__removed_at__isnull=True)
        .select_related("session__event__club")
        .order_by("-session__event__date", "-pk")
        .first()
    )
    if previous_party is None:
        return None
    try:
        cents = compute_account(fetch_party_record(previous_party)).carried_jackpot
    except ScoringError:
        # Its results contradict each other, so nobody knows what is left.
        return None
    previous_event = previous_party.session.event
    event_text = f"{previous_event.name}, {format_date(previous_event.date)}"
    rule = {
        name: previous_party.money[name]
        for name in ("jackpot_each", "jackpot_at", "jackpot_on")
        if name in previous_party.money
    }
    text = f"{event_text}: jackpot of {format_sum(previous_party, cents)} carried forward."
    return Jackpot(cents, rule, text)
