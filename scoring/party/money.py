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
from scoring.party.awarding import JACKPOTS, Prize
from scoring.party.prizes import ORDINALS, make_party_rule_error

WHOLE = 10_000
"""100 per cent, in hundredths of a per cent."""
SUMS, PER_CENT, IN_PROPORTION = "sums", "per-cent", "in-proportion"
WAYS = {
    SUMS: "amounts",
    PER_CENT: "percentages of the prize fund",
    IN_PROPORTION: "amounts, adjusted in proportion to the money collected",
}
"""How the amounts of prizes are fixed, by key."""
_LONE_HANDS = "lone-hands"


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """The fees and payments of a party: sums in cents, shares in hundredths of a per cent.

    - *fee* is the fee of each player, *added* what the club adds for prizes.
    - *hall* and *hall_each* are what the hall keeps of the evening and of each fee, *season* is the
      share of the remaining fees that is saved for the season.
    - *by* says whether *amounts* are sums or shares. They are given by kind of prize, or by kind and
      group (``"first:A"``, which takes precedence over ``"first"``). If a prize is given several
      times (to two groups, at each table), each gets the sum, but a share is divided. Sums that
      exceed the prize fund are reduced in proportion.
    - *draw* is the takings of the 50/50 draw, *draw_share* the share of its winner.
    - *pot* is the pot for lone hands, *pot_share* the share for the prize for most lone hands.
    - *jackpot* is the jackpot at the beginning of the evening, *jackpot_each* what each player adds
      besides the fee. It is paid to whoever reaches *jackpot_at* of *jackpot_on*, a key of
      ``JACKPOTS``; otherwise it is carried forward.

    >>> MoneyRules(fee=500, hall=1000, amounts={"first": 4000}).by
    'sums'

    :raises ScoringError: if a sum or share is impossible
    """

    fee: int = 0
    hall: int = 0
    hall_each: int = 0
    season: int = 0
    by: str = SUMS
    amounts: Mapping[str, int] = field(default_factory=dict)
    draw: int = 0
    draw_share: int = WHOLE // 2
    pot: int = 0
    pot_share: int = WHOLE
    jackpot: int = 0
    jackpot_each: int = 0
    jackpot_on: str = "high-game"
    jackpot_at: int = 0
    added: int = 0

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
            if not 0 <= getattr(self, name) <= WHOLE:
                raise make_party_rule_error(
                    what=f"The share {name}",
                    given=getattr(self, name),
                    wanted=f"0 to {WHOLE}",
                )
        if self.by not in WAYS:
            raise make_party_rule_error(
                what="The prize type",
                given=f'"{self.by}"',
                wanted=f"one of {', '.join(WAYS)}",
            )
        if self.jackpot_on not in JACKPOTS:
            expected_value = f"one of {', '.join(JACKPOTS)}"
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
        if self.by == PER_CENT and total > WHOLE:
            raise ScoringError(
                "party-money-shares",
                "The prize shares add up to {total} per cent. The most is 100.",
                total=f"{total / 100:g}",
            )


