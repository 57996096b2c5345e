"""Records of a change during play: the change, the proposals, their price and their sentences.

A *pair* is any contestant: in other contests a player or a team.

A *change* is what has happened or what the director wants. The *plan in force* is the movement as it
is before the change. A *proposal* is a plan of the whole event, rounds played included, and its
*price* counts what it costs against the plan in force. A *draft* is a proposal before it is checked
and priced.

Numbers are filled into sentences last: a page may call pair 8 of a movement ``3 E-W``. It passes a
function for its labels when the sentence is shown, so that it never has to find numbers in a text.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from movements.errors import MovementError
from movements.model import (
    Movement,
    Options,
    PairNo,
    PlanProblem,
    RoundNo,
    TableNo,
    TableRound,
    join_with_and,
)

LabelMaker: TypeAlias = Callable[[int], str]

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

MAX_ARRIVALS = {"pairs": 2, "individual": 4, "teams": 2}
"""The most contestants that can arrive late at once, by contest."""


@dataclass(frozen=True, slots=True)
class PairNumbers:
    """Pairs by their numbers in the movement.

    >>> PairNumbers((3, 8)).text(lambda number: f"{number} N-S")
    '3 N-S and 8 N-S'
    """

    numbers: tuple[int, ...]

    def text(self, make_label: LabelMaker = str) -> str:
        """Return the labels of the pairs as a list in words."""
        return join_with_and(make_label(number) for number in self.numbers)

    def __str__(self) -> str:
        """Return the numbers of the movement."""
        return self.text()


@dataclass(frozen=True, slots=True)
class PairPhrase:
    """A sentence that names pairs, whose labels are filled in last.

    >>> newcomer, out = make_pair_numbers(11), make_pairs_phrase([2, 8])
    >>> out = make_phrase("Pair {newcomer} plays; {out} sit out.", newcomer=newcomer, out=out)
    >>> str(out), out.text(lambda number: f"{number} N-S" if number < 6 else f"{number - 5} E-W")
    ('Pair 11 plays; pairs 2 and 8 sit out.', 'Pair 6 E-W plays; pairs 2 N-S and 3 E-W sit out.')
    """

    template: str
    # The values of the template by name, among them pairs.
    parts: tuple[tuple[str, object], ...] = ()

    def text(self, make_label: LabelMaker = str) -> str:
        """Return the sentence with the labels of its pairs."""
        texts: dict[str, object] = {}
        for name, part in self.parts:
            if isinstance(part, PairPhrase | PairNumbers):
                texts[name] = part.text(make_label)
            else:
                texts[name] = part
        return self.template.format(**texts)

    def __str__(self) -> str:
        """Return the sentence with the pair numbers of the movement."""
        return self.text()


Phrase: TypeAlias = str | PairPhrase
"""A sentence or a part of one. Without pairs it may be plain text."""


def make_phrase(template: str, /, **parts: object) -> PairPhrase:
    """Return *template* filled with *parts*."""
    return PairPhrase(template, tuple(parts.items()))


def as_phrase(phrase: Phrase) -> PairPhrase:
    """Return *phrase* as a phrase.

    >>> as_phrase("Set {1}").text()
    'Set {1}'
    """
    if isinstance(phrase, PairPhrase):
        return phrase
    return make_phrase("{words}", words=phrase)


def make_pair_numbers(*numbers: int) -> PairNumbers:
    """Return *numbers* for a phrase."""
    return PairNumbers(numbers)


def make_pairs_phrase(
    numbers: Iterable[int], *, is_first: bool = False, noun: str = "pair"
) -> PairPhrase:
    """Return "pair 3" or "pairs 3 and 8".

    It has a capital letter if *is_first* says that it begins a sentence. In other contests *noun* is
    "player" or "team".

    >>> str(make_pairs_phrase([3])), str(make_pairs_phrase([3, 8], is_first=True))
    ('pair 3', 'Pairs 3 and 8')
    """
    pairs = PairNumbers(tuple(numbers))
    heading_noun = f"{noun}s" if len(pairs.numbers) > 1 else noun
    if is_first:
        heading_noun = heading_noun.capitalize()
    return make_phrase(f"{heading_noun} {{numbers}}", numbers=pairs)


def join_phrases(parts: Sequence[Phrase], separator: str) -> PairPhrase:
    """Join *parts* with *separator*.

    >>> str(join_phrases(["Pair 1 stays", make_pairs_phrase([2, 3])], "; "))
    'Pair 1 stays; pairs 2 and 3'
    """
    names = [f"part_{index}" for index in range(len(parts))]
    template = separator.join(f"{{{name}}}" for name in names)
    return PairPhrase(template, tuple(zip(names, parts, strict=True)))


def join_phrases_with_and(parts: Sequence[Phrase]) -> PairPhrase:
    """Join *parts* with commas, the last with "and".

    >>> str(join_phrases_with_and(["one", "two", "three"])), str(join_phrases_with_and(["one"]))
    ('one, two and three', 'one')
    """
    if len(parts) < 2:
        return join_phrases(parts, "")
    return join_phrases([join_phrases(parts[:-1], ", "), parts[-1]], " and ")


def lower_first_letter(phrase: Phrase) -> Phrase:
    """Return *phrase* with a lower-case first letter, for the middle of a sentence.

    >>> lower_first_letter("Fill the half table")
    'fill the half table'
    >>> str(lower_first_letter(make_phrase("Pair {pair} leaves", pair=make_pair_numbers(3))))
    'pair 3 leaves'
    """
    if isinstance(phrase, PairPhrase):
        return replace(phrase, template=f"{phrase.template[:1].lower()}{phrase.template[1:]}")
    return f"{phrase[:1].lower()}{phrase[1:]}"


def make_problem_phrase(problem: PlanProblem) -> PairPhrase:
    """Return the sentence of *problem*, with its pair as a part.

    >>> from dataclasses import replace
    >>> from movements.check.faults import check_plan
    >>> from movements.registry import make_plan
    >>> plan = make_plan("howell", pairs=8)
    >>> fault = check_plan(replace(plan, rows=plan.rows[1:]))[0]
    >>> make_problem_phrase(fault).text(lambda number: f"no. {number}")
    'Pair no. 1 neither plays nor sits out in round 1. Seat it or list the sit-out.'
    """
    if problem.contestant is None or not problem.template:
        return as_phrase(problem.text)
    # The label of the pair replaces its number among the parameters.
    parts = dict(problem.params) | {"contestant": PairNumbers((problem.contestant,))}
    return PairPhrase(problem.template, tuple(parts.items()))


def make_error_phrase(error: MovementError) -> PairPhrase:
    """Return the sentence of *error*, with its pairs as parts.

    >>> nine, pairs = make_pair_numbers(9), make_pair_numbers(1, 8)
    >>> error = MovementError("no-pair", "{pair} is missing. The pairs are {pairs}.", pair=nine, pairs=pairs)
    >>> make_error_phrase(error).text(lambda number: f"no. {number}")
    'no. 9 is missing. The pairs are no. 1 and no. 8.'
    """
    return PairPhrase(error.text, tuple(error.params.items()))


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
    pair: PairNo | None = None
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

    >>> price = Price(4, Fraction(100), 83, 66, 4, 0, (1, 11))
    >>> price.rematches, price.newcomer_boards
    (0, None)
    """

    sit_outs: int  # rounds that the pairs present sit out
    fairness: Fraction | None  # the figure Qf of the whole event, or None if nobody is compared
    minutes: int  # the length of the event
    remaining_minutes: int  # the length of the part to come
    # Pairs at another table or side than in the plan in force. Sitting out at one's table, or
    # playing opponents there who were missing, isn't a move.
    pairs_moved: int
    # The boards that each pair plays fewer than in the plan in force, added up, less the boards
    # that a new pair plays instead. A result that nobody plays counts two, or one if the
    # opponents have left.
    boards_lost: int
    cards_to_print: tuple[int, ...]  # the pairs whose guide card is wrong
    # Meetings of opponents who have met before. In an individual contest, opponents who meet more
    # than twice in the whole event.
    rematches: int = 0
    # The boards of the new pair, the fewest of several; None without new pairs.
    newcomer_boards: int | None = None
    spare_sets: int = 0  # additional board sets
    repeated_partners: int = 0  # in an individual contest, players who are partners again
    # The fewest and the most boards that count for a player or team, or None for pairs. Boards
    # that a team plays at one table only don't count.
    boards_range: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RowChange:
    """A change at one table in one round: the row in force and the new one, None if nobody plays.

    >>> RowChange(3, 7, None, TableRound(3, 7, 7, 14, 2, (3, 4))).new_row.ew
    14
    """

    round_no: RoundNo
    table_no: TableNo
    previous_row: TableRound | None
    new_row: TableRound | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """One continuation: a plan of the whole event with its price.

    >>> from movements.registry import make_plan
    >>> from movements.replan.replanning import replan
    >>> full = make_plan("mitchell", pairs=9, boards_per_set=2)
    >>> fill = replan(full, change=Change("pair-arrives"), from_round=2).proposals[0]
    >>> (fill.title, fill.new_pairs, fill.price.pairs_moved, fill.price.newcomer_boards)
    ('Fill the half table', (10,), 0, 8)
    """

    plan: Movement
    price: Price
    heading: PairPhrase  # a short title
    reason: PairPhrase
    changed_rows: tuple[RowChange, ...]
    new_pairs: tuple[int, ...] = ()  # the numbers of pairs that have arrived
    is_clean: bool = True  # it loses no boards, and nobody meets again needlessly
    # All pairs that have left by then. The plan lacks those that never played, so the next change
    # has to name them again.
    leavers: tuple[int, ...] = ()

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
    """The proposals for a change, the best first.

    >>> from movements.registry import make_plan
    >>> from movements.replan.replanning import replan
    >>> short = replan(make_plan("mitchell", tables=5), change=Change("rounds", rounds=4), from_round=3)
    >>> short.proposals[0].price.minutes - short.current_price.minutes
    -40
    """

    proposals: tuple[Proposal, ...]
    problem: PairPhrase  # why no proposal is clean, otherwise empty
    current_price: Price  # the price of the plan in force, for comparison
    unchanged: Proposal | None = None  # the plan in force, if keeping it is an answer

    @property
    def problem_text(self) -> str:
        """The trouble as text."""
        return self.problem.text()


