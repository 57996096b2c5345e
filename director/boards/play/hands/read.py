"""Stored hands as sheets, board by board."""

from collections.abc import Mapping

from director.boards.movement.scoring_field import ScoringField
from director.boards.play.hands.sheets import HandRecords, HandSheet, make_hand_sheet
from director.boards.scoring.deals.read import (
    BoardDeal,
    Place,
)
from director.boards.scoring.standings.sheets import SessionSheets


def make_hand_records(sheets: SessionSheets, hands: Mapping[Place, BoardDeal]) -> HandRecords:
    """Return *hands* for printing, board by board."""
    hand_sheets: list[HandSheet] = []
    for board_no in sorted({board_no for _section, board_no in hands}):
        hand_sheets += make_board_hands(sheets.scoring_field, hands, board_no)
    return HandRecords(sheets.heading, tuple(hand_sheets))


def make_board_hands(
    scoring_field: ScoringField, hands: Mapping[Place, BoardDeal], board_no: int
) -> tuple[HandSheet, ...]:
    """Return one sheet if all sections have the same cards on a board, otherwise one for each."""
    hands_by_letter = {}
    for section in scoring_field.sections:
        hand = hands.get((section.pk, board_no))
        if hand:
            hands_by_letter[section.letter] = hand
    sections = len(scoring_field.sections)
    distinct_hands = set(hands_by_letter.values())
    if len(distinct_hands) == 1 and len(hands_by_letter) == sections:
        return (make_hand_sheet(distinct_hands.pop()),)
    if sections == 1:
        return tuple(map(make_hand_sheet, hands_by_letter.values()))
    return tuple(make_hand_sheet(hand, letter) for letter, hand in hands_by_letter.items())
