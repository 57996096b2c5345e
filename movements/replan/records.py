"""Records of a change during play: the event, the proposals and their price."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.model import Movement, Options, TableRound, listed
from movements.replan.phrases import PairPhrase, Words

CHANGE_KINDS = (
    "pair-arrives",
    "pair-joins",
    "pair-leaves",
    "table-closes",
    "rounds",
    "boards-per-set",
    "movement",
    "boards-exchanged",
    "late-table",
    "as-they-sit",
)
"""What may have happened; the last one is anything that the rows of what was really played tell by themselves."""


@dataclass(frozen=True, slots=True)
class Change:
    """An event during play, or a change that the director wants.

    Only the fields that its ``kind`` needs are set.

    ``pair-arrives``: ``pairs`` have come (one, unless said).  ``pair-leaves``: ``pair``, and
    ``other_pair`` if two go. ``pair-joins``: ``pairs`` have come while the first round that may
    change is on: one of them plays in it, where a pair sits out at a table with boards; every other
    table plays that round as it is due. ``table-closes``: ``table``; ``leave`` tells whether its
    two pairs go home (unknown: both are proposed). ``rounds``: the new total.  ``boards-per-set``:
    ``boards`` in every round from now on.  ``movement``: ``key`` (with ``options``) for the rest,
    or, with ``first_round`` and ``last_round``, whose cards were followed meanwhile.
    ``boards-exchanged``: ``table`` and ``other_table`` played each other's set in ``first_round``
    (the round before, unless said).  ``late-table``: ``table`` is a round behind.  ``as-they-sit``:
    nothing more is to be said.

    >>> Change("pair-leaves", pair=3)
    Change(pair-leaves, pair=3)
    """

    kind: str
    pair: int | None = None
    other_pair: int | None = None
    pairs: int = 1
    table: int | None = None
    other_table: int | None = None
    rounds: int | None = None
    boards: int | None = None
    key: str | None = None
    options: Options = ()
    first_round: int | None = None
    last_round: int | None = None
    leave: bool | None = None

    def __repr__(self) -> str:
        """Show the fields that are set."""
        fields = (
            "pair",
            "other_pair",
            "table",
            "other_table",
            "rounds",
            "boards",
            "key",
            "first_round",
            "last_round",
        )
        told = [
            f"{name}={getattr(self, name)}" for name in fields if getattr(self, name) is not None
        ]
        if self.kind in ("pair-arrives", "pair-joins"):
            told += [f"pairs={self.pairs}"]
        return f"Change({', '.join([self.kind, *told])})"


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a continuation, counted from the first round that may change.

    ``sit_outs`` are rounds that pairs who are there sit out.  ``fairness`` is the figure Qf of the
    whole night (``None`` when nobody is compared).  ``minutes`` is the length of the night,
    ``minutes_rest`` what is still to come. ``pairs_moved`` sit at another table or side than the
    plan in force says; to wait at one's table, or to find there opponents who were missing, is no
    move.  ``boards_lost`` are the boards that pairs have fewer than the plan in force gives them,
    added up, less those that a new pair plays in their stead: two for a result that nobody plays,
    one where the opponents have left.  ``cards_to_print`` are the numbers of the pairs whose card
    would mislead them.  ``rematches`` are rounds against opponents met before, ``boards_for_new``
    the boards of a pair that has come (the fewest of those who play, if several have; ``None``
    without any), ``spare_sets`` the board sets to be fetched.

    >>> price = Price(4, Fraction(100), 83, 66, 4, 0, (1, 11))
    >>> price.rematches, price.boards_for_new
    (0, None)
    """

    sit_outs: int
    fairness: Fraction | None
    minutes: int
    minutes_rest: int
    pairs_moved: int
    boards_lost: int
    cards_to_print: tuple[int, ...]
    rematches: int = 0
    boards_for_new: int | None = None
    spare_sets: int = 0


