"""Find boards that were played with other deals than are stored for them.

Nine times in ten, declarers win the makeable tricks or one more or less. Seven times in ten, they bid
no more than is makeable. And the opening leader has the card that was led. If a board's results fit
the cards of another board, or its own cards turned, far better, then the boards were stored under
wrong numbers, or turned when they were dealt.

The *doubt* about a result says how unlikely it is with some cards, in hundredths of a bit: the
doubts of several results are added up. A *placement* says for each board which deal was played
there. Each change of a placement costs ``PRICE``, and the placement with the least sum of doubts and
prices is the answer.

Source: 295 results of a club evening on 27 boards: 51 % as can be made, 40 % one trick off, 8 %
two, 1 % three; 71 % bid what can be made, 18 % one trick more, 6 % two, 3 % three.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from scoring.hands.cards import Hands
from scoring.hands.makeable import MakeableTricks, PlayedContract

DOUBT_BY_DIFFERENCE = (100, 232, 464, 697, 897)
"""The doubt about a result that is 0, 1, 2 … tricks from makeable."""
MAX_DOUBT = 1100
DOUBT_BY_OVERBID = (50, 247, 405, 490, 620, 750)
"""The doubt about a contract that is 0, 1, 2 … tricks above makeable."""
MAX_OVERBID_DOUBT = 900
IMPOSSIBLE_LEAD_DOUBT = 1000
"""The doubt about a lead that is not in the leader's hand."""
CHANGE_PRICE = 1500
"""The least that a change must save: a board is assumed to be wrong once in 30,000."""
FOREIGN_DOUBT = 600
"""Above this average doubt about all results, the cards are those of another event."""
MIN_RESULTS = 10
"""The number of results that are needed for this conclusion."""


@dataclass(frozen=True, slots=True)
class MisplacedDeal:
    """A board that was played with the deal of another board, turned."""

    board_no: int
    source_board_no: int  # the board whose deal it was
    quarters: int  # the quarter turns of the deal
    is_unsure: bool = False  # the deal turned by two more quarters fits nearly as well


@dataclass(frozen=True, slots=True)
class DealCorrection:
    """The correction of deals that don't fit their results."""

    # Empty if there is no correction: the results are not of these cards.
    moves: tuple[MisplacedDeal, ...]
    saved_doubt: int = 0  # the doubt that it saves


_Placement = dict[int, tuple[int, int]]
"""By board number, the board whose cards were played there, and the quarters they were turned."""


def find_deal_correction(
    results_by_board: Mapping[int, Sequence[PlayedContract]],
    deal_by_board: Mapping[int, Hands],
    makeable_by_board: Mapping[int, MakeableTricks],
) -> DealCorrection | None:
    """Return the correction of *deal_by_board* that *results_by_board* suggest, or None if the deals fit.

    Boards without known *makeable_by_board* tricks are ignored.

    >>> from scoring.hands.cards import make_numbered_deal
    >>> spades, hearts = MakeableTricks("7a7777a7777377773777"), MakeableTricks("77a7777a777737777377")
    >>> cards = {1: make_numbered_deal(1), 2: make_numbered_deal(2)}
    >>> made = {1: [PlayedContract("N", 4, "H", 10)] * 6, 2: [PlayedContract("S", 4, "S", 10)] * 6}
    >>> find_deal_correction(made, cards, {1: spades, 2: hearts}).moves  # doctest: +ELLIPSIS
    (MisplacedDeal(board_no=1, source_board_no=2, quarters=0, is_unsure=True), MisplacedDeal(board_no=2, ...))
    >>> find_deal_correction(made, cards, {1: hearts, 2: spades})
    """
    boards = sorted(makeable_by_board.keys() & deal_by_board.keys())
    if not boards:
        return None
    doubts = _Doubts(boards, results_by_board, deal_by_board, makeable_by_board)
    stored_doubt = sum(doubts.compute_doubt(board_no, board_no, 0) for board_no in boards)
    played_boards = [board_no for board_no in boards if results_by_board.get(board_no)]
    # One mistake with all boards is one change, whatever the number of boards.
    priced_placements = [_compute_best_placement(played_boards, doubts)]
    priced_placements += [(placement, CHANGE_PRICE) for placement in _iter_common_mistakes(boards)]
    priced_doubts = []
    for placement, price in priced_placements:
        doubt = sum(doubts.compute_doubt(board_no, *cards) for board_no, cards in placement.items())
        priced_doubts.append((doubt + price, placement))
    best_total, best_placement = min(priced_doubts, key=itemgetter(0))
    result_count = sum(len(results_by_board[board_no]) for board_no in played_boards)
    if result_count >= MIN_RESULTS and best_total > FOREIGN_DOUBT * result_count:
        return DealCorrection(())
    moves = []
    for board_no, (source_board_no, quarters) in sorted(best_placement.items()):
        if (source_board_no, quarters) != (board_no, 0):
            is_unsure = doubts.is_unsure(board_no, source_board_no, quarters)
            moves.append(MisplacedDeal(board_no, source_board_no, quarters, is_unsure))
    if moves and best_total < stored_doubt:
        return DealCorrection(tuple(moves), stored_doubt - best_total)
    return None


