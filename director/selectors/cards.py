"""The paper of a section before play: guide cards, travellers and pick-up slips, from its stored plan."""

from collections import defaultdict
from collections.abc import Iterable

from director.errors import NoPlanError
from director.models import Plan, Section
from director.selectors.lines import plan_movement, section_plan
from director.selectors.sides import seated_moves
from director.selectors.words import boards_text, dealer_name, heading, vulnerable_text
from director.sheets import GuideCard, GuideCardRow, Heading, ScoreSlip, SlipBoard, Traveller, TravellerRow
from movements import BoardMove, PairMove, SitOut, TableMoves, TableRound
from movements import Plan as Movement

NOBODY = "–"
LATER = " for round "  # boards that wait at their next table for a later round
ARROW_SWITCH = "arrow-switch: E-W hold the N-S cards"
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
    rows = GuideRows(section, movement)
    tables = range(1, movement.tables + 1)
    return tuple(_guide_card(head, table_no, rows.of_table(table_no), movement.notes) for table_no in tables)


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
            vulnerability=vulnerable_text(board_no, head.game),
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
            boards=tuple(SlipBoard(no, dealer_name(no), vulnerable_text(no, head.game)) for no in row.boards),
        )
        for row in plan.rows.all()
    )


def _sharing(movement: Movement) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return, by round and table, the other tables that use the same set in that round."""
    users: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in movement.rows:
        if row.shared:
            users[row.round_no, row.board_set, row.copy_no].append(row.table_no)
    return {
        (round_no, table): tuple(other for other in tables if other != table)
        for (round_no, _set, _copy), tables in users.items()
        for table in tables
    }


def _skips(movement: Movement) -> set[int]:
    """Return the rounds after which every E-W pair goes two tables up, where otherwise all go one up."""
    tables = movement.tables
    sitting = {(row.round_no, row.ns if row.arrow_switched else row.ew): row.table_no for row in movement.rows}
    steps: dict[int, set[int]] = defaultdict(set)
    for (round_no, pair), table_no in sitting.items():
        if next_table := sitting.get((round_no + 1, pair)):
            steps[round_no].add((next_table - table_no) % tables)
    is_skip_movement = tables > 2 and {1} in steps.values()
    return {round_no for round_no, found in steps.items() if found == {2}} if is_skip_movement else set()


def _fresh_boards(movement: Movement) -> set[int]:
    """Return the rounds after which every table gets boards that were not in play before; none if that is the rule."""
    sets: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        sets[row.round_no].add(row.board_set)
    last = {board_set: round_no for round_no in sorted(sets) for board_set in sets[round_no]}
    first = {board_set: round_no for round_no in sorted(sets, reverse=True) for board_set in sets[round_no]}
    rounds = range(1, movement.rounds)
    done = {round_no for round_no in rounds if all(last[one] <= round_no for one in sets[round_no])}
    found = {round_no for round_no in done if all(first[one] > round_no for one in sets[round_no + 1])}
    return found if len(found) < len(rounds) else set()


def _displaced(movement: Movement) -> dict[tuple[int, int], int]:
    """Return, by table and round, the pair that sits out while another one plays in the seat it keeps all night."""
    homes: dict[int, set[int]] = defaultdict(set)
    for row in movement.rows:
        homes[row.ns].add(row.table_no)
    for row in movement.rows:
        homes.pop(row.ew, None)
    waiting = [(one.round_no, one.contestant) for one in movement.sit_outs if one.table_no is None]
    return {(min(homes[pair]), round_no): pair for round_no, pair in waiting if len(homes.get(pair, ())) == 1}


class GuideRows:
    """The rows of all guide cards of one movement; the moves after a round are looked up once, when first asked for."""

    def __init__(self, section: Section, movement: Movement) -> None:
        self.label = section.label
        self.movement = movement
        self.rounds = range(1, movement.rounds + 1)
        self._moves: dict[int, dict[int, TableMoves]] = {}
        self.playing = {(row.table_no, row.round_no): row for row in movement.rows}
        self.waiting = {(s.table_no, s.round_no): s for s in movement.sit_outs}
        self.sharing = _sharing(movement)
        self.skips = _skips(movement)
        self.fresh = _fresh_boards(movement)
        self.displaced = _displaced(movement)

    def of_table(self, table_no: int) -> tuple[GuideCardRow, ...]:
        """Return the rows of one table's card, a row a round."""
        return tuple(self.row(table_no, round_no) for round_no in self.rounds)

    def moves(self, round_no: int) -> dict[int, TableMoves]:
        """Return the moves after a round by table."""
        if round_no not in self._moves:
            self._moves[round_no] = seated_moves(self.movement, round_no)
        return self._moves[round_no]

    def row(self, table_no: int, round_no: int) -> GuideCardRow:
        """Return what one table does in one round; pairs stand by their seats, also in an arrow-switch."""
        row = self.playing.get((table_no, round_no))
        ns, ew = ((row.ew, row.ns) if row.arrow_switched else (row.ns, row.ew)) if row else (0, 0)
        sit_out = self.waiting.get((table_no, round_no))
        moves = self.moves(round_no).get(table_no)
        waiting = self.label(sit_out.contestant) if sit_out else NOBODY
        return GuideCardRow(
            round_no=round_no,
            ns=self.label(ns) if row else waiting if moves and moves.ns else NOBODY,
            ew=self.label(ew) if row else waiting if moves and moves.ew else NOBODY,
            boards=boards_text(row.boards) if row else "",
            marks=self._marks(table_no, round_no, row, sit_out),
            ns_next=_pair_words(moves.ns, table_no) if moves else "",
            ew_next=_pair_words(moves.ew, table_no) if moves else "",
            boards_next=_board_words(moves.boards, round_no) if moves else "",
        )

    def _marks(self, table_no: int, round_no: int, row: TableRound | None, sit_out: SitOut | None) -> tuple[str, ...]:
        """Return what is special about a round at a table, each as a few words."""
        marks = []
        if sit_out:
            marks.append(f"{self.label(sit_out.contestant)} sits out")
        if row and (displaced := self.displaced.get((table_no, round_no))):
            marks.append(f"{self.label(displaced)} sits out, {self.label(row.ns)} plays here instead")
        if shares := self.sharing.get((round_no, table_no)):
            marks.append(f"boards shared with table {' and '.join(map(str, shares))}")
        if row and row.arrow_switched:
            marks.append(ARROW_SWITCH)
        if round_no in self.skips:
            marks.append("then E-W skip a table")
        if round_no in self.fresh:
            marks.append("then fresh boards are laid out")
        return tuple(marks)


