"""Results compared with par, for deals that everybody may see."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.scoring.deals.read import Place
from director.sheets import BoardLine, BoardSheet, PairCard, PairCardLine


def add_par_to_board(
    board: BoardSheet, scoring_field: ScoringField, pars: Mapping[Place, int]
) -> BoardSheet:
    """Return *board* with each result's distance from par. *pars* is by section and board.

    Fouled boards have no par, since other cards were played than were dealt.
    """
    lines = tuple(
        _add_par_to_board_line(line, scoring_field, pars, board.board_no) for line in board.lines
    )
    return replace(board, lines=lines)


def _add_par_to_board_line(
    line: BoardLine, scoring_field: ScoringField, pars: Mapping[Place, int], board_no: int
) -> BoardLine:
    section, _number = scoring_field.place(line.ns_no)
    par = pars.get((section.pk, board_no))
    if par is None or line.ns_score is None or line.group:
        return line
    if line.ns_score != int(line.ns_score):  # a weighted score can't be reached at a table
        return line
    return replace(line, to_par=int(line.ns_score) - par)


def add_par_to_card(
    card: PairCard,
    scoring_field: ScoringField,
    pars: Mapping[Place, int],
    lines: Iterable[SectionLine],
    groups: Mapping[Key, str],
) -> PairCard:
    """Return *card*, made of *lines*, with par of each board from the side of its pair.

    *groups* are those of fouled boards, by line. Lines in a group get no par.
    """
    section, _number = scoring_field.place(card.standing.contestant)
    fouled = {
        (line.board_no, *sorted((line.ns, line.ew)))
        for line in lines
        if groups.get((line.board_no, line.ns, line.ew))
    }
    card_lines = tuple(
        _add_par_to_card_line(line, pars.get((section.pk, line.board_no)), fouled)
        for line in card.lines
    )
    return replace(card, lines=card_lines)


def _add_par_to_card_line(
    line: PairCardLine, par: int | None, fouled: Collection[tuple[int, ...]]
) -> PairCardLine:
    if par is None or (line.board_no, *sorted((line.own_no, line.opponents_no))) in fouled:
        return line
    return replace(line, par=par if line.direction == "NS" else -par)