@dataclass(frozen=True, slots=True)
class Payout:
    """The payment for one or several prizes.

    *prizes* are the indexes of the prizes, *players* those who share them, empty while a tie is
    open. *total* is the sum to be divided, *amount_each* the amount of each player, *rest* the cents that
    can't be divided.
    """

    prizes: tuple[int, ...]
    players: tuple[str, ...]
    total: int
    amount_each: int
    rest: int

    @property
    def paid_total(self) -> int:
        """The total paid."""
        return self.amount_each * len(self.players)


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of an account. *key* is its kind, such as ``"fees"``, ``"prizes"`` or ``"hall"``."""

    key: str
    cents: int


@dataclass(frozen=True, slots=True)
class Account:
    """The money of an evening: *income* adds up to *payments*, *waiting* and *retained*.

    *waiting* is held back for open ties. *pool* is the prize fund, *shortfall* by how much the prizes
    exceed it. *owed* is what the income doesn't cover of the hall's money. *pot* and *jackpot* are
    the payouts of the pot for lone hands and of the jackpot, None if nobody won them.
    """

    pool: int
    income: tuple[AccountLine, ...]
    payments: tuple[AccountLine, ...]
    waiting: int
    retained: tuple[AccountLine, ...]
    payouts: tuple[Payout, ...]
    pot: Payout | None = None
    jackpot: Payout | None = None
    shortfall: int = 0
    owed: int = 0

    @property
    def carried(self) -> int:
        """The jackpot carried forward to the next evening."""
        return sum(line.cents for line in self.retained if line.key == "carried")

    @property
    def total(self) -> int:
        """The income."""
        return sum(line.cents for line in self.income)

    @property
    def is_even(self) -> bool:
        """Whether the account adds up."""
        paid_and_kept = sum(line.cents for line in (*self.payments, *self.retained))
        return self.total == paid_and_kept + self.waiting

    def each(self, prize: int) -> int:
        """Return what each winner of the prize with this index gets, with the prizes shared with it."""
        return next((payout.amount_each for payout in self.payouts if prize in payout.prizes), 0)

    def gains(self) -> dict[str, int]:
        """Return the winnings by player."""
        gains: dict[str, int] = {}
        further_payouts = filter(None, (self.pot, self.jackpot))
        for payout in (*self.payouts, *further_payouts):
            for player in payout.players:
                gains[player] = gains.get(player, 0) + payout.amount_each
        return gains


def party_account(
    rules: MoneyRules, heads: int, prizes: Sequence[Prize], *, winners: Sequence[str] = ()
) -> Account:
    """Return the account of a party, with *heads* fees and the awarded *prizes*.

    *winners* divide the jackpot (:func:`jackpot_winners`).

    >>> winners = [("first", "A"), ("second", "BC"), ("third", "BC"), ("fourth", "D"), ("fifth", "EFG")]
    >>> prizes = [Prize(kind, tuple(players)) for kind, players in winners]
    >>> amounts = {"first": 4000, "second": 2500, "third": 1500, "fourth": 1000, "fifth": 1000}
    >>> account = party_account(MoneyRules(fee=500, hall=1000, amounts=amounts), 22, prizes)
    >>> [("".join(payout.players), payout.amount_each, payout.rest) for payout in account.payouts]
    [('A', 4000, 0), ('BC', 2000, 0), ('D', 1000, 0), ('EFG', 333, 1)]
    >>> account.total, [(line.key, line.cents) for line in account.retained], account.is_even
    (11000, [('hall', 1000), ('cents', 1)], True)
    """
    fees = rules.fee * heads
    # The hall is paid first, then the season's share is saved, and the rest is for prizes.
    hall_due = rules.hall + rules.hall_each * heads
    hall = min(hall_due, fees + rules.added)
    season = max(fees - hall, 0) * rules.season // WHOLE  # what the club adds is for prizes only
    pool = fees + rules.added - hall - season
    short = 0
    if rules.by == SUMS:
        short = max(sum(_list_amounts(rules, prizes)) - pool, 0)
    payouts = tuple(_make_payouts(prizes, _compute_prize_values(rules, pool, prizes)))
    pot = _make_pot_payout(rules, prizes)
    pot_paid = pot.paid_total if pot else 0
    jackpot_sum = rules.jackpot + rules.jackpot_each * heads
    jackpot = None
    if winners and jackpot_sum:
        jackpot = _divide_money((), winners, jackpot_sum)
    jackpot_paid = jackpot.paid_total if jackpot else 0
    draw_paid = rules.draw * rules.draw_share // WHOLE
    paid = sum(payout.paid_total for payout in payouts)
    waiting = sum(payout.total for payout in payouts if not payout.players)
    cents = sum(payout.rest for payout in payouts)
    return Account(
        pool=pool,
        income=_make_account_lines(
            fees=fees,
            club=rules.added,
            draw=rules.draw,
            pot=rules.pot,
            jackpot=rules.jackpot,
            jackpot_fees=rules.jackpot_each * heads,
        ),
        payments=_make_account_lines(
            prizes=paid, draw=draw_paid, pot=pot_paid, jackpot=jackpot_paid
        ),
        waiting=waiting,
        retained=_make_account_lines(
            hall=hall,
            season=season,
            draw=rules.draw - draw_paid,
            pot=rules.pot - pot_paid,
            left=pool - paid - waiting - cents,
            cents=cents,
            carried=jackpot_sum - jackpot_paid,
        ),
        payouts=payouts,
        pot=pot,
        jackpot=jackpot,
        shortfall=short,
        owed=hall_due - hall,
    )


def _divide_money(prizes: tuple[int, ...], players: Sequence[str], total: int) -> Payout:
    share, remainder = divmod(total, len(players))
    return Payout(prizes, tuple(players), total, share, remainder)


def _make_account_lines(**sums: int) -> tuple[AccountLine, ...]:
    return tuple(AccountLine(key, cents) for key, cents in sums.items() if cents)


def _compute_prize_values(rules: MoneyRules, pool: int, prizes: Sequence[Prize]) -> list[int]:
    """Return the value of each of *prizes* in cents, before ties. The sum is at most *pool*."""
    amounts = _list_amounts(rules, prizes)
    if rules.by == PER_CENT:
        keys = [_get_amount_key(rules, prize) for prize in prizes]
        # A share is divided among all prizes that have it.
        prizes_by_key = Counter(keys)
        return [
            pool * amount // (WHOLE * prizes_by_key[key])
            for key, amount in zip(keys, amounts, strict=True)
        ]
    total = sum(amounts)
    if not total or (rules.by == SUMS and total <= pool):
        return amounts
    # Rounded down, so that the prizes never exceed the fund.
    return [pool * amount // total for amount in amounts]


def _list_amounts(rules: MoneyRules, prizes: Sequence[Prize]) -> list[int]:
    """Return the amount of each of *prizes* by the rules: a sum or a share."""
    return [rules.amounts.get(_get_amount_key(rules, prize), 0) for prize in prizes]


def _get_amount_key(rules: MoneyRules, prize: Prize) -> str:
    """Return the key of the amount for *prize*: for its kind and group, or else for its kind."""
    key = group_key(prize.kind, prize.group)
    if key in rules.amounts:
        return key
    return prize.kind


def group_key(kind: str, group: str) -> str:
    """Return the key of the amount for a prize of *kind* in *group*, which may be empty.

    >>> group_key("first", "A"), group_key("first", "")
    ('first:A', 'first')
    """
    if group:
        return f"{kind}:{group}"
    return kind


def _make_payouts(prizes: Sequence[Prize], values: Sequence[int]) -> Iterator[Payout]:
    """Yield the payouts. Prizes shared by the same players are added up and divided among them."""
    numbered = [(index, prize) for index, prize in enumerate(prizes) if values[index]]
    for _key, group in groupby(numbered, key=lambda item: _make_sharing_key(*item)):
        indexed_prizes = list(group)
        indexes = tuple(index for index, _prize in indexed_prizes)
        total = sum(values[index] for index in indexes)
        _index, first = indexed_prizes[0]
        if first.tie or not first.players:
            yield Payout(indexes, (), total, amount_each=0, rest=0)
        else:
            yield _divide_money(indexes, first.players, total)


def _make_sharing_key(index: int, prize: Prize) -> tuple[object, ...]:
    """Return a key that is equal for prizes that the same players share."""
    if prize.tie or len(prize.players) < 2:
        return (index,)
    # Tied players share adjacent places, so all principal prizes count as one kind.
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
    total = rules.pot * rules.pot_share // WHOLE
    if not total or not players:
        return None
    return _divide_money(tuple(indexes), players, total)