@dataclass(frozen=True, slots=True)
class Draft:
    """A continuation before it is checked and priced."""

    plan: Movement
    title: Phrase
    reason: Phrase
    new_pairs: tuple[int, ...] = ()
    leavers: frozenset[int] = frozenset()  # pairs that leave with it
    boards_waited: int = 0  # boards for which everybody waits
    unplayed_results: int = 0  # results in the plan that nobody plays
    rank: int = 0  # a higher rank puts it after others


def format_noun(noun: str, numbers: Sequence[int]) -> str:
    """Return *noun* with *numbers*. For pairs see :func:`~movements.replan.records.make_pairs_phrase`.

    >>> format_noun("table", [3]), format_noun("table", [3, 8])
    ('table 3', 'tables 3 and 8')
    """
    return f"{noun}{'s' if len(numbers) > 1 else ''} {join_with_and(numbers)}"


def format_tables(rows: Sequence[TableRound]) -> str:
    """Return the tables of *rows* in words, round by round.

    >>> format_tables([TableRound(2, 4, 1, 5, 1, (1,)), TableRound(3, 1, 1, 6, 2, (2,)), TableRound(3, 2, 2, 7, 3, (3,))])
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


def make_change_incomplete_error(*, kind: object, missing: object) -> MovementError:
    return MovementError(
        "change-incomplete",
        "A change of kind “{kind}” needs “{missing}”. Add it.",
        kind=kind,
        missing=missing,
    )


def make_from_round_unknown_error(*, round_no: object, rounds: object) -> MovementError:
    return MovementError(
        "from-round",
        "The change can’t start in round {round_no}. The plan has rounds 1 to {rounds}.",
        round_no=round_no,
        rounds=rounds,
    )


def make_new_rounds_out_of_range_error(
    *, rounds: object, begun: object, most: object
) -> MovementError:
    return MovementError(
        "rounds-played",
        "{rounds} rounds doesn’t work: {begun} started, and a session has at most {most}.",
        rounds=rounds,
        begun=begun,
        most=most,
    )


def make_unknown_change_error(*, kind: object, known: object) -> MovementError:
    return MovementError(
        "unknown-change", "Unknown change “{kind}”. Choose {known}.", kind=kind, known=known
    )
