"""The money of a party: income, prizes and the rest, in whole cents.

Every account adds up: what came in is what was paid, what waits for a tie, and what is kept.  Where
the prizes of tied players do not divide, each gets the same and the cents left over are told.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.errors import ScoringError
from scoring.party.awarding import Prize
from scoring.party.kinds import JACKPOTS
from scoring.party.prizes import ORDINALS
from scoring.party.sentences import PartyScoringSentences

WHOLE = 10_000
"""A whole in hundredths of one per cent."""
SUMS, PER_CENT, IN_PROPORTION = "sums", "per-cent", "in-proportion"
WAYS = {
    SUMS: "amounts",
    PER_CENT: "percentages of the prize fund",
    IN_PROPORTION: "amounts, adjusted in proportion to the money collected",
}
"""How the prizes of money are fixed, by key."""
_LONE = "lone-hands"


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """The fees and payments of a party: sums in cents, shares in hundredths of one per cent.

    *fee* is that of each player, *added* what the club adds for prizes, *hall* and *hall_each* what
    the hall keeps of the evening and of each fee, *season* the share of the rest of the fees that
    is put by for the season.  *amounts* are the prizes of money by kind of prize, or by kind and
    group (``"first:A"``, which goes before ``"first"``): sums or shares, as *by* says; where one is
    given several times (to two groups, at each table) a sum is that of each, a share is divided.
    Sums that make more than there is are cut in proportion.  *draw* is what the 50/50 draw took,
    *draw_share* what its winner has of it; *pot* what lies in the pot for lone hands, *pot_share*
    what whoever takes the prize for most of them has of it.

    *jackpot* is what lies in the jackpot when the night begins, *jackpot_each* what each player
    adds beside the fee; it is paid to whoever has *jackpot_at* or more of what *jackpot_on* names,
    a key of ``JACKPOTS``, else carried over.

    >>> MoneyRules(fee=500, hall=1000, amounts={"first": 4000}).by
    'sums'

    :raises ScoringError: for what cannot be.
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
                raise ScoringError(
                    PartyScoringSentences.PARTY_RULE,
                    what=f"The sum {name}",
                    given=getattr(self, name),
                    wanted="0 or more",
                )
        for name in ("season", "draw_share", "pot_share"):
            if not 0 <= getattr(self, name) <= WHOLE:
                raise ScoringError(
                    PartyScoringSentences.PARTY_RULE,
                    what=f"The share {name}",
                    given=getattr(self, name),
                    wanted=f"0 to {WHOLE}",
                )
        if self.by not in WAYS:
            raise ScoringError(
                PartyScoringSentences.PARTY_RULE,
                what="The prize type",
                given=f'"{self.by}"',
                wanted=f"one of {', '.join(WAYS)}",
            )
        if self.jackpot_on not in JACKPOTS:
            wanted = f"one of {', '.join(JACKPOTS)}"
            raise ScoringError(
                PartyScoringSentences.PARTY_RULE,
                what="The jackpot condition",
                given=f'"{self.jackpot_on}"',
                wanted=wanted,
            )
        for kind, amount in self.amounts.items():
            if amount < 0:
                raise ScoringError(
                    PartyScoringSentences.PARTY_RULE,
                    what=f"The prize {kind}",
                    given=amount,
                    wanted="0 or more",
                )
        total = sum(self.amounts.values())
        if self.by == PER_CENT and total > WHOLE:
            raise ScoringError(PartyScoringSentences.PARTY_MONEY_SHARES, total=f"{total / 100:g}")


