"""Groups of lines on fouled boards, which played other cards and are compared separately."""

from collections.abc import Iterable, Mapping

from director.boards.movement.acts import GROUPS, fetch_section_acts
from director.boards.movement.scoring_field import Key, ScoringField
from director.core.night.history import filter_standing_acts
from director.models import Act, FouledLine, Section

FOULED = FouledLine._meta.label_lower
LETTERS = ("B", "C", "D")
"""Groups in addition to the first, which has the dealt cards and no letter."""


def fetch_section_groups(section: Section) -> dict[Key, str]:
    """Return the group of every line of *section* outside the first group of its board."""
    if not section.is_fouled:  # spares the query for most sections
        return {}
    stored = section.fouled_lines.values_list("board_no", "ns", "ew", "letter")
    return {(board_no, ns, ew): letter for board_no, ns, ew, letter in stored}


def fetch_field_groups(scoring_field: ScoringField) -> dict[Key, str]:
    """Return the groups of all sections. Groups of different sections are never the same."""
    if not scoring_field.has_several_sections:
        return fetch_section_groups(scoring_field.sections[0])
    groups = {}
    for section in scoring_field.sections:
        for line, letter in fetch_section_groups(section).items():
            groups[scoring_field.key(section, line)] = f"{letter} of section {section.letter}"
    return groups


def fetch_board_groups(section: Section, board_no: int) -> dict[tuple[int, int], str]:
    """Return the group of every line of *board_no* outside the first, by N-S and E-W pair."""
    return {
        (ns, ew): letter
        for (board, ns, ew), letter in fetch_section_groups(section).items()
        if board == board_no
    }


def fetch_groups_act(section: Section, board_no: int) -> Act | None:
    """Return the latest act in force on the groups of *board_no*, or None. (Costs one query.)"""
    acts = filter_standing_acts(fetch_section_acts(section, (GROUPS,)))
    return next((act for act in acts if board_no in get_fouled_boards(act)), None)


def get_fouled_boards(act: Act) -> set[int]:
    """Return the boards whose groups *act* changed."""
    boards = set()
    for change in act.changes:
        if change["model"] == FOULED:
            # Of an added line there is no record before, of a removed one none after.
            line = change["before"] or change["after"]
            boards.add(line["board_no"])
    return boards


def describe_lone_tables(board_no: int, groups: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a sentence for each group of *board_no* that has only one table.

    >>> describe_lone_tables(7, {"": ["1 against 4", "2 against 5"], "B": ["3 against 6"]})
    ['Board 7: 3 against 6 is alone in group B, so it’s compared with nobody. Choose another group if that’s wrong.']
    """
    if len(groups) == 1:
        return []
    sentences = []
    for letter, tables in groups.items():
        names = list(tables)
        if len(names) == 1:
            where = f"in group {letter}" if letter else "with the cards as dealt"
            sentences.append(
                f"Board {board_no}: {names[0]} is alone {where}, so "
                "it’s compared with nobody. Choose another group if that’s wrong."
            )
    return sentences
