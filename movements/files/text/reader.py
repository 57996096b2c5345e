"""Read one movement of movement text, of whatever contest its head line says."""

from movements.files.reading import Reading
from movements.files.text.contests import find_contest, read_contest
from movements.files.text.pairs import read_text_of_pairs


def read_text(text: str, first_line: int = 1) -> Reading:
    """Return the plan of one movement in movement text, and everything that can't be read.

    *first_line* is the number of its title line in the file.

    >>> reading = read_text("[X] Four players\\n3,1,3,1,3,4\\n1,2,3,4,1,1,3,2,4,2,1,4,2,3,3\\n")
    >>> reading.plan.contest, reading.plan.rows[0].players
    ('individual', (1, 3, 2, 4))
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    contest = find_contest(lines[1], lines[2:]) if len(lines) > 1 else None
    if contest is None:
        return read_text_of_pairs(text, first_line)
    return read_contest(contest, lines[0], lines[1], lines[2:], first_line)
