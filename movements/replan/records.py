"""Records of a change during play: the change, the proposals and their price.

A *pair* is any contestant: in other contests a player or a team.

A *change* is what has happened or what the director wants. The *plan in force* is the movement as it
is before the change. A *proposal* is a plan of the whole event, rounds played included, and its
*price* counts what it costs against the plan in force. A *draft* is a proposal before it is checked
and priced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.model import Movement, Options, TableRound, join_with_and
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
"""The kinds of changes. The last one is any difference between the rows played and the plan."""

FIELD_CHANGES = ("pair-arrives", "pair-leaves", "rounds", "boards-per-set")
"""The kinds of changes in contests of players and of teams."""

MOST_ARRIVING = {"pairs": 2, "individual": 4, "teams": 2}
"""The most contestants that can arrive late at once, by contest."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happened during play, or a change that the director wants.

    Only the fields that its ``kind`` needs are set:

    - ``pair-arrives``: *pairs* have arrived, by default one.
    - ``pair-joins``: *pairs* have arrived while the first round that may change is being played. One
      of them plays in it, against a pair that sits out at a table with boards. All other tables play
      the round as it is due.
    - ``pair-leaves``: *pair* leaves, and *other_pair* if there are two.
    - ``table-closes``: *table* is no longer available. *leave* says whether its two pairs leave; if
      it is None, both ways are proposed.
    - ``rounds``: *rounds* is the new total.
    - ``boards-per-set``: *boards* are played in every round from now on.
    - ``movement``: the movement *key* with *options* is used for the rest. With *first_round* and
      *last_round*, its guide cards have been followed in those rounds by mistake.
    - ``boards-exchanged``: *table* and *other_table* played each other's set in *first_round*, by
      default the previous round.
    - ``late-table``: *table* is a round behind.
    - ``as-they-sit``: the rows played say everything.

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

    @property
    def leavers(self) -> tuple[int, ...]:
        """The numbers of the pairs that leave: *pair* and *other_pair*, if they are set."""
        return tuple(number for number in (self.pair, self.other_pair) if number is not None)

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
        words = [
            f"{name}={getattr(self, name)}" for name in fields if getattr(self, name) is not None
        ]
        if self.kind in ("pair-arrives", "pair-joins"):
            words.append(f"pairs={self.pairs}")
        return f"Change({', '.join([self.kind, *words])})"


@dataclass(frozen=True, slots=True)
class Price:
    """The cost of a continuation, counted from the first round that may change.

    - *sit_outs*: rounds that the pairs present sit out.
    - *fairness*: the figure Qf of the whole event, or None if nobody is compared.
    - *minutes*, *minutes_rest*: the length of the event, and of the part to come.
    - *pairs_moved*: pairs at another table or side than in the plan in force. Sitting out at one's
      table, or playing opponents there who were missing, isn't a move.
    - *boards_lost*: the boards that each pair plays fewer than in the plan in force, added up, less
      the boards that a new pair plays instead. A result that nobody plays counts two, or one if the
      opponents have left.
    - *cards_to_print*: the pairs whose guide card is wrong.
    - *rematches*: meetings of opponents who have met before.
    - *boards_for_new*: the boards of the new pair, the fewest of several, or None without new pairs.
    - *spare_sets*: additional board sets.
    - *partners_again*: players who are partners again after they have been, in an individual contest.
      There *rematches* are opponents who meet more than twice in the whole event.
    - *boards_each*: the fewest and the most boards that count for a player or team, or None for pairs.
      Boards that a team plays at one table only don't count.

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
    partners_again: int = 0
    boards_each: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RowChange:
    """A change at one table in one round: the row in force and the new one, None if nobody plays.

    >>> RowChange(3, 7, None, TableRound(3, 7, 7, 14, 2, (3, 4))).new_row.ew
    14
    """

    round_no: int
    table_no: int
    old_row: TableRound | None
    new_row: TableRound | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One continuation: the *plan* of the whole event, its *price*, *reason* and changed rows.

    *heading* is a short title. *title* and *explanation* are the heading and the reason as text, with
    the pair numbers of the movement. *new_pairs* are the numbers of pairs that have arrived. A clean
    proposal loses no boards, and nobody meets again needlessly. *pairs_gone* are all pairs that have
    left by then; the plan lacks those that never played, so the next change has to name them again.

    >>> from movements.registry import make_plan
    >>> from movements.replan.replanning import replan
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
    pairs_gone: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The heading as text."""
        return self.heading.text()

    @property
    def explanation(self) -> str:
        """The reason as text."""
        return self.reason.text()


@dataclass(frozen=True, slots=True)
class ReplanningAnswer:
    """The *proposals*, the best first.

    *trouble* says why none of them is clean, or is empty. *trouble_text* is the same as text, with
    the pair numbers of the movement. *unchanged* is the plan in force, if keeping it is an answer.
    *current_price* is the price of the plan in force, for comparison.

    >>> from movements.registry import make_plan
    >>> from movements.replan.replanning import replan
    >>> short = replan(make_plan("mitchell", tables=5), change=Change("rounds", rounds=4), from_round=3)
    >>> short.proposals[0].price.minutes - short.current_price.minutes
    -40
    """

    proposals: tuple[Proposal, ...]
    trouble: PairPhrase
    current_price: Price
    unchanged: Proposal | None = None

    @property
    def trouble_text(self) -> str:
        """The trouble as text."""
        return self.trouble.text()


@dataclass(frozen=True, slots=True)
class Draft:
    """A continuation before it is checked and priced.

    *leavers* are pairs that leave with it, *boards_waited* is the number of boards for which everybody waits,
    *unplayed_results* the number of results in the plan that nobody plays. A higher *rank* puts it after
    others.
    """

    plan: Movement
    title: Words
    reason: Words
    new_pairs: tuple[int, ...] = ()
    leavers: frozenset[int] = frozenset()
    boards_waited: int = 0
    unplayed_results: int = 0
    rank: int = 0


def format_noun(noun: str, numbers: Sequence[int]) -> str:
    """Return *noun* with *numbers*. For pairs see :func:`~movements.replan.phrases.make_pairs_phrase`.

    >>> format_noun("table", [3]), format_noun("table", [3, 8])
    ('table 3', 'tables 3 and 8')
    """
    return f"{noun}{'s' if len(numbers) > 1 else ''} {join_with_and(numbers)}"


def format_places(rows: Sequence[TableRound]) -> str:
    """Return the tables of *rows* in words, round by round.

    >>> format_places([TableRound(2, 4, 1, 5, 1, (1,)), TableRound(3, 1, 1, 6, 2, (2,)), TableRound(3, 2, 2, 7, 3, (3,))])
    'table 4 in round 2 and tables 1 and 2 in round 3'
    """
    tables_by_round: dict[int, list[int]] = {}
    for row in rows:
        tables_by_round.setdefault(row.round_no, []).append(row.table_no)
    return join_with_and(
        [
            f"{format_noun('table', tables)} in round {round_no}"
            for round_no, tables in tables_by_round.items()
        ]
    )
