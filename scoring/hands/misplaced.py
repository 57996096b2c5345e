"""Find boards that were played with other deals than are stored for them.

Declarers win the tricks that can be made, or one more or less, nine times in ten; seven times in
ten they bid no more than that; and whoever leads has the card.  Where the results of a board fit
the cards of another one, or the same cards turned, far better than its own, the boards were put
into the wrong slots of the file, or turned when they were dealt. How unlikely results are is
counted in hundredths of a bit, and a change has to be worth its ``PRICE``.

Source: 295 results of a club evening on 27 boards: 51 % as can be made, 40 % one trick off, 8 %
two, 1 % three; 71 % bid what can be made, 18 % one trick more, 6 % two, 3 % three.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.bridge.boards import SEATS
from scoring.hands.cards import Hands
from scoring.hands.makeable import Makeable

DOUBT = (100, 232, 464, 697, 897)
"""How unlikely it is to be so many tricks off, in hundredths of a bit."""
DOUBT_BEYOND = 1100
OVERBID = (50, 247, 405, 490, 620, 750)
"""How unlikely it is to bid so many tricks more than can be made."""
OVERBID_BEYOND = 900
NOT_THERE = 1000
"""How unlikely it is that the card that was led is another one than was written down."""
PRICE = 1500
"""What a change has to save at least: that a board is wrong is taken to be one chance in 30,000."""
STRANGE = 600
"""The doubt about a result, taking all together, from which on the cards are those of another night."""
FEWEST = 10
"""How many results it takes to say so."""
FAR = 4
"""A result so many tricks from what can be made is worth a question: in 295 of a club there was none."""


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract: declarer, level, denomination and tricks.

    The *lead* is a card, ``"HK"``, ``""`` where nobody wrote it down.
    """

    declarer: str
    level: int
    denomination: str
    tricks: int
    lead: str = ""

    @property
    def leader(self) -> str:
        """Who leads: the seat after declarer's."""
        return SEATS[(SEATS.index(self.declarer) + 1) % 4]

    def off(self, makeable: Makeable) -> int:
        """Return how many tricks more than makeable were won."""
        return self.tricks - makeable.tricks(self.declarer, self.denomination)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """*board_no* was played with the deal of *cards_of*, turned by *quarters*.

    *is_unsure* says that turned half way round from that they would fit nearly as well.
    """

    board_no: int
    cards_of: int
    quarters: int
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class Mending:
    """The correction of deals, and the gain in plausibility in hundredths of a bit.

    Without *moves* nothing would: the results are none of these cards.
    """

    moves: tuple[Misplaced, ...]
    gain: int = 0


_Where = dict[int, tuple[int, int]]
"""By board the board whose cards were played there, and how far they were turned."""


def find_misplaced(
    results: Mapping[int, Sequence[PlayedContract]],
    deals: Mapping[int, Hands],
    makeable: Mapping[int, Makeable],
) -> Mending | None:
    """Return how *results* contradict the stored *deals*, or None.

    Boards of which the *makeable* tricks are not known take no part.

    >>> from scoring.hands.makeable import deal_numbered
    >>> spades, hearts = Makeable("7a7777a7777377773777"), Makeable("77a7777a777737777377")
    >>> cards = {1: deal_numbered(1), 2: deal_numbered(2)}
    >>> made = {1: [PlayedContract("N", 4, "H", 10)] * 6, 2: [PlayedContract("S", 4, "S", 10)] * 6}
    >>> find_misplaced(made, cards, {1: spades, 2: hearts}).moves  # doctest: +ELLIPSIS
    (Misplaced(board_no=1, cards_of=2, quarters=0, is_unsure=True), Misplaced(board_no=2, cards_of=1, ...))
    >>> find_misplaced(made, cards, {1: hearts, 2: spades})
    """
    boards = sorted(makeable.keys() & deals.keys())
    if not boards:
        return None
    doubts = _Doubts(boards, results, deals, makeable)
    now = sum(doubts.of(board_no, board_no, 0) for board_no in boards)
    played = [board_no for board_no in boards if results.get(board_no)]
    ways = [_one_by_one(played, doubts), *((where, PRICE) for where in _all_alike(boards))]
    totals = [
        sum(doubts.of(board_no, *where[board_no]) for board_no in where) + price
        for where, price in ways
    ]
    total, (where, _price) = min(zip(totals, ways, strict=True), key=lambda each: each[0])
    moves = tuple(
        Misplaced(board_no, *at, doubts.is_unsure(board_no, *at))
        for board_no, at in sorted(where.items())
        if at != (board_no, 0)
    )
    count = sum(len(results[board_no]) for board_no in played)
    if count >= FEWEST and total > STRANGE * count:
        return Mending(())
    if moves and total < now:
        return Mending(moves, now - total)
    return None


