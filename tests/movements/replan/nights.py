"""Nights in the middle of which something changes, and what must hold of every continuation."""

from collections import Counter
from dataclasses import replace

from hypothesis import strategies as st

from movements.check.faults import check_plan
from movements.model import Movement, TableRound
from movements.registry import get_legal_rounds, get_movement, list_movements, make_plan
from movements.replan.records import Change, Proposal
from tests.movements.forms import list_forms

LARGEST = 16


@st.composite
def plans(draw: st.DrawFn, largest: int = LARGEST) -> Movement:
    """Any plan of any movement, two rounds long at least."""
    spec = draw(st.sampled_from(list_movements("pairs")))
    pairs = draw(
        st.sampled_from(
            [size for size in spec.legal_sizes if size <= max(largest, min(spec.legal_sizes))]
        )
    )
    options = draw(st.sampled_from(list_forms(spec, pairs)))
    lengths = [
        rounds for rounds in get_legal_rounds(spec.key, pairs=pairs, options=options) if rounds > 1
    ]
    rounds = draw(st.sampled_from(lengths or [1]))
    boards = draw(st.integers(1, 4))
    return make_plan(spec.key, pairs=pairs, rounds=rounds, boards_per_set=boards, options=options)


@st.composite
def changes(draw: st.DrawFn, plan: Movement, from_round: int) -> Change:
    """Anything that may happen to *plan* before *from_round*."""
    pairs = sorted({pair for row in plan.rows for pair in (row.ns, row.ew)})
    tables = sorted({row.table_no for row in plan.rows})
    pair = draw(st.sampled_from(pairs))
    table = draw(st.sampled_from(tables))
    legal = get_movement(plan.key).legal_sizes
    # up to three pairs may have gone home before
    is_possible = all(plan.contestants - gone in legal for gone in range(4))
    fitting = [Change("movement", key=plan.key)] if is_possible else []
    return draw(
        st.sampled_from(
            [
                Change("pair-arrives", pairs=draw(st.integers(1, 2))),
                Change("pair-joins", pairs=draw(st.integers(1, 2))),
                Change("pair-leaves", pair=pair),
                Change("pair-leaves", pair=pair, other_pair=draw(st.sampled_from(pairs))),
                Change(
                    "table-closes", table=table, leave=draw(st.sampled_from([None, True, False]))
                ),
                Change("rounds", rounds=draw(st.integers(max(1, from_round - 1), plan.rounds + 2))),
                Change("boards-per-set", boards=draw(st.integers(1, plan.boards_per_set))),
                Change("late-table", table=table),
                *[
                    Change("boards-exchanged", table=table, other_table=other)
                    for other in tables[:3]
                    if other != table
                ],
                Change("as-they-sit"),
                *fitting,
            ]
        )
    )


MISTAKES = ("late-table", "boards-exchanged")
"""Changes that tell that something else was played than was due."""


def list_problems(
    plan: Movement, from_round: int, proposal: Proposal, change: Change | None = None
) -> list[str]:
    """Return everything that is wrong with *proposal* after *plan* was played up to *from_round*."""
    new = proposal.plan
    wrong = [fault.text for fault in check_plan(new)]
    if change is not None and change.kind in MISTAKES:
        from_round -= 1
    if [row for row in new.rows if row.round_no < from_round] != [
        row for row in plan.rows if row.round_no < from_round
    ]:
        wrong.append("what was played has changed")
    if change is not None and change.kind == "pair-joins":
        due, now = ({row for row in of.rows if row.round_no == from_round} for of in (plan, new))
        idle = {wait.contestant for wait in plan.sit_outs if wait.round_no == from_round}
        joins = [
            len({row.ns, row.ew} & idle) == 1 and proposal.new_pairs[0] in (row.ns, row.ew)
            for row in now - due
        ]
        if joins != [True] or due - now:
            wrong.append("a table that plays the round that is on is disturbed")
    boards = Counter(
        (pair, board) for row in new.rows for pair in (row.ns, row.ew) for board in row.boards
    )
    wrong += [
        f"pair {pair} has board {board} {times} times"
        for (pair, board), times in boards.items()
        if times > 1
    ]
    seats = Counter((row.round_no, pair) for row in new.rows for pair in (row.ns, row.ew))
    wrong += [
        f"pair {pair} sits twice in round {number}"
        for (number, pair), times in seats.items()
        if times > 1
    ]
    return wrong


@st.composite
def exchanges(draw: st.DrawFn, plan: Movement, round_no: int) -> list[TableRound]:
    """What was played in *round_no* of *plan* where two tables had each other's E-W pairs, or each other's boards."""
    rows = [row for row in plan.rows if row.round_no == round_no]
    first, second = draw(st.lists(st.sampled_from(rows), min_size=2, max_size=2, unique=True))
    fields = draw(st.sampled_from([("ew",), ("board_set", "boards", "copy_no", "shared")]))

    def with_those_of(row: TableRound, other: TableRound) -> TableRound:
        return replace(row, **{field: getattr(other, field) for field in fields})

    changed = {first: with_those_of(first, second), second: with_those_of(second, first)}
    return [changed.get(row, row) for row in rows]
