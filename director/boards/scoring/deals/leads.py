"""Opening leads that the leader's stored hand does not hold."""

from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.scoring.deals.results import line_result
from director.models import Section
from scoring import read_deal

_NEXT = {"N": "E", "E": "S", "S": "W", "W": "N"}


def is_led_by(cards: str, declarer: str, lead: str) -> bool:
    """Return whether the hand that leads to *declarer* holds *lead* in *cards*.

    >>> deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> is_led_by(deal, "S", "CK"), is_led_by(deal, "S", "H10"), is_led_by(deal, "N", "H10")
    (True, False, True)
    """
    return lead.replace("10", "T") in read_deal(cards).cards(_NEXT[declarer])


def doubted_leads(section: Section, lines: SectionLines) -> set[SectionLine]:
    """Return the lines with an impossible lead. One query, none if no lead was entered.

    Directors alone are told: a table that was answered could ask for one card after the other of a
    board to come.
    """
    led = [line for line in lines.all if line.is_in and line.lead]
    if not led:
        return set()
    boards = {line.board_no for line in led}
    cards = dict(section.deals.filter(board_no__in=boards).values_list("board_no", "cards"))
    game = section.session.event.game
    results = [
        (line, result)
        for line in led
        if line.board_no in cards and (result := line_result(line, game))
    ]
    return {
        line
        for line, result in results
        if not is_led_by(cards[line.board_no], result.declarer, result.lead)
    }
