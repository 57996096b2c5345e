"""Find stored deals that lie at the wrong board or are turned, from the results."""

from collections.abc import Iterator, Mapping

from director.boards.movement.lines.read import SectionLines, field_lines, field_plans
from director.boards.movement.scoring_field import ScoringField, scoring_field_of
from director.boards.scoring.deals.read import Hand, Place, boards_played, field_hands
from director.boards.scoring.deals.results import line_result
from director.models import Section
from scoring import Mending, PlayedContract, find_misplaced


def section_mending(section: Section) -> Mending | None:
    """Return how to put the deals of *section*'s session right, or None."""
    scoring_field = scoring_field_of(section)
    return field_mending(
        scoring_field,
        field_hands(scoring_field),
        field_lines(scoring_field, field_plans(scoring_field)),
    )


def field_mending(
    scoring_field: ScoringField, hands: Mapping[Place, Hand], lines: SectionLines
) -> Mending | None:
    """Return what the results among *lines* tell against *hands*.

    Nothing is told of boards that some table still has to play, nor where sections have other
    cards.
    """
    waiting = frozenset(lines.boards) - boards_played(scoring_field, lines)
    by_board: dict[int, set[Hand]] = {}
    for (_section, board_no), hand in hands.items():
        if board_no not in waiting:
            by_board.setdefault(board_no, set()).add(hand)
    alike = {board_no: next(iter(own)) for board_no, own in by_board.items() if len(own) == 1}
    if not alike:
        return None
    results = {
        board_no: list(_results(lines, board_no, scoring_field.event.game)) for board_no in alike
    }
    deals = {board_no: hand.cards for board_no, hand in alike.items()}
    makeable = {board_no: hand.makeable for board_no, hand in alike.items() if hand.makeable}
    return find_misplaced(results, deals, makeable)


def _results(lines: SectionLines, board_no: int, game: str) -> Iterator[PlayedContract]:
    for line in lines.on_board(board_no):
        if result := line_result(line, game):
            yield result
