"""Find boards that were played with other deals than are stored for them.

Nine times in ten declarers win the makeable tricks, or one more or less; seven times in ten they bid
no more than makeable; and the opening leader has the card that was led. If the results of a board
fit the cards of another board, or its own cards turned, far better than its own, the boards were put
into the wrong slots of the file or turned when they were dealt.

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

DOUBT = (100, 232, 464, 697, 897)
"""The doubt about a result that is 0, 1, 2 … tricks from makeable."""
DOUBT_BEYOND = 1100
OVERBID = (50, 247, 405, 490, 620, 750)
"""The doubt about a contract that is 0, 1, 2 … tricks above makeable."""
OVERBID_BEYOND = 900
NOT_THERE = 1000
"""The doubt about a lead that is not in the leader's hand."""
PRICE = 1500
"""The least that a change must save: a board is assumed to be wrong once in 30,000."""
FOREIGN_DOUBT = 600
"""Above this average doubt about all results, the cards are those of another event."""
MIN_RESULTS = 10
"""The number of results that are needed for this conclusion."""


@dataclass(frozen=True, slots=True)
class MisplacedDeal:
    """A board that was played with the deal of board *cards_of*, turned by *quarters*.

    If *is_unsure*, the deal turned by two more quarters fits nearly as well.
    """

    board_no: int
    cards_of: int
    quarters: int
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class DealCorrection:
    """The correction of deals, and the doubt that it saves (*gain*).

    Without *moves* there is no correction: the results are not of these cards.
    """

    moves: tuple[MisplacedDeal, ...]
    gain: int = 0


_Placement = dict[int, tuple[int, int]]
"""By board number, the board whose cards were played there, and the quarters they were turned."""


def find_misplaced(
    results: Mapping[int, Sequence[PlayedContract]],
    deals: Mapping[int, Hands],
    makeable: Mapping[int, MakeableTricks],
) -> DealCorrection | None:
    """Return the correction of *deals* that *results* suggest, or None if the deals fit.

    Boards without known *makeable* tricks are ignored.

    >>> from scoring.hands.cards import deal_numbered
    >>> spades, hearts = MakeableTricks("7a7777a7777377773777"), MakeableTricks("77a7777a777737777377")
    >>> cards = {1: deal_numbered(1), 2: deal_numbered(2)}
    >>> made = {1: [PlayedContract("N", 4, "H", 10)] * 6, 2: [PlayedContract("S", 4, "S", 10)] * 6}
    >>> find_misplaced(made, cards, {1: spades, 2: hearts}).moves  # doctest: +ELLIPSIS
    (MisplacedDeal(board_no=1, cards_of=2, quarters=0, is_unsure=True), MisplacedDeal(board_no=2, cards_of=1, ...))
    >>> find_misplaced(made, cards, {1: hearts, 2: spades})
    """
    boards = sorted(makeable.keys() & deals.keys())
    if not boards:
        return None
    doubts = _Doubts(boards, results, deals, makeable)
    stored_total = sum(doubts.compute_doubt(board_no, board_no, 0) for board_no in boards)
    played = [board_no for board_no in boards if results.get(board_no)]
    # One mistake with all boards is one change, whatever the number of boards.
    priced_placements = [_find_best_placement(played, doubts)]
    priced_placements += [(placement, PRICE) for placement in _list_common_mistakes(boards)]
    totals = []
    for placement, price in priced_placements:
        doubt = sum(doubts.compute_doubt(board_no, *cards) for board_no, cards in placement.items())
        totals.append((doubt + price, placement))
    best_total, best_placement = min(totals, key=itemgetter(0))
    result_count = sum(len(results[board_no]) for board_no in played)
    if result_count >= MIN_RESULTS and best_total > FOREIGN_DOUBT * result_count:
        return DealCorrection(())
    moves = []
    for board_no, (cards_of, quarters) in sorted(best_placement.items()):
        if (cards_of, quarters) != (board_no, 0):
            is_unsure = doubts.is_unsure(board_no, cards_of, quarters)
            moves.append(MisplacedDeal(board_no, cards_of, quarters, is_unsure))
    if moves and best_total < stored_total:
        return DealCorrection(tuple(moves), stored_total - best_total)
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
            self._makeable[board_no] = [makeable[board_no].turned(quarters) for quarters in turns]
            self._deals[board_no] = [deals[board_no].turned(quarters) for quarters in turns]
        self._cached: dict[tuple[int, int, int], int] = {}

    def compute_doubt(self, board_no: int, cards_of: int, quarters: int) -> int:
        """Return the doubt about the results of *board_no* with the deal of *cards_of*."""
        key = board_no, cards_of, quarters
        if key not in self._cached:
            makeable = self._makeable[cards_of][quarters]
            deal = self._deals[cards_of][quarters]
            self._cached[key] = sum(
                _compute_doubt(result, deal, makeable) for result in self._results[board_no]
            )
        return self._cached[key]

    def best(self, board_no: int, cards_of: int) -> tuple[int, int]:
        """Return the least doubt with the deal of *cards_of* in any turn, and that turn.

        The doubt includes the price of a change.
        """
        priced_doubts = []
        for quarters in range(4):
            is_change = (cards_of, quarters) != (board_no, 0)
            price = PRICE if is_change else 0
            priced_doubts.append(
                (self.compute_doubt(board_no, cards_of, quarters) + price, quarters)
            )
        return min(priced_doubts)

    def is_unsure(self, board_no: int, cards_of: int, quarters: int) -> bool:
        """Return whether the cards turned by two more quarters would fit nearly as well."""
        # It exchanges partners, who often make the same tricks. A lead tells the two apart.
        half_turned = self.compute_doubt(board_no, cards_of, (quarters + 2) % 4)
        return half_turned - self.compute_doubt(board_no, cards_of, quarters) < NOT_THERE