def _guide_card(head: Heading, table_no: int, rows: tuple[GuideCardRow, ...], notes: tuple[str, ...]) -> GuideCard:
    return GuideCard(
        heading=head,
        table_no=table_no,
        rows=rows,
        ns_move=_common(row.ns_next for row in rows[:-1]),
        ew_move=_common(row.ew_next for row in rows[:-1]),
        boards_move=_common(row.boards_next.partition(LATER)[0] for row in rows[:-1]),
        notes=notes,
    )


def _common(moves: Iterable[str]) -> str:
    """Return the one move that all rounds with a move have, or ``""`` where they differ."""
    different = {move for move in moves if move}
    return different.pop() if len(different) == 1 else ""


def _pair_words(move: PairMove | None, table_no: int) -> str:
    if move is None or (move.table_no is None and not move.sits_out):
        return ""
    if move.stays:  # also for a sit-out, which stands in the row where it happens
        return "stay"
    if move.sits_out:
        return f"sit out at table {move.table_no}" if move.table_no else "sit out"
    if move.table_no == table_no:
        return f"stay, now {SIDES[move.side]}"
    return f"to table {move.table_no}, {SIDES[move.side]}"


def _board_words(move: BoardMove | None, round_no: int) -> str:
    """Return where the boards go after *round_no*; a later round is named when they wait there for it."""
    if move is None or move.kind == "over":
        return ""
    if move.kind == "bye-stand":
        return f"to the bye-stand between tables {move.after_table} and {move.after_table + 1}"
    wait = f"{LATER}{move.round_no}" if move.round_no > round_no + 1 else ""
    share = f", shared with table {move.shared_with}" if move.shared_with else ""
    return f"stay{share}{wait}" if move.kind == "stay" else f"to table {move.table_no}{share}{wait}"
