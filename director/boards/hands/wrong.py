"""What the results of a session tell about the cards that are kept: boards in the wrong place, or turned."""

from collections.abc import Iterator, Mapping

from director.boards.hands.kept import Hand, Place, boards_played, sitting_hands
from director.boards.hands.made import line_result
from director.boards.results.read.scored import sitting_plans
from director.boards.scores.read.lines import SectionLines, sitting_lines
from director.boards.sitting import Sitting, sitting_of
from director.models import Section
from scoring import Made, Mending, find_misplaced


def section_mending(section: Section) -> Mending | None:
    """Return what would put the cards of the session of *section* right, ``None`` where nothing is wrong."""
    sitting = sitting_of(section)
    return sitting_mending(sitting, sitting_hands(sitting), sitting_lines(sitting, sitting_plans(sitting)))


def sitting_mending(sitting: Sitting, hands: Mapping[Place, Hand], lines: SectionLines) -> Mending | None:
    """Return what the results among *lines* tell against *hands*.

    Nothing is told of boards that some table still has to play, nor where sections have other cards.
    """
    waiting = frozenset(lines.boards) - boards_played(sitting, lines)
    by_board: dict[int, set[Hand]] = {}
    for (_section, board_no), hand in hands.items():
        if board_no not in waiting:
            by_board.setdefault(board_no, set()).add(hand)
    alike = {board_no: next(iter(own)) for board_no, own in by_board.items() if len(own) == 1}
    if not alike:
        return None
    results = {board_no: list(_results(lines, board_no, sitting.event.game)) for board_no in alike}
    deals = {board_no: hand.cards for board_no, hand in alike.items()}
    makeable = {board_no: hand.makeable for board_no, hand in alike.items() if hand.makeable}
    return find_misplaced(results, deals, makeable)


def _results(lines: SectionLines, board_no: int, game: str) -> Iterator[Made]:
    for line in lines.on_board(board_no):
        if result := line_result(line, game):
            yield result