class _Doubts:
    """The doubts about the results of each board with the cards of each other, cached."""

    def __init__(
        self,
        boards: Collection[int],
        results: Mapping[int, Sequence[PlayedContract]],
        deals: Mapping[int, Hands],
        makeable: Mapping[int, MakeableTricks],
    ) -> None:
        self._results = {board_no: results.get(board_no, ()) for board_no in boards}
        # By board number, a list for the turns by 0 to 3 quarters.
        self._makeable: dict[int, list[MakeableTricks]] = {}
        self._deals: dict[int, list[Hands]] = {}
        for board_no in boards:
            turns = range(4)
            self._makeable[board_no] = [
                makeable[board_no].turn_by_quarters(quarters) for quarters in turns
            ]
            self._deals[board_no] = [
                deals[board_no].turn_by_quarters(quarters) for quarters in turns
            ]
        self._cached_doubts: dict[tuple[int, int, int], int] = {}

    def compute_doubt(self, board_no: int, source_board_no: int, quarters: int) -> int:
        """Return the doubt about the results of *board_no* with the deal of *source_board_no*."""
        key = board_no, source_board_no, quarters
        if key not in self._cached_doubts:
            makeable = self._makeable[source_board_no][quarters]
            deal = self._deals[source_board_no][quarters]
            self._cached_doubts[key] = sum(
                _compute_doubt(result, deal, makeable) for result in self._results[board_no]
            )
        return self._cached_doubts[key]

    def choose_best_turn(self, board_no: int, source_board_no: int) -> tuple[int, int]:
        """Return the least doubt with the deal of *source_board_no* in any turn, and that turn.

        The doubt includes the price of a change.
        """
        priced_doubts = []
        for quarters in range(4):
            is_change = (source_board_no, quarters) != (board_no, 0)
            price = CHANGE_PRICE if is_change else 0
            priced_doubts.append(
                (self.compute_doubt(board_no, source_board_no, quarters) + price, quarters)
            )
        return min(priced_doubts)

    def is_unsure(self, board_no: int, source_board_no: int, quarters: int) -> bool:
        """Return whether the cards turned by two more quarters would fit nearly as well."""
        # It exchanges partners, who often make the same tricks. A lead tells the two apart.
        half_turned_doubt = self.compute_doubt(board_no, source_board_no, (quarters + 2) % 4)
        return (
            half_turned_doubt - self.compute_doubt(board_no, source_board_no, quarters)
            < IMPOSSIBLE_LEAD_DOUBT
        )


def _compute_doubt(result: PlayedContract, deal: Hands, makeable: MakeableTricks) -> int:
    """Return the doubt about *result* with the cards of *deal*."""
    tricks_off = abs(result.compute_difference(makeable))
    doubt = DOUBT_BY_DIFFERENCE[tricks_off] if tricks_off < len(DOUBT_BY_DIFFERENCE) else MAX_DOUBT
    overbid = max(0, result.level + 6 - makeable.get_tricks(result.declarer, result.denomination))
    doubt += DOUBT_BY_OVERBID[overbid] if overbid < len(DOUBT_BY_OVERBID) else MAX_OVERBID_DOUBT
    if result.lead and result.lead not in deal.get_cards(result.leader):
        doubt += IMPOSSIBLE_LEAD_DOUBT
    return doubt