@dataclass(frozen=True, slots=True)
class RowChange:
    """A change at one table in one round: the row *before* and *now*.

    None where nobody plays.

    >>> RowChange(3, 7, None, TableRound(3, 7, 7, 14, 2, (3, 4))).now.ew
    14
    """

    round_no: int
    table_no: int
    before: TableRound | None
    now: TableRound | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One continuation: the ``plan`` of the whole night, its ``price``, the ``reason`` and the
    changes.

    ``heading`` is a short title for it.  ``title`` and ``why`` are both as text, with the numbers
    of the movement. ``new_pairs`` are the numbers of those who have come, ``is_clean`` tells
    whether nothing is lost by it: nobody meets again who need not, and everybody plays who is due
    to.  ``gone`` are all pairs that have left by then: the plan does not know those that never
    played, so the next question should name them.

    >>> from movements import make_plan, replan
    >>> full = make_plan("mitchell", pairs=9, boards_per_set=2)
    >>> fill = replan(full, change=Change("pair-arrives"), from_round=2).proposals[0]
    >>> (fill.title, fill.new_pairs, fill.price.pairs_moved, fill.price.boards_for_new)
    ('Fill the half table', (10,), 0, 8)
    """

    plan: Movement
    price: Price
    heading: PairPhrase
    reason: PairPhrase
    changed_rows: tuple[RowChange, ...]
    new_pairs: tuple[int, ...] = ()
    is_clean: bool = True
    gone: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """Return the heading as text."""
        return self.heading.text()

    @property
    def why(self) -> str:
        """Return the reason as text."""
        return self.reason.text()


@dataclass(frozen=True, slots=True)
class Replanned:
    """The ``proposals``, the best first.

    ``trouble`` says why none of them is clean; it is empty if one is.

    ``why_none`` is the trouble as text, with the numbers of the movement. ``stays`` is the plan in
    force as it is, where that is an answer too.  ``now`` is the price of the plan in force as it
    stands, to put beside those of the proposals.

    >>> from movements import make_plan, replan
    >>> short = replan(make_plan("mitchell", tables=5), change=Change("rounds", rounds=4), from_round=3)
    >>> short.proposals[0].price.minutes - short.now.minutes
    -40
    """

    proposals: tuple[Proposal, ...]
    trouble: PairPhrase
    now: Price
    stays: Proposal | None = None

    @property
    def why_none(self) -> str:
        """Return the trouble as text."""
        return self.trouble.text()


@dataclass(frozen=True, slots=True)
class Draft:
    """A continuation as it was thought of, before it is checked and priced.

    ``left`` are pairs that leave by it, ``delay`` boards for which the night is held up,
    ``unplayed`` results of the plan that nobody plays all the same, ``rank`` puts it after others.
    """

    plan: Movement
    title: Words
    why: Words
    new_pairs: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    delay: int = 0
    unplayed: int = 0
    rank: int = 0


def noun_with_number(noun: str, numbers: Sequence[int]) -> str:
    """Return the *noun* with its number.

    Pairs are named by :func:`~movements.replan.phrases.named_pairs`.

    >>> noun_with_number("table", [3]), noun_with_number("table", [3, 8])
    ('table 3', 'tables 3 and 8')
    """
    return f"{noun}{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def places(rows: Sequence[TableRound]) -> str:
    """Return where *rows* are, round by round.

    >>> places([TableRound(2, 4, 1, 5, 1, (1,)), TableRound(3, 1, 1, 6, 2, (2,)), TableRound(3, 2, 2, 7, 3, (3,))])
    'table 4 in round 2 and tables 1 and 2 in round 3'
    """
    tables: dict[int, list[int]] = {}
    for row in rows:
        tables.setdefault(row.round_no, []).append(row.table_no)
    return listed(
        [
            f"{noun_with_number('table', numbers)} in round {round_no}"
            for round_no, numbers in tables.items()
        ]
    )