@dataclass(frozen=True, slots=True)
class Payout:
    """The payment for one or several prizes.

    *prizes* are their indexes, *each* is the amount for each of *players*.

    *players* is empty while a tie is open; *total* is the sum that is there for them, *rest* the
    cents that cannot be divided.
    """

    prizes: tuple[int, ...]
    players: tuple[str, ...]
    total: int
    each: int
    rest: int

    @property
    def paid(self) -> int:
        """The total paid."""
        return self.each * len(self.players)


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One line of an account. *key* is its kind, such as ``"fees"``, ``"prizes"`` or ``"hall"``."""

    key: str
    cents: int


@dataclass(frozen=True, slots=True)
class Account:
    """The money of an evening.

    *came* is the sum of *paid*, *waiting* (for open ties) and *kept*.

    *pool* is what there is for prizes, *short* by how much the sums of the prizes are more than
    that.  *owed* is what the hall is still to have, beyond what came in.  *pot* is what the pot for
    lone hands pays, *jackpot* what the jackpot does, ``None`` where nobody has it.
    """

    pool: int
    came: tuple[AccountLine, ...]
    paid: tuple[AccountLine, ...]
    waiting: int
    kept: tuple[AccountLine, ...]
    payouts: tuple[Payout, ...]
    pot: Payout | None = None
    jackpot: Payout | None = None
    short: int = 0
    owed: int = 0

    @property
    def carried(self) -> int:
        """The jackpot carried over to the next night."""
        return sum(line.cents for line in self.kept if line.key == "carried")

    @property
    def total(self) -> int:
        """The income."""
        return sum(line.cents for line in self.came)

    @property
    def is_even(self) -> bool:
        """Whether income equals payments and the rest."""
        return self.total == sum(line.cents for line in (*self.paid, *self.kept)) + self.waiting

    def each(self, prize: int) -> int:
        """Return the amount for each winner of the prize with this index and those shared with it."""
        return next((payout.each for payout in self.payouts if prize in payout.prizes), 0)

    def gains(self) -> dict[str, int]:
        """Return the winnings by player."""
        gains: dict[str, int] = {}
        for payout in (*self.payouts, *filter(None, (self.pot, self.jackpot))):
            for player in payout.players:
                gains[player] = gains.get(player, 0) + payout.each
        return gains


def party_account(
    rules: MoneyRules, heads: int, prizes: Sequence[Prize], *, winners: Sequence[str] = ()
) -> Account:
    """Return the account of a party by *rules*, with *heads* fees and the *prizes* as awarded.

    *winners* are those who have the jackpot (:func:`jackpot_winners`), among whom it is divided.

    >>> told = [("first", "A"), ("second", "BC"), ("third", "BC"), ("fourth", "D"), ("fifth", "EFG")]
    >>> prizes = [Prize(kind, tuple(players)) for kind, players in told]
    >>> amounts = {"first": 4000, "second": 2500, "third": 1500, "fourth": 1000, "fifth": 1000}
    >>> account = party_account(MoneyRules(fee=500, hall=1000, amounts=amounts), 22, prizes)
    >>> [("".join(payout.players), payout.each, payout.rest) for payout in account.payouts]
    [('A', 4000, 0), ('BC', 2000, 0), ('D', 1000, 0), ('EFG', 333, 1)]
    >>> account.total, [(line.key, line.cents) for line in account.kept], account.is_even
    (11000, [('hall', 1000), ('cents', 1)], True)
    """
    fees = rules.fee * heads
    due = rules.hall + rules.hall_each * heads
    hall = min(due, fees + rules.added)
    season = max(fees - hall, 0) * rules.season // WHOLE
    pool = fees + rules.added - hall - season
    short = max(sum(_amounts(rules, prizes)) - pool, 0) if rules.by == SUMS else 0
    payouts = tuple(_payouts(prizes, _worth(rules, pool, prizes)))
    pot = _pot(rules, prizes)
    pot_paid = pot.paid if pot else 0
    in_jackpot = rules.jackpot + rules.jackpot_each * heads
    jackpot = _divide_money((), winners, in_jackpot) if winners and in_jackpot else None
    jackpot_paid = jackpot.paid if jackpot else 0
    draw_paid = rules.draw * rules.draw_share // WHOLE
    paid = sum(payout.paid for payout in payouts)
    waiting = sum(payout.total for payout in payouts if not payout.players)
    cents = sum(payout.rest for payout in payouts)
    return Account(
        pool=pool,
        came=_lines(
            fees=fees,
            club=rules.added,
            draw=rules.draw,
            pot=rules.pot,
            jackpot=rules.jackpot,
            jackpot_fees=rules.jackpot_each * heads,
        ),
        paid=_lines(prizes=paid, draw=draw_paid, pot=pot_paid, jackpot=jackpot_paid),
        waiting=waiting,
        kept=_lines(
            hall=hall,
            season=season,
            draw=rules.draw - draw_paid,
            pot=rules.pot - pot_paid,
            left=pool - paid - waiting - cents,
            cents=cents,
            carried=in_jackpot - jackpot_paid,
        ),
        payouts=payouts,
        pot=pot,
        jackpot=jackpot,
        short=short,
        owed=due - hall,
    )


def _divide_money(prizes: tuple[int, ...], players: Sequence[str], total: int) -> Payout:
    each, rest = divmod(total, len(players))
    return Payout(prizes, tuple(players), total, each, rest)


def _lines(**sums: int) -> tuple[AccountLine, ...]:
    return tuple(AccountLine(key, cents) for key, cents in sums.items() if cents)


def _worth(rules: MoneyRules, pool: int, prizes: Sequence[Prize]) -> list[int]:
    """Return the value of each of *prizes* in cents, before ties. The sum is at most *pool*."""
    keys, amounts = [_amount_key(rules, prize) for prize in prizes], _amounts(rules, prizes)
    if rules.by == PER_CENT:
        often = Counter(keys)
        return [
            pool * amount // (WHOLE * often[key]) for key, amount in zip(keys, amounts, strict=True)
        ]
    total = sum(amounts)
    if not total or (rules.by == SUMS and total <= pool):
        return amounts
    return [pool * amount // total for amount in amounts]


def _amounts(rules: MoneyRules, prizes: Sequence[Prize]) -> list[int]:
    """Return the settled amount of each of *prizes*: a sum, or a share."""
    return [rules.amounts.get(_amount_key(rules, prize), 0) for prize in prizes]


def _amount_key(rules: MoneyRules, prize: Prize) -> str:
    """Return the key of the amount of *prize*: its own group's, else that of its kind."""
    own = group_key(prize.kind, prize.group)
    if own in rules.amounts:
        return own
    return prize.kind


