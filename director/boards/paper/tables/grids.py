"""Tables of results: standings, cards, travellers and recap."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from typing import ClassVar

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import slugify

from director.boards.contests import CONTESTANTS
from director.boards.movement.lines.page_input import line_key
from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.sitters import VISITOR
from director.boards.movement.words import trump_words
from director.boards.paper.tables.files import (
    boards_table,
    pairs_table,
    recap_table,
    standings_table,
)
from director.boards.paper.tables.labels import as_called
from director.core.base.grids.columns import (
    ContractColumn,
    LeadColumn,
    SheetColumn,
    SideColumn,
)
from director.core.base.grids.sheet import Links, SheetTable, Signs, Why
from director.core.base.tags.cards import percent, points
from director.models.event import SectionPlace
from director.names import family_name
from director.sheets import (
    OFF_SCHEDULE,
    BoardLine,
    BoardSheet,
    Heading,
    PairCard,
    PairCardLine,
    Points,
    Recap,
    StandingRow,
    Standings,
)

SIGN = "*"
CORRECTS = "; press a result to correct it"
OWN = mark_safe('<span class="yours">▸<span class="hidden"> Your result:</span> </span>')


class StandingsTable(SheetTable):
    """Standings of contestants who are ranked together."""

    direction = SheetColumn(visible=False)  # said by the caption
    stratum = SheetColumn(visible=False)
    pair_no = SheetColumn(number_of="names")
    names = SheetColumn(row_header=True)
    boards = SheetColumn(hide_on="phone", said_once=True)
    matches = SheetColumn(hide_on="phone", said_once=True)
    imps = SheetColumn(hide_on="phone")
    came = SheetColumn(hide_on="phone")
    explains = ("percent", "total")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


class ExtrasStandingsTable(StandingsTable):
    """Standings with handicaps, strata or carry-over."""

    penalties = SheetColumn(hide_on="phone")
    carry_over = SheetColumn(hide_on="tablet")
    handicap = SheetColumn(hide_on="tablet")
    gross = SheetColumn(hide_on="tablet")
    gross_percent = SheetColumn(hide_on="tablet")
    stratum_places = SheetColumn(hide_on="tablet")

    class Meta(StandingsTable.Meta):
        pass


def hidden_columns(row: StandingRow) -> list[tuple[str, str]]:
    """Return the columns of *row* that a phone leaves out."""
    gross = percent(row.gross_percent) if row.gross_percent is not None else points(row.gross)
    told = {
        "penalty": row.penalties,
        "carry-over": row.carry_over,
        "gross": gross,
        "handicap": row.handicap,
        "stratum": row.stratum,
        "in strata": row.stratum_places,
        "IMPs": points(row.imps),
        "": row.came,
    }
    return [(word, figure) for word, figure in told.items() if figure]


class CardTable(SheetTable):
    """All that one pair did."""

    # The heading of the card says these.
    session = SheetColumn(visible=False)
    pair_no = SheetColumn(visible=False)
    direction = SheetColumn(visible=False)
    names = SheetColumn(visible=False)
    # Other columns say these.
    off_schedule = SheetColumn(visible=False)
    own_players = SheetColumn(visible=False)
    opponent_players = SheetColumn(visible=False)
    declarer = SheetColumn(visible=False)

    round_no = SheetColumn(hide_on="tablet")
    board_no = SheetColumn(row_header=True)
    sat = SheetColumn(hide_on="tablet")
    partner_no = SheetColumn(number_of="partner_name")
    opponents_no = SheetColumn(number_of="opponent_names")
    contract = ContractColumn()
    ruling = ContractColumn()
    tricks = SheetColumn(hide_on="tablet")
    to_par = SheetColumn(hide_on="tablet")
    explains = ("percent", "points")

    class Meta:
        attrs: ClassVar = {"class": "card"}


class BoardTable(SheetTable):
    """What every table did on one board."""

    # The caption says these.
    session = SheetColumn(visible=False)
    board_no = SheetColumn(visible=False)
    dealer = SheetColumn(visible=False)
    vulnerability = SheetColumn(visible=False)
    top = SheetColumn(visible=False)
    # Other columns say these.
    group = SheetColumn(visible=False)
    covered = SheetColumn(visible=False)
    off_schedule = SheetColumn(visible=False)
    ns_players = SheetColumn(visible=False)
    ew_players = SheetColumn(visible=False)
    declarer = SheetColumn(visible=False)

    ns_no = SheetColumn(number_of="ns_names")
    ns_names = SideColumn()
    ew_no = SheetColumn(number_of="ew_names")
    ew_names = SideColumn()
    contract = ContractColumn()
    ruling = ContractColumn()
    tricks = SheetColumn(hide_on="tablet")
    lead = LeadColumn(hide_on="tablet")
    to_par = SheetColumn(hide_on="tablet")
    ew_points = SheetColumn(hide_on="phone")
    explains = ("ns_percent", "ns_points", "ew_points")

    class Meta:
        attrs: ClassVar = {"class": "traveller"}


class PlayerCardTable(CardTable):
    """A single player's card, which names the partner too.

    A phone has room for one of the two columns of names.
    """

    opponents_no = SheetColumn(number_of="opponent_names", hide_on="phone")
    opponent_names = SheetColumn(hide_on="tablet")

    class Meta(CardTable.Meta):
        pass


class WhistCardTable(CardTable):
    """A pair's card at whist, where tricks are the result."""

    tricks = SheetColumn()

    class Meta(CardTable.Meta):
        pass


