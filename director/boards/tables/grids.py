"""Show the tables of results on pages: standings, cards, travellers and recap.

``files`` builds the data of a table, and ``columns`` says how a page shows each column. Here a class
for each table says which figures are explained, and a function adds the links, the marks beside
figures (*signs*) and the explanation of a figure (*why*). Tables of matches are left to
an addition.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import ClassVar

from django.http import HttpRequest
from django.utils.safestring import mark_safe
from django.utils.text import slugify

from director.boards.movement.sitters import VISITOR_SUFFIX
from director.boards.movement.words import format_boards, format_trump
from director.boards.scoring.explanation import explain_card_line
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import get_points_label
from director.boards.tables.addresses import ResultAddresses
from director.boards.tables.columns import with_label_column
from director.boards.tables.files import (
    make_boards_table,
    make_cards_table,
    make_recap_table,
    make_standings_table,
)
from director.core.base.bars import choose_bar_scale
from director.core.base.grids import (
    NO_VALUE_SIGN,
    AddressesByColumn,
    ExplainedScores,
    PageTable,
    SignsByColumn,
    TableColumn,
)
from director.core.base.pictures import PictureScale
from director.core.base.tags.cards import format_points, percent
from director.names import get_family_name
from director.pdf.words import format_points_column
from director.sheets import (
    OFF_SCHEDULE_LABEL,
    RECAP_TITLE,
    BoardLine,
    BoardSheet,
    LineSide,
    PairCard,
    Recap,
    StandingGroup,
    StandingRow,
    Standings,
)
from scoring.bridge.contracts import get_duplicate_game

STANDINGS_TEMPLATE = "boards/results/_tables.html"
OFF_SCHEDULE_SIGN = "*"
CORRECTION_HINT = "; press a result to correct it"
OWN_RESULT_SIGN = mark_safe(
    '<span class="yours">▸<span class="hidden"> Your result:</span> </span>'
)
_PREFIX_BY_GROUP = {"": "", "North-South": "ns-", "East-West": "ew-"}
"""The prefix of element ids for the table of a group, as ids on a page must differ."""
RECAP_WIDTH = 100
"""Characters that the boards of a recap may take beside the names, on a page 1280 pixels wide.

They are 6.5 pixels each, measured with the type for fingers.
"""
_COLUMN_GAP = 3.5
"""The room between two columns of a recap, in characters as for ``RECAP_WIDTH``."""


class StandingsTable(PageTable):
    """Standings of contestants who are ranked together."""

    explainable_keys = ("percent", "total")
    bar_key = "total"

    class Meta:
        attrs: ClassVar = {"class": "standings"}


class ShortStandingsTable(StandingsTable):
    """Standings without handicaps, strata and carry-over, so that a phone has room for penalties."""

    penalties = TableColumn()

    class Meta(StandingsTable.Meta):
        pass


def list_hidden_columns(row: StandingRow) -> list[tuple[str, str]]:
    """Return the columns of *row* that a phone leaves out."""
    gross = format_points(row.gross)
    if row.gross_percent is not None:
        gross = percent(row.gross_percent)
    record = ""
    if row.won is not None:
        record = f"{row.won}, {row.drawn}, {row.lost}"
    figures = {
        "penalty": row.penalties,
        "carry-over": row.carry_over,
        "gross": gross,
        "handicap": row.handicap,
        "stratum": row.stratum,
        "in strata": row.stratum_places,
        "won, drawn, lost": record,
        "IMPs": format_points(row.imps),
        "match percent": percent(row.match_percent),
        "": row.came,
        **dict(row.tie_breaks),
    }
    return [(title, figure) for title, figure in figures.items() if figure]


class CardTable(PageTable):
    """All results of one pair."""

    explainable_keys = ("percent", "points")
    bar_key = "points"

    class Meta:
        attrs: ClassVar = {"class": "card"}


class PlayerCardTable(CardTable):
    """A single player's card, which names the partner too."""

    # A phone has room for one of the two columns of names.

    opponents_no = TableColumn(numbered_key="opponent_names", hide_on="phone")
    opponent_names = TableColumn(hide_on="tablet")

    class Meta(CardTable.Meta):
        pass


class BoardTable(PageTable):
    """The results of all tables on one board."""

    explainable_keys = ("ns_percent", "ns_points", "ew_points")

    class Meta:
        attrs: ClassVar = {"class": "traveller"}


