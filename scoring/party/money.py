"""The money of a party: income, prizes and the rest, in whole cents.

Every account adds up: the income equals the payments, the money that waits for an open tie, and the
money that is retained. If the prizes of tied players can't be divided evenly, each player gets the
same, and the cents left over are retained as *rounding*.

A *payout* is the payment for one prize, or for several that the same players share.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.errors import ScoringError
from scoring.party.awarding import JACKPOT_LABELS, Prize
from scoring.party.prizes import ORDINALS, make_party_rule_error

FULL_SHARE = 10_000
"""100 per cent, in hundredths of a per cent."""
BY_AMOUNTS, BY_PERCENTAGES, IN_PROPORTION = "sums", "per-cent", "in-proportion"
PRIZE_AMOUNT_LABELS = {
    BY_AMOUNTS: "amounts",
    BY_PERCENTAGES: "percentages of the prize fund",
    IN_PROPORTION: "amounts, adjusted in proportion to the money collected",
}
"""How the amounts of prizes are fixed, by key."""
_LONE_HANDS = "lone-hands"


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """The fees and payments of a party: sums in cents, shares in hundredths of a per cent.

    Amounts are given by kind of prize, or by kind and group (``"first:A"``, which takes precedence
    over ``"first"``). If a prize is given several times (to two groups, at each table), each gets the
    sum, but a share is divided. Sums that exceed the prize fund are reduced in proportion.

    >>> MoneyRules(fee=500, hall=1000, amounts={"first": 4000}).by
    'sums'

    :raises ScoringError: if a sum or share is impossible
    """

    fee: int = 0  # of each player
    hall: int = 0  # what the hall keeps of the party
    hall_each: int = 0  # what the hall keeps of each fee
    season: int = 0  # the share of the remaining fees that is saved for the season
    by: str = BY_AMOUNTS  # whether *amounts* are sums or shares
    amounts: Mapping[str, int] = field(default_factory=dict)
    draw: int = 0  # the takings of the 50/50 draw
    draw_share: int = FULL_SHARE // 2  # of its winner
    pot: int = 0  # for lone hands
    pot_share: int = FULL_SHARE  # paid with the prize for most lone hands
    jackpot: int = 0  # brought forward
    jackpot_each: int = 0  # what each player adds besides the fee
    jackpot_on: str = "high-game"  # a key of JACKPOT_LABELS
    jackpot_at: int = 0  # the figure that wins it; otherwise it is carried forward
    added: int = 0  # by the club, for prizes

    def __post_init__(self) -> None:
        """Raise if the rules contradict each other."""
        for name in (
            "fee",
            "hall",
            "hall_each",
            "draw",
            "pot",
            "jackpot",
            "jackpot_each",
            "jackpot_at",
            "added",
        ):
            if getattr(self, name) < 0:
                raise make_party_rule_error(
                    what=f"The sum {name}",
                    given=getattr(self, name),
                    wanted="0 or more",
                )
        for name in ("season", "draw_share", "pot_share"):
            if not 0 <= getattr(self, name) <= FULL_SHARE:
                raise make_party_rule_error(
                    what=f"The share {name}",
                    given=getattr(self, name),
                    wanted=f"0 to {FULL_SHARE}",
                )
        if self.by not in PRIZE_AMOUNT_LABELS:
            raise make_party_rule_error(
                what="The prize type",
                given=f'"{self.by}"',
                wanted=f"one of {', '.join(PRIZE_AMOUNT_LABELS)}",
            )
        if self.jackpot_on not in JACKPOT_LABELS:
            expected_value = f"one of {', '.join(JACKPOT_LABELS)}"
            raise make_party_rule_error(
                what="The jackpot condition",
                given=f'"{self.jackpot_on}"',
                wanted=expected_value,
            )
        for kind, amount in self.amounts.items():
            if amount < 0:
                raise make_party_rule_error(
                    what=f"The prize {kind}",
                    given=amount,
                    wanted="0 or more",
                )
        total = sum(self.amounts.values())
        if self.by == BY_PERCENTAGES and total > FULL_SHARE:
            raise ScoringError(
                "party-money-shares",
                "The prize shares add up to {total} per cent. The most is 100.",
                total=f"{total / 100:g}",
            )


@dataclass(frozen=True, slots=True)
class Payout:
    """The payment for one or several prizes."""

    prize_indexes: tuple[int, ...]
    players: tuple[str, ...]  # who share the prizes, empty while a tie is open
    total: int  # the sum to be divided
    amount_each: int
    remaining_cents: int  # that can't be divided

    @property
    def paid_total(self) -> int:
        """The total paid."""
        return self.amount_each * len(self.players)


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of an account."""

    kind: str  # such as "fees", "prizes" or "hall"
    cents: int


