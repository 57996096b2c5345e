"""The paper of a section before play: guide cards, travellers and pick-up slips, from its stored plan."""

from collections import defaultdict
from collections.abc import Iterable

from director.errors import NoPlanError
from director.models import Plan, Section
from director.selectors.lines import plan_movement, section_plan
from director.selectors.words import boards_text, dealer_name, heading, vulnerable_text
from director.sheets import GuideCard, GuideCardRow, Heading, ScoreSlip, SlipBoard, Traveller, TravellerRow
from movements import BoardMove, PairMove, SitOut, TableMoves, TableRound, moves_after
from movements import Plan as Movement

NOBODY = "–"
SIDES = {"NS": "N-S", "EW": "E-W"}


def required_plan(section: Section) -> Plan:
    """Return the plan of *section*.

    :raises NoPlanError: before a movement is chosen
    """
    plan = section_plan(section)
    if plan is None:
        raise NoPlanError()
    return plan


def guide_cards(section: Section, plan: Plan) -> tuple[GuideCard, ...]:
    """Return a guide card for every table, with each round and the next move of everyone in words."""
    return movement_cards(section, plan_movement(plan), heading(section, plan))


def movement_cards(section: Section, movement: Movement, head: Heading) -> tuple[GuideCard, ...]:
    """Return the guide cards of *movement*, chosen or not yet; *section* says how its pairs are called."""
    moves = {round_no: moves_after(movement, round_no) for round_no in range(1, movement.rounds + 1)}
    playing: dict[int, dict[int, TableRound]] = defaultdict(dict)
    for row in movement.rows:
        playing[row.table_no][row.round_no] = row
    waiting = {(s.table_no, s.round_no): s for s in movement.sit_outs}
    sharing = _sharing(movement)
    cards = []
    for table_no in range(1, movement.tables + 1):
        rows = tuple(
            _guide_row(
                section,
                round_no,
                playing[table_no].get(round_no),
                waiting.get((table_no, round_no)),
                moves[round_no].get(table_no),
                sharing.get((round_no, table_no), ()),
            )
            for round_no in range(1, movement.rounds + 1)
        )
        cards.append(_guide_card(head, table_no, rows))
    return tuple(cards)


def travellers(section: Section, plan: Plan) -> tuple[Traveller, ...]:
    """Return a traveller for every board in play, its lines in order of N-S number."""
    head = heading(section, plan)
    rows: dict[int, list[tuple[int, TravellerRow]]] = defaultdict(list)
    for row in plan.rows.all():
        line = TravellerRow(section.label(row.ns), section.label(row.ew), row.round_no, row.table_no)
        for board_no in row.boards:
            rows[board_no].append((row.ns, line))
    return tuple(
        Traveller(
            heading=head,
            board_no=board_no,
            dealer=dealer_name(board_no),
            vulnerability=vulnerable_text(board_no),
            rows=tuple(line for _ns, line in sorted(rows[board_no], key=lambda pair: (pair[0], pair[1].round_no))),
        )
        for board_no in sorted(rows)
    )


def score_slips(section: Section, plan: Plan) -> tuple[ScoreSlip, ...]:
    """Return a pick-up slip for every table that plays in every round, in order of round, then table."""
    head = heading(section, plan)
    return tuple(
        ScoreSlip(
            heading=head,
            table_no=row.table_no,
            round_no=row.round_no,
            ns=section.label(row.ns),
            ew=section.label(row.ew),
            boards=tuple(SlipBoard(no, dealer_name(no), vulnerable_text(no)) for no in row.boards),
        )
        for row in plan.rows.all()
    )


def _sharing(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return, by round and table, the other tables that use the same set in that round."""
    users: dict[tuple[int, int], list[int]] = defaultdict(list)
    for row in movement.rows:
        if row.shared:
            users[row.round_no, row.board_set].append(row.table_no)
    return {
        (round_no, table): tuple(other for other in tables if other != table)
        for (round_no, _set), tables in users.items()
        for table in tables
    }


def _guide_card(head: Heading, table_no: int, rows: tuple[GuideCardRow, ...]) -> GuideCard:
    return GuideCard(
        heading=head,
        table_no=table_no,
        rows=rows,
        ns_move=_common(row.ns_next for row in rows[:-1]),
        ew_move=_common(row.ew_next for row in rows[:-1]),
        boards_move=_common(row.boards_next for row in rows[:-1]),
    )


def _common(moves: Iterable[str]) -> str:
    """Return the one move that all rounds with a move have, or ``""`` where they differ."""
    different = {move for move in moves if move}
    return different.pop() if len(different) == 1 else ""


def _guide_row(
    section: Section,
    round_no: int,
    row: TableRound | None,
    sit_out: SitOut | None,
    moves: TableMoves | None,
    shares: tuple[int, ...],
) -> GuideCardRow:
    label = section.label
    waiting = label(sit_out.contestant) if sit_out else NOBODY
    return GuideCardRow(
        round_no=round_no,
        ns=label(row.ns) if row else waiting if moves and moves.ns else NOBODY,
        ew=label(row.ew) if row else waiting if moves and moves.ew else NOBODY,
        boards=boards_text(row.boards) if row else "",
        marks=_marks(section, row, sit_out, shares),
        ns_next=_pair_words(moves.ns) if moves else "",
        ew_next=_pair_words(moves.ew) if moves else "",
        boards_next=_board_words(moves.boards, round_no) if moves else "",
    )


def _marks(
    section: Section, row: TableRound | None, sit_out: SitOut | None, shares: tuple[int, ...]
) -> tuple[str, ...]:
    marks = []
    if sit_out:
        marks.append(f"{section.label(sit_out.contestant)} sits out")
    if shares:
        marks.append(f"boards shared with table {' and '.join(map(str, shares))}")
    if row and row.arrow_switched:
        marks.append("arrow-switch")
    return tuple(marks)


def _pair_words(move: PairMove | None) -> str:
    if move is None or (move.table_no is None and not move.sits_out):
        return ""
    if move.sits_out:
        return f"sit out at table {move.table_no}" if move.table_no else "sit out"
    if move.stays:
        return "stay"
    return f"to table {move.table_no}, {SIDES[move.side]}"


def _board_words(move: BoardMove | None, round_no: int) -> str:
    """Return where the boards go after *round_no*; a later round is named when they wait there for it."""
    if move is None or move.kind == "over":
        return ""
    if move.kind == "bye-stand":
        return f"to the bye-stand between tables {move.after_table} and {move.after_table + 1}"
    wait = f" for round {move.round_no}" if move.round_no > round_no + 1 else ""
    share = f", shared with table {move.shared_with}" if move.shared_with else ""
    return f"stay{share}{wait}" if move.kind == "stay" else f"to table {move.table_no}{share}{wait}"
