"""The tables of a night's results: standings, a pair's card, a board's traveller, the recap."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from django.http import HttpRequest
from django.urls import reverse

from director.desk.grids.sheet import Links, SheetTable
from director.desk.grids.why import Why
from director.pairs.files import boards_table, pairs_table, recap_table, standings_table
from director.sheets import BoardSheet, PairCard, Recap, Standings


class StandingsTable(SheetTable):
    """Places of contestants that are ranked against each other; their direction is the caption."""

    hidden = frozenset({"direction", "stratum"})
    wide = frozenset({"boards", "carry_over", "handicap", "gross", "gross_percent"})
    row_header = "names"
    layout = "standings stacks"


class ExtrasStandingsTable(StandingsTable):
    """Places where there are handicaps, strata or carry-over, whose columns leave a phone no room for others."""

    wide = StandingsTable.wide | {"pair_no", "penalties"}


class CardTable(SheetTable):
    """All that one pair did."""

    hidden = frozenset({"pair_no", "direction", "names"})
    wide = frozenset({"round_no", "sat", "tricks"})
    row_header = "board_no"
    layout = "card"


class BoardTable(SheetTable):
    """What every table did on one board."""

    hidden = frozenset({"board_no", "dealer", "vulnerability", "top", "group"})  # the contract says the group too
    wide = frozenset({"tricks", "ns_percent"})
    layout = "traveller"


class WhistCardTable(CardTable):
    """A pair's card at whist, where tricks are the result."""

    wide = CardTable.wide - {"tricks"}


class WhistBoardTable(BoardTable):
    """A board at whist, where tricks are the result."""

    wide = BoardTable.wide - {"tricks"}


class RecapTable(SheetTable):
    """The whole field, boards across."""

    row_header = "names"
    layout = "recap"


def standings_tables(
    standings: Standings, *, event_id: int, request: HttpRequest, whys: Sequence[Why] = ()
) -> list[StandingsTable]:
    """Return a table for each group of contestants, whose names lead to their cards; *whys* go group by group."""
    table = ExtrasStandingsTable if standings.has_extras else StandingsTable
    return [
        table(
            standings_table(replace(standings, groups=(group,))),
            request=request,
            caption=group.title or "Standings",
            note=standings.method,
            links=_pair_links(event_id, "names", "pair_no", [(row.contestant, row.names) for row in group.rows]),
            prefix=f"{group.rows[0].direction.lower()}-" if group.title and group.rows else "",
            why=why,
        )
        for group, why in zip_longest(standings.groups, whys)
    ]


def card_table(card: PairCard, *, event_id: int, request: HttpRequest, why: Why | None = None) -> CardTable:
    """Return the card of one pair, which leads to its boards and opponents."""
    opponents = [(line.opponents_no, line.opponent_names) for line in card.lines]
    table = WhistCardTable if card.heading.game == "whist" else CardTable
    return table(
        pairs_table((card,)),
        request=request,
        caption="Boards",
        note=f"{card.standing.boards} scored",
        links={
            "board_no": [board_address(event_id, line.board_no) for line in card.lines],
            **_pair_links(event_id, "opponent_names", "opponents_no", opponents),
        },
        why=why,
    )


def board_table(board: BoardSheet, *, event_id: int, request: HttpRequest, why: Why | None = None) -> BoardTable:
    """Return the traveller of one board, which leads to the cards of the pairs."""
    table = WhistBoardTable if board.heading.game == "whist" else BoardTable
    return table(
        boards_table((board,)),
        request=request,
        caption=f"Board {board.board_no}",
        note=board_words(board),
        links={
            **_pair_links(event_id, "ns_names", "ns_no", [(line.ns_no, line.ns_names) for line in board.lines]),
            **_pair_links(event_id, "ew_names", "ew_no", [(line.ew_no, line.ew_names) for line in board.lines]),
        },
        why=why,
    )


def recap_sheet_table(recap: Recap, *, event_id: int, request: HttpRequest) -> RecapTable:
    """Return the recap, whose names lead to the cards of the pairs."""
    rows = [(row.standing.contestant, row.standing.names) for row in recap.rows]
    return RecapTable(
        recap_table(recap),
        request=request,
        caption="Recap",
        note="points of each board",
        links=_pair_links(event_id, "names", "pair_no", rows),
    )


def board_words(board: BoardSheet) -> str:
    """Return who deals and who is vulnerable: ``"South deals, N-S vulnerable"``; at whist nobody is."""
    who = {"None": "nobody", "All": "everybody"}.get(board.vulnerability, board.vulnerability)
    return f"{board.dealer} deals" if board.heading.game == "whist" else f"{board.dealer} deals, {who} vulnerable"


def _pair_links(event_id: int, names: str, number: str, pairs: Sequence[tuple[int, str]]) -> Links:
    """Return the links to the cards of *pairs*: on their names, or on their number where there is none."""
    addresses = [(pair_address(event_id, pair_no), called) for pair_no, called in pairs]
    return {
        names: [address if called else None for address, called in addresses],
        number: [None if called else address for address, called in addresses],
    }


@lru_cache(maxsize=4096)
def pair_address(event_id: int, pair_no: int) -> str:
    """Return the public address of a pair's card."""
    return reverse("event_pair", args=[event_id, pair_no])


@lru_cache(maxsize=1024)
def board_address(event_id: int, board_no: int) -> str:
    """Return the public address of a board's traveller."""
    return reverse("event_board", args=[event_id, board_no])
