"""Results beside what can be made: contracts that were played out, and those far from what the cards give."""

from collections.abc import Iterator, Mapping

from director.boards.movement.lines.read import SectionLine, SectionLines, field_lines, field_plans
from director.boards.movement.lines.readings import stored_entry
from director.boards.movement.scoring_field import ScoringField, scoring_field_of
from director.boards.scoring.deals.read import Hand, Place, boards_played, field_hands
from director.models import Section
from scoring import FAR_OFF, Makeable, Mending, PlayedContract, find_misplaced, read_deal


def section_makeable(section: Section) -> dict[int, Makeable]:
    """Return what can be made on the boards of *section*, as far as it is known; one query."""
    known = section.deals.exclude(makeable="").values_list("board_no", "makeable")
    return {board_no: Makeable(figures) for board_no, figures in known}


def far_lines(lines: SectionLines, game: str, makeable: Mapping[int, Makeable]) -> Iterator[SectionLine]:
    """Yield the lines whose declarer won far more or fewer tricks than can be made.

    Where that is so of half the results of a board or more, its cards are doubted and not the results.
    """
    for board_no, own in makeable.items():
        results = [(line, result) for line in lines.on_board(board_no) if (result := line_result(line, game))]
        far = [line for line, result in results if abs(result.off(own)) >= FAR_OFF]
        if 2 * len(far) < len(results) or len(results) == 1:
            yield from far


def line_result(line: SectionLine, game: str) -> PlayedContract | None:
    """Return the contract that was played out on *line* by one declarer, ``None`` without one."""
    if not line.is_in or line.covered:
        return None
    entry = stored_entry(line, game).entry
    if entry is None or entry.contract is None or entry.tricks is None or len(entry.declarer or "") != 1:
        return None
    contract = entry.contract
    return PlayedContract(str(entry.declarer), contract.level, contract.denomination, entry.tricks, _lead(line))


def _lead(line: SectionLine) -> str:
    return line.lead.replace("10", "T")


# What the results of a session tell about the cards that are kept: boards in the wrong place, or turned.


def section_mending(section: Section) -> Mending | None:
    """Return what would put the cards of the session of *section* right, ``None`` where nothing is wrong."""
    scoring_field = scoring_field_of(section)
    return field_mending(
        scoring_field, field_hands(scoring_field), field_lines(scoring_field, field_plans(scoring_field))
    )


def field_mending(scoring_field: ScoringField, hands: Mapping[Place, Hand], lines: SectionLines) -> Mending | None:
    """Return what the results among *lines* tell against *hands*.

    Nothing is told of boards that some table still has to play, nor where sections have other cards.
    """
    waiting = frozenset(lines.boards) - boards_played(scoring_field, lines)
    by_board: dict[int, set[Hand]] = {}
    for (_section, board_no), hand in hands.items():
        if board_no not in waiting:
            by_board.setdefault(board_no, set()).add(hand)
    alike = {board_no: next(iter(own)) for board_no, own in by_board.items() if len(own) == 1}
    if not alike:
        return None
    results = {board_no: list(_results(lines, board_no, scoring_field.event.game)) for board_no in alike}
    deals = {board_no: hand.cards for board_no, hand in alike.items()}
    makeable = {board_no: hand.makeable for board_no, hand in alike.items() if hand.makeable}
    return find_misplaced(results, deals, makeable)


def _results(lines: SectionLines, board_no: int, game: str) -> Iterator[PlayedContract]:
    for line in lines.on_board(board_no):
        if result := line_result(line, game):
            yield result


# Leads that the hand which led did not hold: either the card or the declarer was entered wrong.

_NEXT = {"N": "E", "E": "S", "S": "W", "W": "N"}


def is_led_by(cards: str, declarer: str, lead: str) -> bool:
    """Return whether the seat that leads to *declarer* held *lead* by the *cards* of the board, as they are stored.

    >>> deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    >>> is_led_by(deal, "S", "CK"), is_led_by(deal, "S", "H10"), is_led_by(deal, "N", "H10")
    (True, False, True)
    """
    return lead.replace("10", "T") in read_deal(cards).cards(_NEXT[declarer])


def doubted_leads(section: Section, lines: SectionLines) -> set[SectionLine]:
    """Return the lines with such a lead; one query, none where no lead was said.

    Directors alone are told: a table that was answered could ask for one card after the other of a board to come.
    """
    led = [line for line in lines.all if line.is_in and line.lead]
    if not led:
        return set()
    boards = {line.board_no for line in led}
    cards = dict(section.deals.filter(board_no__in=boards).values_list("board_no", "cards"))
    game = section.session.event.game
    results = [(line, result) for line in led if line.board_no in cards and (result := line_result(line, game))]
    return {line for line, result in results if not is_led_by(cards[line.board_no], result.declarer, result.lead)}