def _iter_common_mistakes(boards: Sequence[int]) -> Iterator[_Placement]:
    """Yield the placements that follow from one mistake with all boards: turned, or shifted."""
    for quarters in (1, 2, 3):
        yield {board_no: (board_no, quarters) for board_no in boards}
    for shift in range(1, len(boards)):
        yield {
            board_no: (boards[(index + shift) % len(boards)], 0)
            for index, board_no in enumerate(boards)
        }


def _compute_best_placement(boards: Sequence[int], doubts: _Doubts) -> tuple[_Placement, int]:
    """Return the placement of single boards with the least sum, and the price of its changes."""
    # Each deal can be used for one board only, so this is an assignment problem.
    table = []
    for board_no in boards:
        table.append([doubts.choose_best_turn(board_no, cards_of)[0] for cards_of in boards])
    placement = {}
    price = 0
    for board_no, column in zip(boards, choose_cheapest_columns(table), strict=True):
        _doubt_of_board, quarters = doubts.choose_best_turn(board_no, boards[column])
        placement[board_no] = (boards[column], quarters)
        if placement[board_no] != (board_no, 0):
            price += CHANGE_PRICE
    return placement, price


def choose_cheapest_columns(table: Sequence[Sequence[int]]) -> list[int]:
    """Return a different column for each row of *table*, with the least total cost.

    >>> choose_cheapest_columns([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]

    Source: the Hungarian method, with potentials and shortest paths.
    """
    return _CheapestAssignment(table).solve()


class _CheapestAssignment:
    """The Hungarian method.

    Rows are added one by one. For each new row the shortest alternating path to a free column is
    searched, and the rows on the path change their columns.
    """

    def __init__(self, table: Sequence[Sequence[int]]) -> None:
        self._table = table
        self._size = len(table)
        self._row_potentials = [0] * (self._size + 1)
        self._column_potentials = [0] * (self._size + 1)
        # The row in each column, -1 for none. In the extra last column the new row waits.
        self._row_in_column = [-1] * (self._size + 1)

    def solve(self) -> list[int]:
        """Return the column of each row."""
        for row in range(self._size):
            self._add_row(row)
        columns = {row: column for column, row in enumerate(self._row_in_column[: self._size])}
        return [columns[row] for row in range(self._size)]

    def _add_row(self, row: int) -> None:
        start = column = self._size
        self._row_in_column[start] = row
        previous_columns = [start] * (self._size + 1)
        distances: list[float] = [float("inf")] * self._size
        reached_columns: list[int] = []
        while self._row_in_column[column] != -1:
            reached_columns.append(column)
            column = self._choose_next_column(column, reached_columns, distances, previous_columns)
        # From the free column back to the start, each row moves one column along the path.
        while column != start:
            self._row_in_column[column] = self._row_in_column[previous_columns[column]]
            column = previous_columns[column]
        self._row_in_column[start] = -1

    def _choose_next_column(
        self,
        column: int,
        reached_columns: list[int],
        distances: list[float],
        previous_columns: list[int],
    ) -> int:
        """Return the column nearest to those *reached_columns*, and adapt the potentials."""
        row = self._row_in_column[column]
        open_columns = [
            other_column
            for other_column in range(self._size)
            if other_column not in reached_columns
        ]
        for other_column in open_columns:
            slack = (
                self._table[row][other_column]
                - self._row_potentials[row]
                - self._column_potentials[other_column]
            )
            if slack < distances[other_column]:
                distances[other_column] = slack
                previous_columns[other_column] = column
        nearest_column = min(open_columns, key=lambda other_column: distances[other_column])
        step = int(distances[nearest_column])
        for other_column in reached_columns:
            self._row_potentials[self._row_in_column[other_column]] += step
            self._column_potentials[other_column] -= step
        for other_column in open_columns:
            distances[other_column] -= step
        return nearest_column