def group_key(kind: str, group: str) -> str:
    """Return the key of the amount for a prize of *kind* in *group*, or of the kind without a
    group.

    >>> group_key("first", "A"), group_key("first", "")
    ('first:A', 'first')
    """
    if group:
        return f"{kind}:{group}"
    return kind


def _payouts(prizes: Sequence[Prize], worth: Sequence[int]) -> Iterator[Payout]:
    """Yield the payments. Prizes shared by the same players are added and divided among them."""
    numbered = [(at, prize) for at, prize in enumerate(prizes) if worth[at]]
    for _shared, those in groupby(numbered, key=lambda item: _sharing(*item)):
        sharing = list(those)
        indexes = tuple(at for at, _prize in sharing)
        total = sum(worth[at] for at in indexes)
        players = () if sharing[0][1].tie else sharing[0][1].players
        each, rest = divmod(total, len(players)) if players else (0, 0)
        yield Payout(indexes, players, total, each, rest)


def _sharing(at: int, prize: Prize) -> tuple[object, ...]:
    """Return a key that prizes shared as one have in common.

    Other prizes have their own index.
    """
    if prize.tie or len(prize.players) < 2:
        return (at,)
    kind = "" if prize.kind in ORDINALS else prize.kind
    return (prize.players, kind, prize.group, prize.row, prize.table_no)


def _pot(rules: MoneyRules, prizes: Sequence[Prize]) -> Payout | None:
    """Return the payment from the pot for lone hands, or None while nobody has its prize."""
    lone = [(at, prize) for at, prize in enumerate(prizes) if prize.kind == _LONE]
    players = tuple(player for _at, prize in lone for player in prize.players)
    total = rules.pot * rules.pot_share // WHOLE
    if not total or not players or any(prize.tie for _at, prize in lone):
        return None
    return _divide_money(tuple(at for at, _prize in lone), players, total)
