"""Opening leads that are not in the leader's stored hand."""

from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.scoring.deals.results import find_played_contract
from director.models import Section
from scoring.hands.cards import read_deal

_LEADER = {"N": "E", "E": "S", "S": "W", "W": "N"}
"""The leader by declarer: the player on the declarer's left."""


def is_lead_in_hand(cards: str, declarer: str, lead: str) -> bool:
    """Return whether *lead* is in the hand that leads against *declarer*, of the deal *cards*.

    >>> deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> is_lead_in_hand(deal, "S", "CK"), is_lead_in_hand(deal, "S", "H10"), is_lead_in_hand(deal, "N", "H10")
    (True, False, True)
    """
    return lead.replace("10", "T") in read_deal(cards).cards(_LEADER[declarer])


def find_impossible_leads(section: Section, lines: SectionLines) -> set[SectionLine]:
    """Return the lines with an impossible lead. (Costs one query, if any lead was entered.)

    Only directors see them. A table that were told could find the cards of a board still to be
    played, by entering one lead after another.
    """
    lines_with_lead = [line for line in lines.all if line.is_entered and line.lead]
    if not lines_with_lead:
        return set()
    boards = {line.board_no for line in lines_with_lead}
    cards = dict(section.deals.filter(board_no__in=boards).values_list("board_no", "cards"))
    game = section.session.event.game
    impossible = set()
    for line in lines_with_lead:
        if line.board_no not in cards:
            continue
        result = find_played_contract(line, game)
        if result and not is_lead_in_hand(cards[line.board_no], result.declarer, result.lead):
            impossible.add(line)
    return impossible
