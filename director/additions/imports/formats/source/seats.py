"""Detect files that name seats instead of pairs."""

import re
from collections.abc import Sequence

from director.additions.imports.formats.source.model import SourceSection
from director.additions.imports.formats.source.results import FlatLine
from director.additions.imports.formats.source.sentences import ImportSentences
from director.formats.errors import ImportFileError

_SEAT_WORDS = (
    "N NORTH NORD NOORD NORTE NORR PÓŁNOC",
    "E EAST EST OST OOST ESTE ÖST O WSCHÓD",
    "S SOUTH SUD SÜD SUED ZUID SUR SUL SYD POŁUDNIE",
    "W WEST OVEST OUEST OESTE VÄST O ZACHÓD",
)
"""Names of the seats North, East, South and West. O is East in German and West in French."""
_PREFIX_OR_SUFFIX = "(?:PLAYER|JOUEUR|SPIELER|SPELER|TABLE|TISCH|TAFEL|TAVOLO|MESA|BORD|T)?"
_LABELS = tuple(
    re.compile(
        f"{_PREFIX_OR_SUFFIX}0*([0-9]{{0,4}})(?:{words.replace(' ', '|')}){_PREFIX_OR_SUFFIX}0*([0-9]{{0,4}})"
    )
    for words in _SEAT_WORDS
)
_MAX_BOARDS_OF_ROUND = 8
"""Most boards of one round. In round 1 of a Mitchell every pair meets the pair of its own number."""


def find_seats_only_fault(lines: Sequence[FlatLine]) -> ImportFileError | None:
    """Return the fault of *lines* that name seats only, or None.

    Labels that move with the players, such as starting positions, do identify the pairs.
    """
    unnumbered = [line for line in lines if line.ns is None and line.ew is None]
    if not unnumbered or len(unnumbered) < len(lines):
        return None
    if len(lines) > 1 and not any(any(line.seats) for line in lines):
        return ImportFileError(ImportSentences.PAIRS_UNNAMED)
    labels = [name for line in lines for name in line.seats if name]
    tables = [find_seats_table(line.seats) for line in lines if all(line.seats)]
    if tables and len(labels) == 4 * len(tables) and None not in tables:
        return ImportFileError(ImportSentences.SEATS_NOT_PAIRS, label=labels[0])
    return None


def without_seat_names(lines: Sequence[FlatLine]) -> Sequence[FlatLine]:
    """Return *lines* without names that are only names of seats."""
    if not any(find_seats_table(line.seats) is not None for line in lines):
        return lines
    return [
        line if find_seats_table(line.seats) is None else line._replace(seats=()) for line in lines
    ]


def find_seats_table(names: Sequence[str]) -> str | None:
    """Return the table whose seats are the *names*, or None for people.

    >>> find_seats_table(("N1", "E1", "S1", "W1")), find_seats_table(("North", "East", "South", "West"))
    ('1', '')
    >>> find_seats_table(("Ash", "East", "South", "West")), find_seats_table(("N1", "E2", "S1", "W2"))
    (None, None)
    """
    tables = set()
    for name, label in zip(names, _LABELS, strict=False):
        match = label.fullmatch("".join(filter(str.isalnum, name.upper())))
        if not match:
            return None
        tables.add(match[1] or match[2])
    if len(tables) == 1:
        return tables.pop()
    return None


def check_meetings(sections: Sequence[SourceSection]) -> None:
    """Refuse table numbers in place of pair numbers.

    :raises ImportFileError: if every N-S number meets only the same E-W number
    """
    for section in sections:
        boards = [board for board in section.boards if board.lines]
        meetings = {(line.ns_no, line.ew_no) for board in boards for line in board.lines}
        is_one_round = (
            len({row.round_no for row in section.rounds}) == 1
            or len(boards) <= _MAX_BOARDS_OF_ROUND
        )
        is_shared = any(len(board.lines) > 1 for board in boards)
        if (
            len(meetings) > 1
            and all(ns == ew for ns, ew in meetings)
            and is_shared
            and not is_one_round
        ):
            count = sum(len(board.lines) for board in boards)
            raise ImportFileError(ImportSentences.TABLES_NOT_PAIRS, count=count).set_place(
                section.place
            )