class RecapTable(PageTable):
    """The points of all pairs on all boards, with a column for each board."""

    class Meta:
        attrs: ClassVar = {"class": "recap"}
        sequence = ("place", "pair_no", "names", "total", "percent", "...")


def make_standings_tables(
    standings: Standings,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    explained_groups: Sequence[ExplainedScores] = (),
) -> list[StandingsTable]:
    """Return a table for each group of contestants, with links to their cards.

    *explained_groups* has the explanations of each group's figures, or is empty.
    """
    bar_scale = _choose_common_scale(standings)
    return [
        _make_group_table(
            standings,
            group,
            addresses=addresses,
            request=request,
            explained_scores=explained_scores,
            bar_scale=bar_scale,
        )
        for group, explained_scores in zip_longest(standings.groups, explained_groups)
    ]


def _make_group_table(
    standings: Standings,
    group: StandingGroup,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    explained_scores: ExplainedScores | None,
    bar_scale: PictureScale,
) -> StandingsTable:
    """Return the table of one *group* of *standings*."""
    table_class = StandingsTable if standings.has_extras else ShortStandingsTable
    data = make_standings_table(replace(standings, groups=(group,)))
    if any(row.imps is not None or row.match_percent is not None for row in group.rows):
        data = data.with_titles(total="VPs")
    # The title of a group says its direction, unless the group mixes both.
    is_mixed = not any(row.direction for row in group.rows)
    linked_names = [
        (addresses.get_pair_address(row.contestant, row.session_no), row.names)
        for row in group.rows
    ]
    return table_class(
        with_label_column(data, is_mixed=is_mixed),
        request=request,
        caption=group.title or "Standings",
        note=standings.method,
        links=_make_pair_links("names", "pair_no", linked_names),
        prefix=_PREFIX_BY_GROUP.get(group.title, f"{slugify(group.title)}-"),
        explained_scores=explained_scores,
        bar_scale=bar_scale,
        has_bars=not is_knockout_standings(standings),
    )


def is_knockout_standings(standings: Standings) -> bool:
    """Return whether rows are ranked by the round they reached, so that totals aren't compared."""
    return any(row.came for group in standings.groups for row in group.rows)


def _choose_common_scale(standings: Standings) -> PictureScale:
    """Return the scale for the bars of all groups, so that they can be compared."""
    rows = [row for group in standings.groups for row in group.rows]
    percents = [row.percent for row in rows if row.percent is not None]
    if percents:
        return choose_bar_scale(percents, are_percentages=True)
    totals = [row.total for row in rows if row.total is not None]
    return choose_bar_scale(totals, are_percentages=False)


def make_card_table(
    card: PairCard,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    explained_scores: ExplainedScores | None = None,
) -> CardTable:
    """Return the card of one pair, with links to its boards and opponents."""
    heading = card.heading
    is_whist = get_duplicate_game(heading.game).has_turned_trump
    table_class = PlayerCardTable if heading.has_player_contestants and not is_whist else CardTable
    links: dict[str, Sequence[str | None]] = {
        "board_no": [addresses.get_board_address(line.board_no) for line in card.lines]
    }
    links |= addresses.make_correction_links(card.lines)
    if heading.has_player_contestants:
        partners = [line.partner or line.own for line in card.lines]
        links |= _make_side_links("partner_name", "partner_no", partners, addresses)
    if not heading.has_player_moves:  # two single players have no common card
        opponents = [line.opponents for line in card.lines]
        links |= _make_side_links("opponent_names", "opponents_no", opponents, addresses)
    shown_card = replace(card, lines=tuple(map(_add_players_to_card_line, card.lines)))
    return table_class(
        with_label_column(make_cards_table((shown_card,))),
        request=request,
        caption="Boards",
        note=f"{card.standing.boards} scored{_get_correction_hint(addresses)}",
        signs=_make_missing_signs(card.lines),
        links=links,
        explained_scores=explained_scores,
    )


def make_card_grid(
    session_results: SessionResults,
    card: PairCard,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
) -> PageTable:
    """Return the card of a contestant, board by board, or of a team match by match.

    The figure that *request* asks about is explained.
    """
    match_table = MATCHES.answers.make_card_grid(
        session_results, card, addresses=addresses, request=request
    )
    if match_table:
        return match_table
    explained_scores = explain_card_line(session_results.scored, card, request.GET.get("why", ""))
    return make_card_table(
        card, addresses=addresses, request=request, explained_scores=explained_scores
    )


