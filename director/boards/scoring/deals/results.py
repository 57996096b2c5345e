"""Contracts compared with what the deal can make."""

from collections.abc import Iterator, Mapping

from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.lines.readings import stored_entry
from director.models import Section
from scoring import FAR_OFF, Makeable, PlayedContract


def section_makeable(section: Section) -> dict[int, Makeable]:
    """Return what the boards of *section* can make, as far as it is known. One query."""
    known = section.deals.exclude(makeable="").values_list("board_no", "makeable")
    return {board_no: Makeable(figures) for board_no, figures in known}


def far_lines(
    lines: SectionLines, game: str, makeable: Mapping[int, Makeable]
) -> Iterator[SectionLine]:
    """Yield the lines whose declarer won far more or fewer tricks than can be made.

    Where that is so of half the results of a board or more, its cards are doubted and not the
    results.
    """
    for board_no, own in makeable.items():
        results = [
            (line, result)
            for line in lines.on_board(board_no)
            if (result := line_result(line, game))
        ]
        far = [line for line, result in results if abs(result.off(own)) >= FAR_OFF]
        if 2 * len(far) < len(results) or len(results) == 1:
            yield from far


def line_result(line: SectionLine, game: str) -> PlayedContract | None:
    """Return the contract that was played out on *line* by one declarer, ``None`` without one."""
    if not line.is_in or line.covered:
        return None
    entry = stored_entry(line, game).entry
    if (
        entry is None
        or entry.contract is None
        or entry.tricks is None
        or len(entry.declarer or "") != 1
    ):
        return None
    contract = entry.contract
    return PlayedContract(
        str(entry.declarer), contract.level, contract.denomination, entry.tricks, _lead(line)
    )


def _lead(line: SectionLine) -> str:
    return line.lead.replace("10", "T")