@dataclass(frozen=True, slots=True)
class Account:
    """The money of a party: *income* adds up to *payments*, *held_for_ties* and *retained*."""

    prize_fund: int
    income: tuple[AccountLine, ...]
    payments: tuple[AccountLine, ...]
    held_for_ties: int  # money for prizes whose tie is open
    retained: tuple[AccountLine, ...]
    payouts: tuple[Payout, ...]
    pot_payout: Payout | None = None  # of the pot for lone hands, None if nobody won it
    jackpot_payout: Payout | None = None  # None if nobody won it
    shortfall: int = 0  # by which the prizes exceed the prize fund
    owed_to_hall: int = 0  # the part of the hall's money that the income doesn't cover

    @property
    def carried_jackpot(self) -> int:
        """The jackpot carried forward to the next evening."""
        return sum(line.cents for line in self.retained if line.kind == "carried")

    @property
    def total_income(self) -> int:
        """The income."""
        return sum(line.cents for line in self.income)

    @property
    def is_balanced(self) -> bool:
        """Whether the account adds up."""
        paid_and_retained = sum(line.cents for line in (*self.payments, *self.retained))
        return self.total_income == paid_and_retained + self.held_for_ties

    def get_amount_each(self, prize_index: int) -> int:
        """Return what each winner of a prize gets, together with the prizes shared with it."""
        return next(
            (payout.amount_each for payout in self.payouts if prize_index in payout.prize_indexes),
            0,
        )


def make_party_account(
    rules: MoneyRules,
    player_count: int,
    prizes: Sequence[Prize],
    *,
    jackpot_winners: Sequence[str] = (),
) -> Account:
    """Return the account of a party, with *player_count* fees and the awarded *prizes*.

    *jackpot_winners* divide the jackpot (:func:`scoring.party.awarding.get_jackpot_winners`).

    >>> winners = [("first", "A"), ("second", "BC"), ("third", "BC"), ("fourth", "D"), ("fifth", "EFG")]
    >>> prizes = [Prize(kind, tuple(players)) for kind, players in winners]
    >>> amounts = {"first": 4000, "second": 2500, "third": 1500, "fourth": 1000, "fifth": 1000}
    >>> account = make_party_account(MoneyRules(fee=500, hall=1000, amounts=amounts), 22, prizes)
    >>> [("".join(payout.players), payout.amount_each, payout.remaining_cents) for payout in account.payouts]
    [('A', 4000, 0), ('BC', 2000, 0), ('D', 1000, 0), ('EFG', 333, 1)]
    >>> account.total_income, [(line.kind, line.cents) for line in account.retained], account.is_balanced
    (11000, [('hall', 1000), ('cents', 1)], True)
    """
    fees = rules.fee * player_count
    # The hall is paid first, then the season's share is saved, and the rest is for prizes.
    hall_due = rules.hall + rules.hall_each * player_count
    hall_paid = min(hall_due, fees + rules.added)
    # The season gets a share of the fees only: what the club adds is for prizes.
    saved_for_season = max(fees - hall_paid, 0) * rules.season // FULL_SHARE
    prize_fund = fees + rules.added - hall_paid - saved_for_season
    shortfall = 0
    if rules.by == BY_AMOUNTS:
        shortfall = max(sum(_list_amounts(rules, prizes)) - prize_fund, 0)
    payouts = tuple(_iter_payouts(prizes, _compute_prize_values(rules, prize_fund, prizes)))
    pot_payout = _make_pot_payout(rules, prizes)
    pot_paid = pot_payout.paid_total if pot_payout else 0
    jackpot_sum = rules.jackpot + rules.jackpot_each * player_count
    jackpot_payout = None
    if jackpot_winners and jackpot_sum:
        jackpot_payout = _divide_money((), jackpot_winners, jackpot_sum)
    jackpot_paid = jackpot_payout.paid_total if jackpot_payout else 0
    draw_paid = rules.draw * rules.draw_share // FULL_SHARE
    prizes_paid = sum(payout.paid_total for payout in payouts)
    held_for_ties = sum(payout.total for payout in payouts if not payout.players)
    remaining_cents = sum(payout.remaining_cents for payout in payouts)
    return Account(
        prize_fund=prize_fund,
        income=_make_account_lines(
            fees=fees,
            club=rules.added,
            draw=rules.draw,
            pot=rules.pot,
            jackpot=rules.jackpot,
            jackpot_fees=rules.jackpot_each * player_count,
        ),
        payments=_make_account_lines(
            prizes=prizes_paid, draw=draw_paid, pot=pot_paid, jackpot=jackpot_paid
        ),
        held_for_ties=held_for_ties,
        retained=_make_account_lines(
            hall=hall_paid,
            season=saved_for_season,
            draw=rules.draw - draw_paid,
            pot=rules.pot - pot_paid,
            left=prize_fund - prizes_paid - held_for_ties - remaining_cents,
            cents=remaining_cents,
            carried=jackpot_sum - jackpot_paid,
        ),
        payouts=payouts,
        pot_payout=pot_payout,
        jackpot_payout=jackpot_payout,
        shortfall=shortfall,
        owed_to_hall=hall_due - hall_paid,
    )


