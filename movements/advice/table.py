"""The first suggestion for every usual field and length of an evening, as a table to read.

A line is a number of pairs, a column the boards that a pair should play.  It is kept as a golden file
and argued in docs/decisions/suggestions.md.
"""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from movements.advice.advise import Advice, advise
from movements.advice.price import format_name_and_shape

PAIRS = range(4, 61)
BOARDS = range(18, 33)


def format_suggestion_table(pairs: Iterable[int] = PAIRS) -> str:
    """Return the table as CSV: the pairs, and the first suggestion for each number of boards.

    >>> format_suggestion_table([8]).splitlines()[1].split(",")[:3]
    ['8', 'Howell 7 × 3', 'Howell 7 × 3']
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["pairs", *BOARDS])
    for row in generate_suggestion_rows(pairs):
        writer.writerow(row.values())
    return text.getvalue()


def generate_suggestion_rows(pairs: Iterable[int] = PAIRS) -> Iterator[dict[str, object]]:
    """Yield a line of the table for each number of *pairs*, by column heading.

    >>> next(generate_suggestion_rows([8]))["26"]
    'Howell 7 × 4'
    """
    for number in pairs:
        row: dict[str, object] = {"pairs": number}
        for boards in BOARDS:
            row[str(boards)] = format_name_and_shape(find_first_suggestion(number, boards))
        yield row


def find_first_suggestion(pairs: int, boards: int) -> Advice:
    """Return the first suggestion for *pairs* that should play exactly so many *boards*.

    >>> find_first_suggestion(8, 26).rounds
    7
    """
    return advise(pairs, boards=(boards, boards))[0]
