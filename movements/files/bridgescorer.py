"""Write a plan as a movement of BridgeScorer, which ``seat_lists`` reads. Source: [BRIDGESCORER]."""

from collections.abc import Iterator

from movements.files.plan_json import SEATS
from movements.files.seat_lists import SEAT_NAMES, list_seat_lists
from movements.files.text import make_format_too_poor_error
from movements.model import Movement, TableRound


def plan_to_yaml(plan: Movement) -> str:
    """Return *plan* as YAML of BridgeScorer: who sits at each table in each round, and the boards.

    It has no guarantees and bye-stands, and no order of a set that tables share. Who isn't named in
    a round sits out.

    >>> from movements.registry import make_plan
    >>> plan_to_yaml(make_plan("howell", pairs=3, boards_per_set=2)).splitlines()[:4]
    ['name: "howell-3"', 'short: "Howell"', 'description: "6 boards in 3 rounds"', 'numberTeams: 3']

    :raises MovementError: if the plan wouldn't be read back the same.
    """
    text = "\n".join(_iter_lines(plan)) + "\n"
    [seat_list] = list_seat_lists(text)
    reading = seat_list.read(plan.name)
    if plan.contest == "teams":
        lost_part = "matches of teams"
    elif reading.plan is None or _collect_facts(reading.plan) != _collect_facts(plan):
        lost_part = "several copies of the boards, or who wins"
    else:
        return text
    raise make_format_too_poor_error(movement=plan.name, form="YAML", lost=lost_part)


def _collect_facts(plan: Movement) -> tuple[object, ...]:
    """Return what the file must keep of *plan*. A table without any boards isn't in it."""
    tables = sorted({row.table_no for row in plan.rows})
    rows = {
        (row.round_no, tables.index(row.table_no), row.players or (row.ns, row.ew), row.board_set)
        for row in plan.rows
    }
    sit_outs = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    return plan.contestants, plan.winners, plan.copies, rows, sit_outs


def _iter_lines(plan: Movement) -> Iterator[str]:
    yield f'name: "{plan.key}-{plan.contestants}"'
    yield f"short: {_quote(plan.name)}"
    yield f'description: "{plan.boards} boards in {plan.rounds} rounds"'
    kind = "numberPlayers" if plan.contest == "individual" else "numberTeams"
    yield f"{kind}: {plan.contestants}"
    yield "hands:"
    for row in sorted(plan.rows, key=lambda row: (row.table_no, row.round_no)):
        yield f"- table: {row.table_no}"
        yield f"  round: {row.round_no}"
        for seat, number in _list_seats(row):
            yield f"  {seat}: {number}"
        yield "  boards:"
        yield from (f"  - {board}" for board in row.boards)


def _list_seats(row: TableRound) -> list[tuple[str, int]]:
    if row.players:
        numbers = dict(zip(SEATS, row.players, strict=True))
        # BridgeScorer names partners one after the other.
        return [(name, numbers[name[0]]) for name in SEAT_NAMES[::2] + SEAT_NAMES[1::2]]
    return [("ns", row.ns), ("ew", row.ew)]


def _quote(text: str) -> str:
    return f'"{" ".join(text.split()).replace(chr(34), chr(39)).replace(chr(92), "/")}"'
