"""The Howell of five rounds for five and six pairs, in which everybody meets everybody once.

Five rounds of five sets need sharing. If everybody plays every set, the three tables of a round and the
three plays of a set each join all six pairs in twos, so rounds and sets are two of the six ways to
arrange six pairs in five rounds. Any two of these ways have exactly one round in common. In that round
all tables play one set; here it is the last round. No choice of sides compares six pairs more evenly
than Qf 60, five pairs than 38.46.

With six sets each pair leaves one out, and nothing is shared. Six pairs reach Qf 76.92, the most that
six sets allow. Six is the lowest number without sharing. Five pairs would have two sets with a single result,
so they don't have this form. All of this was found by going through every case, which the tests repeat.
"""

from collections.abc import Iterator

from movements.layout import Meeting

ONCE = 5
"""The rounds in which five or six pairs all meet once."""

SHARED = (
    ("6-1/1", "4-3/2", "5-2/4"),
    ("6-2/2", "5-4/3", "1-3/4"),
    ("6-3/3", "1-5/2", "2-4/1"),
    ("6-4/4", "2-1/3", "3-5/1"),
    ("6-5/5", "4-1/5", "3-2/5"),
)
"""By round, then table: N-S pair, E-W pair, board set; all three tables share set 5 in round 5."""

APART = (
    ("6-1/1", "5-2/4", "4-3/2"),
    ("6-2/2", "1-3/4", "5-4/3"),
    ("6-3/3", "2-4/5", "1-5/2"),
    ("6-4/4", "3-5/6", "2-1/3"),
    ("6-5/5", "3-2/1", "1-4/6"),
)
"""By round, then table; sets 1 to 3 are played at three tables, 4 to 6 at two."""

FORMS = {"share": SHARED, "apart": APART}

LEFT_OUT = "Each pair misses one of the six sets; the guide cards show which."


def generate_once_meetings(form: str, rounds: int) -> Iterator[Meeting]:
    """Yield the meetings of the first *rounds* rounds of *form*, ``"share"`` or ``"apart"``.

    Pair 6 keeps table 1.

    >>> [(one.ns, one.ew, one.board_set) for one in generate_once_meetings("share", rounds=1)]
    [(6, 1, 1), (4, 3, 2), (5, 2, 4)]
    """
    for round_no, tables in enumerate(FORMS[form][:rounds], start=1):
        for table_no, cell in enumerate(tables, start=1):
            pairs, board_set = cell.split("/")
            ns, ew = pairs.split("-")
            yield Meeting(round_no, table_no, int(ns), int(ew), int(board_set))


def make_once_notes(form: str, rounds: int) -> tuple[str, ...]:
    """Return the notes for the guide cards.

    >>> make_once_notes("share", rounds=4)
    ()
    """
    if form == "apart":
        return (LEFT_OUT,)
    last = (
        f"In round {ONCE} all tables share the same boards: pass each on when you have played it."
    )
    if rounds == ONCE:
        return (last,)
    return ()
