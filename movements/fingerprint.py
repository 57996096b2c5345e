"""A short mark that tells whether two sheets of paper belong to the same plan."""

from hashlib import sha256

from movements.model import Plan

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The 32 characters of a fingerprint: none that could be read as another (no 0, O, 1 or I)."""

LENGTH = 6


def fingerprint(plan: Plan) -> str:
    """Return six capital letters and digits that are the same for the same play, whatever the plan is called.

    Only the rows and who sits out when are counted, in the order of round and table, so that a plan keeps its mark
    through a file or a database.  Two different plans share one by chance about once in a thousand million.

    >>> from movements import make_plan
    >>> fingerprint(make_plan("mitchell", tables=7, boards_per_set=4))
    'HDKYQ2'
    """
    rows = sorted(
        (
            *(row.round_no, row.table_no, row.ns, row.ew, row.board_set, row.boards, row.shared, row.arrow_switched),
            # Pairs stay pairs whoever of the two sits N.
            *(row.players or () if plan.contest != "pairs" else ()),
            *((row.half,) if row.half else ()),
        )
        for row in plan.rows
    )
    waiting = sorted((sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs)
    return mark_of((rows, waiting))


def mark_of(facts: object) -> str:
    """Return six capital letters and digits that are the same for what has the same ``repr``.

    >>> mark_of(("pivot", 12)) == mark_of(("pivot", 12)), mark_of(("pivot", 12)) == mark_of(("pivot", 16))
    (True, False)
    """
    number = int.from_bytes(sha256(repr(facts).encode()).digest()[:8])
    characters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[place])
    return "".join(characters)
