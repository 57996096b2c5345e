"""Read movements of pairs from the binary files of ACBLscore, which end in ``.MOV``.

The layout was worked out from files, not published. All numbers are single bytes:

- 0 and 1: the mark ``5D 8D``;
- 2 to 5: type (0 Mitchell, 1 Howell), tables, rounds and board sets;
- 6 to 605: text, filled up with blanks;
- 606 to 706: nothing that a plan needs;
- from 707 on, table by table and round by round: N-S pair, E-W pair and board set.

A file doesn't say how many boards a set has, so the plan has the usual number.
"""

from movements.files.reading import Problems, Reading, choose_usual_boards
from movements.files.text.pairs import HOWELL, MITCHELL, NUMBERS_PER_ROUND, read_text_of_pairs

MARK = b"\x5d\x8d"
TEXT_START, TEXT_STOP = 6, 606
FIRST_TABLE = 707
TYPES = {0: MITCHELL, 1: HOWELL}
"""The type in movement text of each type here."""


def looks_like_mov(content: bytes) -> bool:
    """Return whether *content* begins like a file of ACBLscore.

    >>> looks_like_mov(b"\\x5d\\x8d\\x01\\x04"), looks_like_mov(b"[M5] Mitchell")
    (True, False)
    """
    return content.startswith(MARK)


def read_mov(content: bytes, name: str = "Custom movement") -> Reading:
    """Return the plan in a file of ACBLscore, and everything that can't be read.

    *name* is the name of a movement whose file has no text.

    >>> read_mov(b"\\x5d\\x8d\\x01\\x02").problems[0].text
    'The file ends after 4 bytes, before the first table.'
    """
    problems = Problems()
    if not looks_like_mov(content):
        problems.add("The file doesn't begin with 5D 8D, as movements of ACBLscore do.")
        return problems.reading(None)
    if len(content) < FIRST_TABLE:
        problems.add(f"The file ends after {len(content)} bytes, before the first table.")
        return problems.reading(None)
    kind, tables, rounds, board_sets = content[2:6]
    if kind not in TYPES:
        problems.add(f"The file says type {kind}. Use 0 (Mitchell) or 1 (Howell).")
        return problems.reading(None)
    line_length = NUMBERS_PER_ROUND * rounds
    expected = FIRST_TABLE + tables * line_length
    # Some programs fill the last block of a file with zeros.
    if len(content) < expected or any(content[expected:]):
        problems.add(
            f"The file has {len(content)} bytes, but {tables} tables and {rounds} rounds need {expected}."
        )
        return problems.reading(None)
    boards_per_set = choose_usual_boards(rounds)
    head = (TYPES[kind], tables, board_sets * boards_per_set, boards_per_set, rounds, 0)
    # Movement text has the same numbers in the same order, so its reader does the rest.
    lines = [f"[own] {_read_title(content) or name}", ",".join(map(str, head))]
    for start in range(FIRST_TABLE, expected, line_length or 1):
        lines.append(",".join(map(str, content[start : start + line_length])))
    return read_text_of_pairs("\n".join(lines))


def _read_title(content: bytes) -> str:
    """Return the text of the file on one line, without brackets."""
    text = content[TEXT_START:TEXT_STOP].decode("cp437")
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(words).replace("[", "(").replace("]", ")")