def make_board_table(
    board: BoardSheet,
    *,
    addresses: ResultAddresses,
    request: HttpRequest,
    explained_scores: ExplainedScores | None = None,
    own_number: int = 0,
) -> BoardTable:
    """Return the traveller of one board, with links to the cards of the pairs.

    The result of the pair, team or player with the number *own_number* is marked.
    """
    links: dict[str, Sequence[str | None]] = {}
    if not board.heading.has_player_moves:  # two single players have no common card
        ns_sides = [line.ns for line in board.lines]
        ew_sides = [line.ew for line in board.lines]
        links |= _make_side_links("ns_names", "ns_no", ns_sides, addresses)
        links |= _make_side_links("ew_names", "ew_no", ew_sides, addresses)
    links |= addresses.make_correction_links(board.lines)
    signs = dict(_make_missing_signs(board.lines))
    if own_number:
        signs |= _make_own_signs(board, own_number)
    shown_lines = tuple(map(_add_players_to_board_line, board.lines))
    if board.top == 0:
        # The only result of a board is compared with none: its 0 points would look like a bottom.
        shown_lines = tuple(map(_remove_points, shown_lines))
        signs |= dict.fromkeys(("ns_points", "ew_points"), _make_lone_signs(board.lines))
    shown_board = replace(board, lines=shown_lines)
    points_label = get_points_label(board.heading)
    data = make_boards_table((shown_board,)).with_titles(
        ns_points=f"N-S {points_label}", ew_points=f"E-W {points_label}"
    )
    return BoardTable(
        with_label_column(data),
        request=request,
        caption=f"Board {board.board_no}",
        note=f"{describe_board(board)}{_get_correction_hint(addresses)}",
        signs=signs,
        links=links,
        explained_scores=explained_scores,
    )


def _get_correction_hint(addresses: ResultAddresses) -> str:
    if addresses.scoring_field:
        return CORRECTION_HINT
    return ""


def _make_own_signs(board: BoardSheet, own_number: int) -> SignsByColumn:
    """Return the marks of contestant *own_number*, beside its names or else its number."""
    signs: dict[str, list[str]] = {"ns_names": [], "ns_no": [], "ew_names": [], "ew_no": []}
    for line in board.lines:
        # Seats are in the order N, E, S, W.
        ns_seats, ew_seats = line.seats[::2], line.seats[1::2]
        for key, side, seats in (("ns", line.ns, ns_seats), ("ew", line.ew, ew_seats)):
            sign = OWN_RESULT_SIGN if own_number in (side.number, *seats) else ""
            signs[f"{key}_names"].append(sign if side.names else "")
            signs[f"{key}_no"].append("" if side.names else sign)
    return signs


def _remove_points(line: BoardLine) -> BoardLine:
    return replace(line, ns=replace(line.ns, points=None), ew=replace(line.ew, points=None))


def _add_players_to_board_line(line: BoardLine) -> BoardLine:
    """Return *line* with the names of the players added to each team's name."""
    return replace(line, ns=_add_players_to_side(line.ns), ew=_add_players_to_side(line.ew))


def _add_players_to_card_line(line: BoardLine) -> BoardLine:
    """Return *line* with the players of both teams added to the opponents' name."""
    opponents = _add_players_to_side(line.opponents)
    if line.own.players:
        own_players = _format_family_names(line.own.players)
        opponents = replace(opponents, names=f"{opponents.names}; played by {own_players}")
    if line.direction == "NS":
        return replace(line, ew=opponents)
    return replace(line, ns=opponents)


def _add_players_to_side(side: LineSide) -> LineSide:
    names = ": ".join(filter(None, (side.names, _format_family_names(side.players))))
    return replace(side, names=names)


def _format_family_names(players: tuple[str, ...]) -> str:
    names = []
    for player in players:
        # A substitute from outside the team has a mark after the name, which stays.
        mark = VISITOR_SUFFIX if player.endswith(VISITOR_SUFFIX) else ""
        names.append(f"{get_family_name(player)}{mark}")
    return " – ".join(names)


def _make_side_links(
    names_key: str, number_key: str, sides: Iterable[LineSide], addresses: ResultAddresses
) -> AddressesByColumn:
    linked_names = [(addresses.get_pair_address(side.number), side.names) for side in sides]
    return _make_pair_links(names_key, number_key, linked_names)


