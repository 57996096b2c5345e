"""Fouled boards: groups of lines that played other cards and are compared separately."""

from collections.abc import Iterable, Mapping

from director.boards.movement.acts import GROUPS, section_acts
from director.boards.movement.scoring_field import Key, ScoringField
from director.core.night.history.read import standing_acts
from director.models import Act, FouledLine, Section

FOULED = FouledLine._meta.label_lower
LETTERS = ("B", "C", "D")
"""Groups besides the first, which has the cards as they were dealt and no letter."""


def section_groups(section: Section) -> dict[Key, str]:
    """Return the group of every line of *section* outside the first group of its board."""
    stored = (
        section.fouled_lines.values_list("board_no", "ns", "ew", "letter")
        if section.is_fouled
        else ()
    )
    return {(board_no, ns, ew): letter for board_no, ns, ew, letter in stored}


def field_groups(scoring_field: ScoringField) -> dict[Key, str]:
    """Return the groups of all sections. Groups of different sections are different."""
    if not scoring_field.is_divided:
        return section_groups(scoring_field.sections[0])
    return {
        scoring_field.key(section, line): f"{letter} of section {section.letter}"
        for section in scoring_field.sections
        for line, letter in section_groups(section).items()
    }


def board_groups(section: Section, board_no: int) -> dict[tuple[int, int], str]:
    """Return the group of every line of *board_no* outside the first, by N-S and E-W pair."""
    return {
        (ns, ew): letter
        for (board, ns, ew), letter in section_groups(section).items()
        if board == board_no
    }


def groups_act(section: Section, board_no: int) -> Act | None:
    """Return the latest act that set the groups of *board_no* and is in force. One query."""
    acts = standing_acts(section_acts(section, (GROUPS,)))
    return next((act for act in acts if board_no in fouled_boards(act)), None)


def fouled_boards(act: Act) -> set[int]:
    """Return the boards whose groups *act* changed."""
    lines = (
        change["before"] or change["after"] for change in act.changes if change["model"] == FOULED
    )
    return {line["board_no"] for line in lines}


def lone_words(board_no: int, groups: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a sentence for each group of *board_no* with only one table.

    >>> lone_words(7, {"": ["1 against 4", "2 against 5"], "B": ["3 against 6"]})
    ['Board 7: 3 against 6 is alone in group B, so it’s compared with nobody. Choose another group if that’s wrong.']
    """
    by_letter = {letter: list(tables) for letter, tables in groups.items()}
    return [
        f"Board {board_no}: {tables[0]} is alone {f'in group {letter}' if letter else 'with the cards as dealt'}, so "
        "it’s compared with nobody. Choose another group if that’s wrong."
        for letter, tables in by_letter.items()
        if len(tables) == 1 and len(groups) > 1
    ]