class _Doubts:
    """How little the results of each board fit the cards of another, turned or not."""

    def __init__(
        self,
        boards: Collection[int],
        results: Mapping[int, Sequence[PlayedContract]],
        deals: Mapping[int, Hands],
        makeable: Mapping[int, Makeable],
    ) -> None:
        self._results = {board_no: results.get(board_no, ()) for board_no in boards}
        self._makeable = {
            no: [makeable[no].turned(quarters) for quarters in range(4)] for no in boards
        }
        self._deals = {no: [deals[no].turned(quarters) for quarters in range(4)] for no in boards}
        self._known: dict[tuple[int, int, int], int] = {}

    def of(self, board_no: int, cards_of: int, quarters: int) -> int:
        """Return the doubt about *board_no* with the deal of *cards_of*."""
        key = board_no, cards_of, quarters
        if key not in self._known:
            makeable, deal = self._makeable[cards_of][quarters], self._deals[cards_of][quarters]
            self._known[key] = sum(
                _doubt(result, deal, makeable) for result in self._results[board_no]
            )
        return self._known[key]

    def best(self, board_no: int, cards_of: int) -> tuple[int, int]:
        """Return the least doubt with that deal, and its turn."""
        return min(
            (
                self.of(board_no, cards_of, quarters)
                + PRICE * ((cards_of, quarters) != (board_no, 0)),
                quarters,
            )
            for quarters in range(4)
        )

    def is_unsure(self, board_no: int, cards_of: int, quarters: int) -> bool:
        """Return whether the cards turned half way round from that would fit nearly as well."""
        other = self.of(board_no, cards_of, (quarters + 2) % 4)
        return other - self.of(board_no, cards_of, quarters) < NOT_THERE


def _doubt(result: PlayedContract, deal: Hands, makeable: Makeable) -> int:
    """Return how unlikely a result is with these cards."""
    off = abs(result.off(makeable))
    over = max(0, result.level + 6 - makeable.tricks(result.declarer, result.denomination))
    is_there = not result.lead or result.lead in deal.cards(result.leader)
    return (
        (DOUBT[off] if off < len(DOUBT) else DOUBT_BEYOND)
        + (OVERBID[over] if over < len(OVERBID) else OVERBID_BEYOND)
        + (0 if is_there else NOT_THERE)
    )


def _all_alike(boards: Sequence[int]) -> Iterator[_Where]:
    """Yield the effects of one mistake on all boards: all turned, or all shifted."""
    for quarters in (1, 2, 3):
        yield {board_no: (board_no, quarters) for board_no in boards}
    for places in range(1, len(boards)):
        yield {
            board_no: (boards[(at + places) % len(boards)], 0) for at, board_no in enumerate(boards)
        }


def _one_by_one(boards: Sequence[int], doubts: _Doubts) -> tuple[_Where, int]:
    """Return the best deal for each board, and the price of all changes."""
    table = [[doubts.best(board_no, cards_of)[0] for cards_of in boards] for board_no in boards]
    chosen = least_sum(table)
    where = {
        board_no: (boards[to], doubts.best(board_no, boards[to])[1])
        for board_no, to in zip(boards, chosen, strict=True)
    }
    return where, PRICE * sum(at != (board_no, 0) for board_no, at in where.items())


def least_sum(table: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row with the least total cost.

    >>> least_sum([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]

    Source: the Hungarian method, with potentials and shortest ways.
    """
    return _Assignment(table).solved()


class _Assignment:
    """The Hungarian method."""

    def __init__(self, table: Sequence[Sequence[int]]) -> None:
        self._table, self._size = table, len(table)
        self._off_row, self._off_column = [0] * (self._size + 1), [0] * (self._size + 1)
        self._taken_by = [-1] * (
            self._size + 1
        )  # the last column is where a row waits that has none yet

    def solved(self) -> list[int]:
        """Return the column of each row."""
        for row in range(self._size):
            self._place(row)
        columns = {row: column for column, row in enumerate(self._taken_by[: self._size])}
        return [columns[row] for row in range(self._size)]

    def _place(self, row: int) -> None:
        start = column = self._size
        self._taken_by[start] = row
        before = [start] * (self._size + 1)
        least: list[float] = [float("inf")] * self._size
        done: list[int] = []
        while self._taken_by[column] != -1:
            done.append(column)
            column = self._next(column, done, least, before)
        while column != start:
            self._taken_by[column] = self._taken_by[before[column]]
            column = before[column]
        self._taken_by[start] = -1

    def _next(self, column: int, done: list[int], least: list[float], before: list[int]) -> int:
        """Return the column nearest to those *done*."""
        row = self._taken_by[column]
        open_columns = [other for other in range(self._size) if other not in done]
        for other in open_columns:
            slack = self._table[row][other] - self._off_row[row] - self._off_column[other]
            if slack < least[other]:
                least[other], before[other] = slack, column
        nearest = min(open_columns, key=lambda other: least[other])
        step = int(least[nearest])
        for other in done:
            self._off_row[self._taken_by[other]] += step
            self._off_column[other] -= step
        for other in open_columns:
            least[other] -= step
        return nearest
