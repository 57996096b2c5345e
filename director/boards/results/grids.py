"""The tables of a night's results: standings, a pair's card, a board's traveller, the recap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import slugify

from director.boards.contests import CONTESTANTS
from director.boards.lineups import VISITOR
from director.boards.results.called import as_called
from director.boards.results.files import boards_table, pairs_table, recap_table, standings_table
from director.core.grids.sheet import Links, SheetTable, Signs, Why
from director.names import family_name
from director.sheets import OFF_SCHEDULE, BoardLine, BoardSheet, Heading, PairCard, PairCardLine, Recap, Standings

SIGN = "*"


class StandingsTable(SheetTable):
    """Places of contestants that are ranked against each other; their direction is the caption."""

    hidden = frozenset({"direction", "stratum"})
    wide = frozenset({"boards", "carry_over", "handicap", "gross", "gross_percent", "imps"})
    row_header = "names"
    layout = "standings stacks"


class ExtrasStandingsTable(StandingsTable):
    """Places where there are handicaps, strata or carry-over, whose columns leave a phone no room for others."""

    wide = StandingsTable.wide | {"pair_no", "penalties"}


class CardTable(SheetTable):
    """All that one pair did."""

    hidden = frozenset(
        {"session", "pair_no", "direction", "names", "off_schedule", "own_players", "opponent_players"}
    )  # other columns say the last three
    wide = frozenset({"round_no", "sat", "tricks", "to_par"})
    row_header = "board_no"
    layout = "card"


class BoardTable(SheetTable):
    """What every table did on one board."""

    hidden = frozenset(
        {"session", "board_no", "dealer", "vulnerability", "top", "group", "covered", "off_schedule"}
        | {"ns_players", "ew_players"}
    )  # other columns say the last four
    wide = frozenset({"tricks", "ns_percent", "lead", "to_par"})
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


@dataclass(frozen=True, slots=True)
class At:
    """Whose pages a table leads to: those of an event, or of one of its sessions where it has several."""

    event_id: int
    session_no: int = 0

    def pair(self, pair_no: int, session_no: int = 0) -> str:
        """Return the public address of a pair's card, of another session where that is given."""
        return _address("event_pair", self.event_id, session_no or self.session_no, pair_no)

    def board(self, board_no: int) -> str:
        """Return the public address of a board's traveller."""
        return _address("event_board", self.event_id, self.session_no, board_no)

    @property
    def standings(self) -> str:
        """The public address of the standings."""
        return _address("event_session" if self.session_no else "event_standings", self.event_id, self.session_no)

    def match(self, home: int, away: int) -> str:
        """Return the public address of a match of two teams."""
        return _address("event_match", self.event_id, self.session_no, home, away)

    @property
    def matches(self) -> str:
        """The public address of the matches of teams."""
        return _address("event_matches", self.event_id, self.session_no)

    def players_of(self, heading: Heading) -> str:
        """Return the public address of what each player of the teams made, ``""`` where nobody has such a record."""
        if not CONTESTANTS[heading.called].has_line_ups or heading.game != "bridge":
            return ""
        return _address("event_players", self.event_id, self.session_no)

    @property
    def recap(self) -> str:
        """The public address of the recap."""
        return _address("event_recap", self.event_id, self.session_no)


@lru_cache(maxsize=4096)
def _address(name: str, event_id: int, session_no: int, *numbers: int) -> str:
    return reverse(name, args=[event_id, *filter(None, (session_no,)), *numbers])


_PREFIXES = {"": "", "North-South": "ns-", "East-West": "ew-"}


def standings_tables(
    standings: Standings, *, at: At, request: HttpRequest, whys: Sequence[Why] = ()
) -> list[StandingsTable]:
    """Return a table for each group of contestants, whose names lead to their cards; *whys* go group by group."""
    table = ExtrasStandingsTable if standings.has_extras else StandingsTable
    return [
        table(
            as_called(
                standings_table(replace(standings, groups=(group,))),
                is_mixed=not any(row.direction for row in group.rows),
            ),
            request=request,
            caption=group.title or "Standings",
            note=standings.method,
            links=_links(
                "names", "pair_no", [(at.pair(row.contestant, row.session_no), row.names) for row in group.rows]
            ),
            prefix=_PREFIXES.get(group.title, f"{slugify(group.title)}-"),
            why=why,
        )
        for group, why in zip_longest(standings.groups, whys)
    ]


