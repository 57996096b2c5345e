"""Find stored deals of the wrong board, or turned, by comparing them with the results."""

from collections.abc import Iterator, Mapping

from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_field_lines,
    fetch_field_plans,
)
from director.boards.movement.scoring_field import ScoringField, fetch_scoring_field
from director.boards.scoring.deals.read import (
    BoardDeal,
    Place,
    fetch_field_hands,
    find_played_boards,
)
from director.boards.scoring.deals.results import find_played_contract
from director.models import Section
from scoring.hands.makeable import PlayedContract
from scoring.hands.misplaced import DealCorrection, find_misplaced


def find_section_mending(section: Section) -> DealCorrection | None:
    """Return how to correct the deals of *section*'s session, or None."""
    scoring_field = fetch_scoring_field(section)
    return find_field_mending(
        scoring_field,
        fetch_field_hands(scoring_field),
        fetch_field_lines(scoring_field, fetch_field_plans(scoring_field)),
    )


def find_field_mending(
    scoring_field: ScoringField, hands: Mapping[Place, BoardDeal], lines: SectionLines
) -> DealCorrection | None:
    """Return the correction of *hands* that the results among *lines* suggest, or None.

    Boards that a table still has to play are left out, since a correction would show their cards.
    Boards of which sections have different cards are left out too.
    """
    unfinished = frozenset(lines.boards) - find_played_boards(scoring_field, lines)
    hands_by_board: dict[int, set[BoardDeal]] = {}
    for (_section, board_no), hand in hands.items():
        if board_no not in unfinished:
            hands_by_board.setdefault(board_no, set()).add(hand)
    common_hands = {
        board_no: next(iter(board_hands))
        for board_no, board_hands in hands_by_board.items()
        if len(board_hands) == 1
    }
    if not common_hands:
        return None
    game = scoring_field.event.game
    results = {
        board_no: list(_list_played_contracts(lines, board_no, game)) for board_no in common_hands
    }
    deals = {}
    makeable = {}
    for board_no, hand in common_hands.items():
        deals[board_no] = hand.cards
        if hand.makeable:
            makeable[board_no] = hand.makeable
    return find_misplaced(results, deals, makeable)


def _list_played_contracts(
    lines: SectionLines, board_no: int, game: str
) -> Iterator[PlayedContract]:
    for line in lines.get_board_lines(board_no):
        result = find_played_contract(line, game)
        if result:
            yield result