def _compute_doubt(result: PlayedContract, deal: Hands, makeable: MakeableTricks) -> int:
    """Return the doubt about *result* with the cards of *deal*."""
    tricks_off = abs(result.off(makeable))
    doubt = DOUBT[tricks_off] if tricks_off < len(DOUBT) else DOUBT_BEYOND
    overbid = max(0, result.level + 6 - makeable.tricks(result.declarer, result.denomination))
    doubt += OVERBID[overbid] if overbid < len(OVERBID) else OVERBID_BEYOND
    if result.lead and result.lead not in deal.cards(result.leader):
        doubt += NOT_THERE
    return doubt


def _list_common_mistakes(boards: Sequence[int]) -> Iterator[_Placement]:
    """Yield the placements that follow from one mistake with all boards: turned, or shifted."""
    for quarters in (1, 2, 3):
        yield {board_no: (board_no, quarters) for board_no in boards}
    for places in range(1, len(boards)):
        yield {
            board_no: (boards[(index + places) % len(boards)], 0)
            for index, board_no in enumerate(boards)
        }


def _find_best_placement(boards: Sequence[int], doubts: _Doubts) -> tuple[_Placement, int]:
    """Return the placement of single boards with the least sum, and the price of its changes."""
    # Each deal can be used for one board only, so this is an assignment problem.
    table = []
    for board_no in boards:
        table.append([doubts.best(board_no, cards_of)[0] for cards_of in boards])
    placement = {}
    price = 0
    for board_no, column in zip(boards, find_least_sum(table), strict=True):
        _doubt_of_board, quarters = doubts.best(board_no, boards[column])
        placement[board_no] = (boards[column], quarters)
        if placement[board_no] != (board_no, 0):
            price += PRICE
    return placement, price


def find_least_sum(table: Sequence[Sequence[int]]) -> list[int]:
    """Return a different column for each row of *table*, with the least total cost.

    >>> find_least_sum([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]

    Source: the Hungarian method, with potentials and shortest paths.
    """
    return _Assignment(table).solve()


class _Assignment:
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
        reached: list[int] = []
        while self._row_in_column[column] != -1:
            reached.append(column)
            column = self._find_next_column(column, reached, distances, previous_columns)
        # From the free column back to the start, each row moves one column along the path.
        while column != start:
            self._row_in_column[column] = self._row_in_column[previous_columns[column]]
            column = previous_columns[column]
        self._row_in_column[start] = -1

    def _find_next_column(
        self,
        column: int,
        reached: list[int],
        distances: list[float],
        previous_columns: list[int],
    ) -> int:
        """Return the column nearest to those *reached*, and adapt the potentials."""
        row = self._row_in_column[column]
        open_columns = [
            other_column for other_column in range(self._size) if other_column not in reached
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
        nearest = min(open_columns, key=lambda other_column: distances[other_column])
        step = int(distances[nearest])
        for other_column in reached:
            self._row_potentials[self._row_in_column[other_column]] += step
            self._column_potentials[other_column] -= step
        for other_column in open_columns:
            distances[other_column] -= step
        return nearest