def card_table(card: PairCard, *, at: At, request: HttpRequest, why: Why | None = None) -> CardTable:
    """Return the card of one pair, which leads to its boards and opponents."""
    opponents = [(at.pair(line.opponents_no), line.opponent_names) for line in card.lines]
    partners = [(at.pair(line.partner_no), line.partner_name) for line in card.lines]
    table = WhistCardTable if card.heading.game == "whist" else CardTable
    alone = card.heading.is_of_players
    return table(
        as_called(pairs_table((replace(card, lines=tuple(map(_card_seated, card.lines))),))),
        request=request,
        caption="Boards",
        note=f"{card.standing.boards} scored",
        links={
            "board_no": [at.board(line.board_no) for line in card.lines],
            **(_links("partner_name", "partner_no", partners) if card.heading.ranks_players else {}),
            **({} if alone else _links("opponent_names", "opponents_no", opponents)),  # two players have no one card
        },
        why=why,
    )


def board_table(board: BoardSheet, *, at: At, request: HttpRequest, why: Why | None = None) -> BoardTable:
    """Return the traveller of one board, which leads to the cards of the pairs."""
    table = WhistBoardTable if board.heading.game == "whist" else BoardTable
    return table(
        as_called(boards_table((replace(board, lines=tuple(map(_line_seated, board.lines))),))),
        request=request,
        caption=f"Board {board.board_no}",
        note=board_words(board),
        links={} if board.heading.is_of_players else _side_links(board, at),
        why=why,
    )


def _line_seated(line: BoardLine) -> BoardLine:
    """Return *line* as a page shows it: behind each team who of it sat there."""
    ns_names, ew_names = _seated(line.ns_names, line.ns_players), _seated(line.ew_names, line.ew_players)
    return replace(line, ns_names=ns_names, ew_names=ew_names)


def _card_seated(line: PairCardLine) -> PairCardLine:
    """Return *line* as a page shows it: behind the opponents who of both teams sat there."""
    if not line.own_players:
        return replace(line, opponent_names=_seated(line.opponent_names, line.opponent_players))
    against = _seated(line.opponent_names, line.opponent_players)
    return replace(line, opponent_names=f"{against}; own pair {_families(line.own_players)}")


def _seated(names: str, players: tuple[str, ...]) -> str:
    return ": ".join(filter(None, (names, _families(players))))


def _families(players: tuple[str, ...]) -> str:
    return " – ".join(f"{family_name(player)}{VISITOR * player.endswith(VISITOR)}" for player in players)


def _side_links(board: BoardSheet, at: At) -> Links:
    return {
        **_links("ns_names", "ns_no", [(at.pair(line.ns_no), line.ns_names) for line in board.lines]),
        **_links("ew_names", "ew_no", [(at.pair(line.ew_no), line.ew_names) for line in board.lines]),
    }


def recap_sheet_table(recap: Recap, *, at: At, request: HttpRequest) -> RecapTable:
    """Return the recap, whose names lead to the cards of the pairs."""
    rows = [(at.pair(row.standing.contestant), row.standing.names) for row in recap.rows]
    signs = _off_schedule(recap)
    return RecapTable(
        as_called(recap_table(recap)),
        request=request,
        caption="Recap",
        note=f"points of each board; {SIGN} {OFF_SCHEDULE}" if signs else "points of each board",
        links=_links("names", "pair_no", rows),
        signs=signs,
    )


def _off_schedule(recap: Recap) -> Signs:
    """Return the signs of those columns of boards that have any."""
    boards = sorted(frozenset[int]().union(*(row.off_schedule for row in recap.rows)))
    return {f"board_{board}": [SIGN if board in row.off_schedule else "" for row in recap.rows] for board in boards}


def board_words(board: BoardSheet) -> str:
    """Return who deals and who is vulnerable: ``"South deals, N-S vulnerable"``; at whist nobody is."""
    who = {"None": "nobody", "All": "everybody"}.get(board.vulnerability, board.vulnerability)
    return f"{board.dealer} deals" if board.heading.game == "whist" else f"{board.dealer} deals, {who} vulnerable"


def _links(names: str, number: str, pairs: Sequence[tuple[str, str]]) -> Links:
    """Return the links to the cards of *pairs* (address and names): on their names, or on the number without any."""
    return {
        names: [address if called else None for address, called in pairs],
        number: [None if called else address for address, called in pairs],
    }