class WhistBoardTable(BoardTable):
    """A board at whist, where tricks are the result."""

    tricks = SheetColumn()

    class Meta(BoardTable.Meta):
        pass


class RecapTable(SheetTable):
    """The whole field, boards across."""

    pair_no = SheetColumn(number_of="names")
    names = SideColumn(row_header=True)

    class Meta:
        attrs: ClassVar = {"class": "recap"}
        sequence = ("place", "pair_no", "names", "total", "percent", "...")


@dataclass(frozen=True, slots=True)
class At:
    """Whose pages a table leads to: those of an event, or of one of its sessions where it has several.

    With *places*, the sections of its sessions by number and the one shown by 0, to those of the
    desk; there results of *scoring_field* lead to their lines in Scores.
    """

    event_id: int
    session_no: int = 0
    places: Mapping[int, SectionPlace] = field(default_factory=dict)
    scoring_field: ScoringField | None = None

    def _page(self, name: str, *numbers: int, session_no: int = 0) -> str:
        session_no = session_no or self.session_no
        if self.places:
            return _desk_address(f"session_results_{name}", self.places[session_no], *numbers)
        return _address(f"event_{name}", self.event_id, session_no, *numbers)

    def pair(self, pair_no: int, session_no: int = 0) -> str:
        """Return the address of a pair's card, of another session where that is given."""
        return self._page("pair", pair_no, session_no=session_no)

    def board(self, board_no: int) -> str:
        """Return the address of a board's traveller."""
        return self._page("board", board_no)

    @property
    def standings(self) -> str:
        """The public address of the standings."""
        return _address(
            "event_session" if self.session_no else "event_standings",
            self.event_id,
            self.session_no,
        )

    def corrections(self, lines: Iterable[tuple[int, int, int, str, Points]]) -> Links:
        """Return the addresses at which *lines* are corrected, for their contract or score.

        A line is board, N-S, E-W, contract and tricks.
        """
        if self.scoring_field is None:
            return {}
        links: dict[str, list[str | None]] = {
            "contract": [],
            "tricks": [],
            "ns_score": [],
            "score": [],
        }
        for board_no, ns, ew, contract, tricks in lines:
            (section, own_ns), (_section, own_ew) = map(self.scoring_field.place, (ns, ew))
            page = _desk_address("session_scores_board", section.place, board_no)
            shown = (
                ("contract",)
                if contract
                else ("ns_score", "score")
                if tricks is None
                else ("tricks",)
            )
            for key, addresses in links.items():
                addresses.append(
                    f"{page}#line-{line_key(board_no, own_ns, own_ew)}" if key in shown else None
                )
        return links

    def correction(self, board_no: int, line: BoardLine | None) -> str | None:
        """Return the address that enters or corrects *line* of a board, ``None`` where none leads there."""
        links = self.corrections([(board_no, line.ns_no, line.ew_no, "any", None)]) if line else {}
        if links:
            return links["contract"][0]
        return None

    def match(self, home: int, away: int) -> str:
        """Return the address of a match of two teams."""
        return self._page("match", home, away)

    @property
    def matches(self) -> str:
        """The address of the matches of teams."""
        return self._page("matches")

    def players_of(self, heading: Heading) -> str:
        """Return the address of what each player of the teams made, ``""`` where nobody has such a record."""
        if not CONTESTANTS[heading.called].has_line_ups or heading.game != "bridge":
            return ""
        return self._page("players")

    @property
    def recap(self) -> str:
        """The address of the recap."""
        return self._page("recap")


