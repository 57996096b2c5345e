"""Contracts compared with the makeable tricks of the deal."""

from collections.abc import Iterator, Mapping

from director.boards.movement.lines.entries import read_stored_entry
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.models import Section
from scoring.hands.makeable import FAR_OFF, MakeableTricks, PlayedContract


def fetch_section_makeable(section: Section) -> dict[int, MakeableTricks]:
    """Return the makeable tricks of *section*'s boards, as far as known. (Costs one query.)"""
    known_makeable = section.deals.exclude(makeable="").values_list("board_no", "makeable")
    return {board_no: MakeableTricks(figures) for board_no, figures in known_makeable}


def find_far_off_lines(
    lines: SectionLines, game: str, makeable: Mapping[int, MakeableTricks]
) -> Iterator[SectionLine]:
    """Yield the lines whose declarer won far more or fewer tricks than are makeable.

    If at least half of a board's results are far off, its cards are probably wrong, and none of its
    lines is returned.
    """
    for board_no, board_makeable in makeable.items():
        results = []
        far_off_lines = []
        for line in lines.get_board_lines(board_no):
            result = find_played_contract(line, game)
            if result:
                results.append(result)
                if abs(result.off(board_makeable)) >= FAR_OFF:
                    far_off_lines.append(line)
        # A single result is half of the results in itself, but says nothing about the cards.
        if 2 * len(far_off_lines) < len(results) or len(results) == 1:
            yield from far_off_lines


def find_played_contract(line: SectionLine, game: str) -> PlayedContract | None:
    """Return the contract that one declarer played out on *line*, or None if there is none."""
    if not line.is_entered or line.is_settled or line.covered:
        return None
    entry = read_stored_entry(line, game).entry
    if entry is None or entry.contract is None or entry.tricks is None:
        return None
    declarer = entry.declarer or ""
    if len(declarer) != 1:  # unknown, or known only as a side
        return None
    contract = entry.contract
    lead = line.lead.replace("10", "T")
    return PlayedContract(declarer, contract.level, contract.denomination, entry.tricks, lead)
