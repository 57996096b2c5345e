"""Results compared with par, for deals that may be seen."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.scoring.deals.read import Place
from director.sheets import BoardLine, BoardSheet, PairCard, PairCardLine


def with_par(
    board: BoardSheet, scoring_field: ScoringField, pars: Mapping[Place, int]
) -> BoardSheet:
    """Return *board* with each result's distance from par. *pars* is by section and board.

    Where other cards were played than were dealt, nothing is said.
    """
    return replace(
        board, lines=tuple(_line(line, scoring_field, pars, board.board_no) for line in board.lines)
    )


def _line(
    line: BoardLine, scoring_field: ScoringField, pars: Mapping[Place, int], board_no: int
) -> BoardLine:
    par = pars.get((scoring_field.place(line.ns_no)[0].pk, board_no))
    if par is None or line.ns_score is None or line.group or line.ns_score != int(line.ns_score):
        return line
    return replace(line, to_par=int(line.ns_score) - par)


def card_with_par(
    card: PairCard,
    scoring_field: ScoringField,
    pars: Mapping[Place, int],
    lines: Iterable[SectionLine],
    groups: Mapping[Key, str],
) -> PairCard:
    """Return *card*, made of *lines*, with par of each board from the side of its pair.

    *groups* say of the lines of which boards other cards were played.
    """
    section = scoring_field.place(card.standing.contestant)[0].pk
    fouled = {
        (line.board_no, *sorted((line.ns, line.ew)))
        for line in lines
        if groups.get((line.board_no, line.ns, line.ew))
    }
    return replace(
        card,
        lines=tuple(
            _card_line(line, pars.get((section, line.board_no)), fouled) for line in card.lines
        ),
    )


def _card_line(
    line: PairCardLine, par: int | None, fouled: Collection[tuple[int, ...]]
) -> PairCardLine:
    if par is None or (line.board_no, *sorted((line.own_no, line.opponents_no))) in fouled:
        return line
    return replace(line, par=par if line.direction == "NS" else -par)