@lru_cache(maxsize=4096)
def _address(name: str, event_id: int, session_no: int, *numbers: int) -> str:
    return reverse(name, args=[event_id, *filter(None, (session_no,)), *numbers])


@lru_cache(maxsize=4096)
def _desk_address(name: str, place: SectionPlace, *numbers: int) -> str:
    return reverse(name, args=[place, *numbers])


_PREFIXES = {"": "", "North-South": "ns-", "East-West": "ew-"}

STANDINGS_TEMPLATE = "boards/results/_tables.html"


def standings_tables(
    standings: Standings, *, at: At, request: HttpRequest, whys: Sequence[Why] = ()
) -> list[StandingsTable]:
    """Return a table for each group of contestants.

    Names link to their cards; *whys* go group by group.
    """
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
                "names",
                "pair_no",
                [(at.pair(row.contestant, row.session_no), row.names) for row in group.rows],
            ),
            prefix=_PREFIXES.get(group.title, f"{slugify(group.title)}-"),
            why=why,
        )
        for group, why in zip_longest(standings.groups, whys)
    ]


def card_table(
    card: PairCard, *, at: At, request: HttpRequest, why: Why | None = None
) -> CardTable:
    """Return the card of one pair, which leads to its boards and opponents."""
    opponents = [(at.pair(line.opponents_no), line.opponent_names) for line in card.lines]
    partners = [(at.pair(line.partner_no), line.partner_name) for line in card.lines]
    table = PlayerCardTable if card.heading.ranks_players else CardTable
    table = WhistCardTable if card.heading.game == "whist" else table
    alone = card.heading.is_of_players
    return table(
        as_called(pairs_table((replace(card, lines=tuple(map(_card_seated, card.lines))),))),
        request=request,
        caption="Boards",
        note=f"{card.standing.boards} scored{CORRECTS if at.scoring_field else ''}",
        signs=_missing(card.lines),
        links={
            "board_no": [at.board(line.board_no) for line in card.lines],
            **at.corrections(
                (each.board_no, *each.sides, each.contract or each.due, each.tricks)
                for each in card.lines
            ),
            **(
                _links("partner_name", "partner_no", partners) if card.heading.ranks_players else {}
            ),
            **(
                {} if alone else _links("opponent_names", "opponents_no", opponents)
            ),  # two players have no one card
        },
        why=why,
    )


def board_table(
    board: BoardSheet, *, at: At, request: HttpRequest, why: Why | None = None, own: int = 0
) -> BoardTable:
    """Return the traveller of one board, with links to the cards of the pairs.

    The result of *own* is marked.
    """
    table = WhistBoardTable if board.heading.game == "whist" else BoardTable
    return table(
        as_called(boards_table((replace(board, lines=tuple(map(_line_seated, board.lines))),))),
        request=request,
        caption=f"Board {board.board_no}",
        note=f"{board_words(board)}{CORRECTS if at.scoring_field else ''}",
        signs={**_missing(board.lines), **(_own_signs(board, own) if own else {})},
        links={
            **({} if board.heading.is_of_players else _side_links(board, at)),
            **at.corrections(
                (board.board_no, each.ns_no, each.ew_no, each.contract or each.due, each.tricks)
                for each in board.lines
            ),
        },
        why=why,
    )


