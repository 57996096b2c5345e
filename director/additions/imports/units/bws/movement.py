"""The movement in a database of table units: who sits where in each round, with which boards.

Format: [BMDEV], single players: [TABSCORE].
"""

import re
from collections.abc import Iterable, Sequence

from director.additions.imports.formats.source.model import SourceRound
from director.additions.imports.formats.source.results import MAX_PLAYER_NUMBER, FlatLine
from director.additions.imports.units.bws.rows import Row, get_row_number

MAX_BOARD_NO = 999
Players = tuple[int, ...]
"""The numbers of the single players who sit N, E, S and W, or () for pairs."""


def get_row_players(row: Row, *, ns: str, ew: str) -> Players:
    """Return the four single players of *row*, whose North and East are in the columns *ns* and *ew*.

    >>> get_row_players({"NSPair": 4, "EWPair": 1, "South": 2, "West": 8}, ns="NSPair", ew="EWPair")
    (4, 1, 2, 8)
    >>> get_row_players({"NSPair": 4, "EWPair": 1, "South": 0, "West": 0}, ns="NSPair", ew="EWPair")
    ()
    """
    players = tuple(get_row_number(row, name) for name in (ns, ew, "South", "West"))
    if len(set(players)) == 4 and all(1 <= player <= MAX_PLAYER_NUMBER for player in players):
        return players
    return ()


def read_rounds(
    rows: Iterable[Row], missing_pair: int, lines: Sequence[FlatLine]
) -> list[SourceRound]:
    """Return the movement up to the last round that has a line.

    The number *missing_pair* stands for nobody on a side where it has no line.
    """
    last_round = max((line.round_no or 0 for line in lines), default=0)
    with_line = (
        {line.ns.number for line in lines if line.ns},
        {line.ew.number for line in lines if line.ew},
    )
    are_singles = any(line.players for line in lines)
    rounds = []
    for row in rows:
        round_no, table_no = get_row_number(row, "Round"), get_row_number(row, "Table")
        if not 1 <= round_no <= last_round or table_no <= 0:
            continue
        if are_singles:
            players = get_row_players(row, ns="NSPair", ew="EWPair")
            if players:
                rounds.append(SourceRound(round_no, table_no, 0, 0, _get_row_boards(row), players))
            continue
        ns_no, ew_no = (
            0 if number == missing_pair and number not in on_side else max(0, number)
            for number, on_side in zip(
                (get_row_number(row, "NSPair"), get_row_number(row, "EWPair")),
                with_line,
                strict=True,
            )
        )
        if ns_no or ew_no:
            rounds.append(SourceRound(round_no, table_no, ns_no, ew_no, _get_row_boards(row)))
    return rounds


def _get_row_boards(row: Row) -> tuple[int, ...]:
    custom_boards = re.findall("[0-9]{1,3}", str(row.get("CustomBoards") or ""))
    if custom_boards:
        return tuple(sorted(set(map(int, custom_boards))))
    low, high = get_row_number(row, "LowBoard"), get_row_number(row, "HighBoard")
    if 1 <= low <= high <= MAX_BOARD_NO:
        return tuple(range(low, high + 1))
    return ()
