"""Leads that the hand which led did not hold: either the card or the declarer was entered wrong."""

from collections.abc import Iterable

from director.boards.hands.made import line_result
from director.boards.scores.read.lines import Line, SectionLines
from director.boards.words import DEALERS
from director.models import Section
from scoring import card_name, read_deal

_NEXT = {"N": "E", "E": "S", "S": "W", "W": "N"}


def lead_doubt(cards: str, declarer: str, lead: str) -> str:
    """Return what is to be said where the seat that leads to *declarer* did not hold *lead*, ``""`` where it did.

    *cards* are those of the board as they are stored, ``""`` where nobody knows them.

    >>> deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> lead_doubt(deal, "S", "CK"), lead_doubt(deal, "S", "H10")[:44], lead_doubt("", "S", "H10")
    ('', 'By the cards of the board West did not hold ', '')
    """
    leader = _NEXT.get(declarer)
    if not (cards and leader and lead):
        return ""
    card = lead.replace("10", "T")
    if card in read_deal(cards).cards(leader):
        return ""
    held = f"By the cards of the board {DEALERS[leader]} did not hold the {card_name(card)}"
    return f"{held}: either the lead or the declarer is wrong."


def doubted_leads(section: Section, lines: SectionLines) -> set[Line]:
    """Return the lines with such a lead; one query, none where no lead was said."""
    led = [line for line in lines.all if line.is_in and line.lead]
    if not led:
        return set()
    cards = boards_cards(section, {line.board_no for line in led})
    game, doubted = section.session.event.game, set()
    for line in led:
        result = line_result(line, game)
        if result and lead_doubt(cards.get(line.board_no, ""), result.declarer, result.lead):
            doubted.add(line)
    return doubted


def boards_cards(section: Section, boards: Iterable[int]) -> dict[int, str]:
    """Return the cards of *boards* of *section*, as far as they are known, as they are stored; one query.

    They are not to be shown to anybody who plays.
    """
    return dict(section.deals.filter(board_no__in=set(boards)).values_list("board_no", "cards"))