def _own_signs(board: BoardSheet, own: int) -> Signs:
    """Return what marks the names, or else the number, of the pair, team or player *own* on each line."""
    signs: dict[str, list[str]] = {"ns_names": [], "ns_no": [], "ew_names": [], "ew_no": []}
    for line in board.lines:
        for side, number, seats, names in (
            ("ns", line.ns_no, line.seats[::2], line.ns_names),
            ("ew", line.ew_no, line.seats[1::2], line.ew_names),
        ):
            sign = OWN if own in (number, *seats) else ""
            signs[f"{side}_names"].append(sign if names else "")
            signs[f"{side}_no"].append("" if names else sign)
    return signs


def _line_seated(line: BoardLine) -> BoardLine:
    """Return *line* as a page shows it: behind each team who of it sat there."""
    ns_names, ew_names = (
        _names_with_players(line.ns_names, line.ns_players),
        _names_with_players(line.ew_names, line.ew_players),
    )
    return replace(line, ns_names=ns_names, ew_names=ew_names)


def _card_seated(line: PairCardLine) -> PairCardLine:
    """Return *line* as a page shows it: behind the opponents who of both teams sat there."""
    if not line.own_players:
        return replace(
            line, opponent_names=_names_with_players(line.opponent_names, line.opponent_players)
        )
    against = _names_with_players(line.opponent_names, line.opponent_players)
    return replace(line, opponent_names=f"{against}; played by {_families(line.own_players)}")


def _names_with_players(names: str, players: tuple[str, ...]) -> str:
    return ": ".join(filter(None, (names, _families(players))))


def _families(players: tuple[str, ...]) -> str:
    return " – ".join(
        f"{family_name(player)}{VISITOR * player.endswith(VISITOR)}" for player in players
    )


def _side_links(board: BoardSheet, at: At) -> Links:
    return {
        **_links(
            "ns_names", "ns_no", [(at.pair(line.ns_no), line.ns_names) for line in board.lines]
        ),
        **_links(
            "ew_names", "ew_no", [(at.pair(line.ew_no), line.ew_names) for line in board.lines]
        ),
    }


def recap_sheet_table(recap: Recap, *, at: At, request: HttpRequest) -> RecapTable:
    """Return the recap, whose names lead to the cards of the pairs."""
    rows = [(at.pair(row.standing.contestant), row.standing.names) for row in recap.rows]
    signs = _off_schedule(recap)
    note = f"points of each board; {SIGN} {OFF_SCHEDULE}" if signs else "points of each board"
    return RecapTable(
        as_called(recap_table(recap), is_mixed=True),
        request=request,
        caption="Recap",
        note=note,
        links=_links("names", "pair_no", rows),
        signs=signs,
    )


def _missing(lines: Iterable[BoardLine | PairCardLine]) -> Signs:
    """Return what stands in place of a contract that has not been entered."""
    return {
        "contract": [
            f"{line.due} · " if line.due and line.off_schedule else line.due for line in lines
        ]
    }


def _off_schedule(recap: Recap) -> Signs:
    """Return the signs of those columns of boards that have any."""
    boards = sorted(frozenset[int]().union(*(row.off_schedule for row in recap.rows)))
    return {
        f"board_{board}": [SIGN if board in row.off_schedule else "" for row in recap.rows]
        for board in boards
    }


def board_words(board: BoardSheet) -> str:
    """Return the dealer and the vulnerability: ``"South deals, N-S vulnerable"``.

    At whist it is the dealer and the trump, once that is known.
    """
    if board.heading.game == "whist":
        if board.trump:
            return f"{board.dealer} deals, {trump_words(board.trump)}"
        return f"{board.dealer} deals"
    who = {"None": "nobody", "All": "both sides"}.get(board.vulnerability, board.vulnerability)
    if who:
        return f"{board.dealer} deals, {who} vulnerable"
    return f"{board.dealer} deals"


def _links(names: str, number: str, pairs: Sequence[tuple[str, str]]) -> Links:
    """Return the links to the cards of *pairs* (address and names).

    Names have the link, or the number that a phone shows in their place.

    Standings show the names at every width; there the number leads on where somebody has none.
    """
    return {
        names: [address if called else None for address, called in pairs],
        number: [None if called and number == "pair_no" else address for address, called in pairs],
    }