def make_recap_tables(
    recap: Recap, *, addresses: ResultAddresses, request: HttpRequest
) -> list[RecapTable]:
    """Return the recap in tables that a page has room for, with links from the names to the cards.

    If one table is too wide, each has some of the boards, as on paper.
    """
    linked_names = [
        (addresses.get_pair_address(row.standing.contestant), row.standing.names)
        for row in recap.rows
    ]
    links = _make_pair_links("names", "pair_no", linked_names)
    parts = _divide_recap(recap)
    tables = []
    for part in parts:
        signs = _make_off_schedule_signs(part)
        notes = [f"boards {format_boards(part.boards)}"] if len(parts) > 1 else []
        notes.append("points of each board")
        if signs:
            notes[-1] += f"; {OFF_SCHEDULE_SIGN} {OFF_SCHEDULE_LABEL}"
        table = RecapTable(
            with_label_column(make_recap_table(part), is_mixed=True),
            request=request,
            caption=RECAP_TITLE,
            note=" · ".join(notes),
            links=links,
            signs=signs,
            prefix=f"from-{part.boards[0]}-" if len(parts) > 1 else "",
        )
        tables.append(table)
    return tables


def _divide_recap(recap: Recap) -> list[Recap]:
    """Return *recap* in the fewest parts of about equally many boards that fit a page."""
    widths = []
    for index, board_no in enumerate(recap.boards):
        texts = format_points_column([row.points[index] for row in recap.rows])
        widths.append(max(map(len, (str(board_no), *texts))) + _COLUMN_GAP)
    for part_count in range(1, len(widths) + 1):
        starts = [len(widths) * number // part_count for number in range(part_count + 1)]
        board_slices = [slice(*bounds) for bounds in pairwise(starts)]
        if all(sum(widths[board_slice]) <= RECAP_WIDTH for board_slice in board_slices):
            break
    else:  # A recap without boards, or with one that is too wide alone, stays whole.
        return [recap]
    parts = []
    for board_slice in board_slices:
        board_numbers = recap.boards[board_slice]
        rows = [
            replace(
                row,
                points=row.points[board_slice],
                off_schedule=row.off_schedule.intersection(board_numbers),
            )
            for row in recap.rows
        ]
        parts.append(replace(recap, boards=board_numbers, rows=tuple(rows)))
    return parts


def _make_missing_signs(lines: Iterable[BoardLine]) -> SignsByColumn:
    """Return the note in place of a contract that has not been entered, such as "due"."""
    signs = []
    for line in lines:
        has_note = line.due and line.off_schedule
        signs.append(f"{line.due} · " if has_note else line.due)
    return {"contract": signs}


def _make_lone_signs(lines: Iterable[BoardLine]) -> list[str]:
    """Return a dash in place of the points of a line that has any."""
    signs = []
    for line in lines:
        signs.append("" if line.ns.points is None else NO_VALUE_SIGN)
    return signs


def _make_off_schedule_signs(recap: Recap) -> SignsByColumn:
    """Return the signs of each board column in which a result was off schedule."""
    board_numbers: set[int] = set()
    for row in recap.rows:
        board_numbers |= row.off_schedule
    signs = {}
    for board_no in sorted(board_numbers):
        signs[f"board_{board_no}"] = [
            OFF_SCHEDULE_SIGN if board_no in row.off_schedule else "" for row in recap.rows
        ]
    return signs


def describe_board(board: BoardSheet) -> str:
    """Return the dealer and the vulnerability: ``"South deals, N-S vulnerable"``.

    At whist it is the dealer and the trump, if the trump is known.
    """
    if get_duplicate_game(board.heading.game).has_turned_trump:
        if board.trump:
            return f"{board.dealer} deals, {format_trump(board.trump)}"
        return f"{board.dealer} deals"
    vulnerability = board.vulnerability
    vulnerable_side = {"None": "nobody", "All": "both sides"}.get(vulnerability, vulnerability)
    if vulnerable_side:
        return f"{board.dealer} deals, {vulnerable_side} vulnerable"
    return f"{board.dealer} deals"


def _make_pair_links(
    names_key: str, number_key: str, linked_names: Sequence[tuple[str, str]]
) -> AddressesByColumn:
    """Return the links to cards in two columns. *linked_names* has an address and names per row.

    Names are the link, and so is the number, which a phone shows in their place. Standings show
    names at every width, so their number is a link only for a pair without names.
    """
    name_links: list[str | None] = []
    number_links: list[str | None] = []
    for address, names in linked_names:
        name_links.append(address if names else None)
        is_linked_by_name = names and number_key == "pair_no"
        number_links.append(None if is_linked_by_name else address)
    return {names_key: name_links, number_key: number_links}
