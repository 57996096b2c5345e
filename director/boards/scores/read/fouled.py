"""Fouled boards: which lines of a board were played with other cards, and are compared with each other only."""

from collections.abc import Iterable, Mapping

from director.boards.results.read.acts import GROUPS, section_acts
from director.boards.sitting import Key, Sitting
from director.desk.journal.read import PART, standing_acts
from director.models import Act, Section

LETTERS = ("B", "C", "D")
"""Groups besides the first, which has the cards as they were dealt and no letter."""


def section_groups(section: Section) -> dict[Key, str]:
    """Return the group of every line of *section* that is not in the first of its board; no query."""
    letters: dict[Key, str] = {}
    for board_no, groups in section.fouled.items():
        for pairs, letter in groups.items():
            ns, ew = pairs.split("-")
            letters[int(board_no), int(ns), int(ew)] = letter
    return letters


def sitting_groups(sitting: Sitting) -> dict[Key, str]:
    """Return the groups of all sections of *sitting*; other cards in two sections are not the same other cards."""
    if not sitting.is_divided:
        return section_groups(sitting.sections[0])
    return {
        sitting.key(section, line): f"{letter} of section {section.letter}"
        for section in sitting.sections
        for line, letter in section_groups(section).items()
    }


def board_groups(section: Section, board_no: int) -> dict[tuple[int, int], str]:
    """Return the group of every line of *board_no* that is not in the first, by N-S and E-W pair."""
    return {(ns, ew): letter for (board, ns, ew), letter in section_groups(section).items() if board == board_no}


def groups_act(section: Section, board_no: int) -> Act | None:
    """Return the latest act that said who played other cards on *board_no* and stands; one query."""
    acts = standing_acts(section_acts(section, (GROUPS,)))
    name = f"fouled{PART}{board_no}"
    return next((act for act in acts if any(name in (change["after"] or {}) for change in act.changes)), None)


def lone_words(board_no: int, groups: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a sentence for each of several *groups* of *board_no* that has only one table, given what it is called.

    >>> lone_words(7, {"": ["1 against 4", "2 against 5"], "B": ["3 against 6"]})
    ['Board 7: 3 against 6 is alone in group B, so nobody is compared with it. Put it elsewhere if that is wrong.']
    """
    by_letter = {letter: list(tables) for letter, tables in groups.items()}
    return [
        f"Board {board_no}: {tables[0]} is alone {f'in group {letter}' if letter else 'with the cards as dealt'}, so "
        "nobody is compared with it. Put it elsewhere if that is wrong."
        for letter, tables in by_letter.items()
        if len(tables) == 1 and len(groups) > 1
    ]
