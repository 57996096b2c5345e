"""Results compared with par, for deals that everybody may see.

Fouled boards have no par, since other cards were played than were dealt.
"""

from collections.abc import Mapping
from dataclasses import replace

from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.deals.read import Place
from director.sheets import BoardLine, BoardSheet, PairCard


def add_par_to_board(
    board: BoardSheet, scoring_field: ScoringField, pars: Mapping[Place, int]
) -> BoardSheet:
    """Return *board* with par beside each result. *pars* is by section and board."""
    lines = []
    for line in board.lines:
        # A weighted score can't be reached at a table.
        is_weighted = line.score is not None and line.score != int(line.score)
        lines.append(line if is_weighted else _add_par(line, scoring_field, pars))
    return replace(board, lines=tuple(lines))


def add_par_to_card(
    card: PairCard, scoring_field: ScoringField, pars: Mapping[Place, int]
) -> PairCard:
    """Return *card* with par of each board from the side of its pair."""
    lines = tuple(_add_par(line, scoring_field, pars) for line in card.lines)
    return replace(card, lines=lines)


def _add_par(line: BoardLine, scoring_field: ScoringField, pars: Mapping[Place, int]) -> BoardLine:
    section, _number = scoring_field.place(line.ns.number)
    par = pars.get((section.pk, line.board_no))
    if par is None or line.group:
        return line
    return replace(line, par=par if line.direction == "NS" else -par)