def _divide_money(prizes: tuple[int, ...], players: Sequence[str], total: int) -> Payout:
    amount_each, remainder = divmod(total, len(players))
    return Payout(prizes, tuple(players), total, amount_each, remainder)


def _make_account_lines(**sums: int) -> tuple[AccountLine, ...]:
    return tuple(AccountLine(key, cents) for key, cents in sums.items() if cents)


def _compute_prize_values(rules: MoneyRules, prize_fund: int, prizes: Sequence[Prize]) -> list[int]:
    """Return the value of each of *prizes* in cents, before ties. The sum is at most *prize_fund*."""
    amounts = _list_amounts(rules, prizes)
    if rules.by == BY_PERCENTAGES:
        keys = [_get_amount_key(rules, prize) for prize in prizes]
        # A share is divided among all prizes that have it.
        prize_counts = Counter(keys)
        return [
            prize_fund * amount // (FULL_SHARE * prize_counts[key])
            for key, amount in zip(keys, amounts, strict=True)
        ]
    total = sum(amounts)
    if not total or (rules.by == BY_AMOUNTS and total <= prize_fund):
        return amounts
    # Rounded down, so that the prizes never exceed the fund.
    return [prize_fund * amount // total for amount in amounts]


def _list_amounts(rules: MoneyRules, prizes: Sequence[Prize]) -> list[int]:
    """Return the amount of each of *prizes* by the rules: a sum or a share."""
    return [rules.amounts.get(_get_amount_key(rules, prize), 0) for prize in prizes]


def _get_amount_key(rules: MoneyRules, prize: Prize) -> str:
    """Return the key of the amount for *prize*: for its kind and group, or else for its kind."""
    key = make_amount_key(prize.kind, prize.group)
    if key in rules.amounts:
        return key
    return prize.kind


def make_amount_key(kind: str, group: str) -> str:
    """Return the key of the amount for a prize of *kind* in *group*, which may be empty.

    >>> make_amount_key("first", "A"), make_amount_key("first", "")
    ('first:A', 'first')
    """
    if group:
        return f"{kind}:{group}"
    return kind


def _iter_payouts(prizes: Sequence[Prize], values: Sequence[int]) -> Iterator[Payout]:
    """Yield the payouts. Prizes shared by the same players are added up and divided among them."""
    numbered_prizes = [(index, prize) for index, prize in enumerate(prizes) if values[index]]
    for _key, group in groupby(numbered_prizes, key=lambda item: _make_sharing_key(*item)):
        indexed_prizes = list(group)
        indexes = tuple(index for index, _prize in indexed_prizes)
        total = sum(values[index] for index in indexes)
        _index, first_prize = indexed_prizes[0]
        if first_prize.tie or not first_prize.players:
            yield Payout(indexes, (), total, amount_each=0, remaining_cents=0)
        else:
            yield _divide_money(indexes, first_prize.players, total)


def _make_sharing_key(index: int, prize: Prize) -> tuple[object, ...]:
    """Return a key that is equal for prizes that the same players share."""
    if prize.tie or len(prize.players) < 2:
        return (index,)
    # Tied players share adjacent ranks, so all principal prizes count as one kind.
    kind = "" if prize.kind in ORDINALS else prize.kind
    return (prize.players, kind, prize.group, prize.row, prize.table_no)


def _make_pot_payout(rules: MoneyRules, prizes: Sequence[Prize]) -> Payout | None:
    """Return the payout of the pot for lone hands, or None while nobody has won its prize."""
    indexes = []
    players: list[str] = []
    for index, prize in enumerate(prizes):
        if prize.kind == _LONE_HANDS:
            if prize.tie:
                return None
            indexes.append(index)
            players += prize.players
    total = rules.pot * rules.pot_share // FULL_SHARE
    if not total or not players:
        return None
    return _divide_money(tuple(indexes), players, total)
