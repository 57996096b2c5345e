"""Lines of travellers and scorecards: who met, the result, and the points.

A scored line becomes a :class:`BoardLine` as a traveller shows it, from the N-S side. A scorecard
shows the same line from the side of its pair, as a :class:`PairCardLine`. ``sheets.py`` decides
which lines stand on which sheet.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from director.boards.movement.lines.entry import LineEntry
from director.boards.movement.lines.marks import Revoked, turn_revoke
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import format_vulnerability, get_board_trump, get_dealer_name
from director.boards.scoring.scored import Scored, get_line_key
from director.sheets import (
    OFF_SCHEDULE,
    BoardLine,
    BoardSheet,
    Heading,
    PairCard,
    PairCardLine,
    Points,
    StandingRow,
)
from scoring import TRICKS_OF_A_DEAL, EntryKind, ResultEntry, ScoredLine

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class People:
    """Names of all sides by round, and who sat N, E, S and W on each line.

    *seats* has the numbers of single players, *sitters* the people of teams.
    """

    names_in: Callable[[int | None], Mapping[int, str]]
    seats: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)
    sitters: Mapping[Key, tuple[Sitter | None, ...]] = field(default_factory=dict)


def make_board_sheet(scored: Scored, heading: Heading, people: People, board_no: int) -> BoardSheet:
    """Return the traveller of one board of a *scored* session."""
    return BoardSheet(
        heading=heading,
        board_no=board_no,
        dealer=get_dealer_name(board_no),
        vulnerability=format_vulnerability(board_no, heading.game),
        top=scored.get_common_top(board_no),
        lines=tuple(
            make_seated_line(scored, people, line)
            for line in scored.lines.get_board_lines(board_no)
        ),
        trump=_find_common_trump(scored.scoring_field, board_no),
    )


def _find_common_trump(scoring_field: ScoringField, board_no: int) -> str:
    """Return the trump of a board, or "" if it is unknown or differs between sections."""
    trumps = {get_board_trump(section, board_no) for section in scoring_field.sections} - {""}
    if len(trumps) == 1:
        return trumps.pop()
    return ""


def make_pair_card(
    scored: Scored, heading: Heading, people: People, row: StandingRow, lines: Iterable[SectionLine]
) -> PairCard:
    """Return the card of the pair, player or team of *row*, whose *lines* are given.

    If the two halves of a team met on a line, the card has it twice, from either side.
    """
    is_whist = heading.game == "whist"
    contestant = row.contestant
    scoring_field = scored.scoring_field
    card_lines: list[PairCardLine] = []
    for line in lines:
        sheet = make_seated_line(scored, people, line)
        views = []
        if contestant in scoring_field.members(line.ns):
            views.append(_make_ns_card_line(sheet, line))
        if contestant in scoring_field.members(line.ew):
            top = scored.top(line.board_no, contestant)
            views.append(_make_ew_card_line(sheet, line, top, is_whist=is_whist))
        for view in views:
            card_lines.append(_add_partner(scoring_field, people, view, contestant, sheet.seats))
    card_lines.sort(key=lambda line: (line.round_no or 0, line.board_no))
    return PairCard(heading, row, tuple(card_lines))


def _add_partner(
    scoring_field: ScoringField,
    people: People,
    line: PairCardLine,
    player: int,
    seats: tuple[int, ...],
) -> PairCardLine:
    """Return *line* with the seat and partner of *player*. Lines of pairs are unchanged."""
    members = scoring_field.members(line.own_no)
    partner = next((member for member in members if member != player), 0)
    if not partner:
        return line
    seat = "NESW"[seats.index(player)] if player in seats else ""
    return replace(
        line,
        seat=seat,
        partner=scoring_field.label(partner),
        partner_no=partner,
        partner_name=people.names_in(line.round_no).get(partner, ""),
    )


def make_seated_line(scored: Scored, people: People, line: SectionLine) -> BoardLine:
    """Return *line* for a traveller, with the players who sat there."""
    sheet = make_scored_line(scored, people.names_in(line.round_no), line)
    seats = people.seats.get(get_line_key(line), ())
    sitters = people.sitters.get(get_line_key(line))
    if sitters:
        north, east, south, west = sitters
        return replace(
            sheet,
            seats=seats,
            ns_players=_list_sitter_names(north, south),
            ew_players=_list_sitter_names(east, west),
        )
    if seats:
        return replace(sheet, seats=seats)
    return sheet


def _list_sitter_names(*sitters: Sitter | None) -> tuple[str, ...]:
    return tuple(sitter.text for sitter in sitters if sitter)


def make_scored_line(scored: Scored, names: Mapping[int, str], line: SectionLine) -> BoardLine:
    """Return *line* of a *scored* session as a traveller shows it."""
    key = get_line_key(line)
    return make_board_line(
        line,
        names,
        scored.scoring_field.label,
        scored.scoring_field.event.game,
        entered=scored.entries.get(key),
        points=scored.points.get(key),
        top=scored.top(line.board_no, line.ns),
        group=scored.groups.get(key, ""),
        settled=scored.settled_reasons.get(key, ""),
        due_text=scored.lines.format_due_note(line, scored.scoring_field.session),
    )


def make_board_line(  # noqa: PLR0913
    line: SectionLine,
    names: Mapping[int, str],
    label: Callable[[int], str],
    game: str,
    *,
    entered: LineEntry | None,
    points: ScoredLine | None,
    top: Points,
    group: str = "",
    settled: str = "",
    due_text: str = "",
) -> BoardLine:
    """Return *line* for a traveller: who met, the result (*entered*) and the *points*.

    *label* is the function for a pair's label. *group* is that of a fouled board. *settled* says
    why the line counts otherwise than it was played. *due_text* says when it is played; it is shown
    only until a score is entered.
    """
    entry = entered.entry if entered else None
    ns_score: Points = line.ns_score if line.is_in else None
    tricks: Points = entry.tricks if entry else None
    contract = format_contract(entered)
    if settled and points:
        ns_score = points.line.score
        if game == "whist":
            tricks = ns_score
        # A result that counts for nothing still shows what was played.
        if not contract and entered and ns_score is None:
            contract = entered.text
    declarer = ""
    if entry and entry.declarer:
        # At whist a side declares, which has a name; a single seat is shown as it is.
        declarer = SIDE_NAMES.get(entry.declarer, entry.declarer)
    ns_points = points.ns_points if points else None
    ew_points = points.ew_points if points else None
    ns_percent = _compute_percentage(points.ns_points, top) if points else None
    off_schedule = OFF_SCHEDULE if line.is_off_schedule else ""
    return BoardLine(
        ns=label(line.ns),
        ew=label(line.ew),
        ns_no=line.ns,
        ew_no=line.ew,
        ns_names=names.get(line.ns, ""),
        ew_names=names.get(line.ew, ""),
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        ns_score=ns_score,
        ns_points=ns_points,
        ew_points=ew_points,
        ns_percent=ns_percent,
        group=group,
        settled=settled,
        covered=line.covered,
        off_schedule=off_schedule,
        lead=line.lead,
        due=due_text if ns_score is None else "",
        honours=format_honours(entry),
        round_no=line.round_no,
    )


def format_honours(entry: ResultEntry | None) -> str:
    """Return the honours of a line: ``"N-S 30"``, or ""."""
    if entry and entry.honours_side:
        return f"{SIDE_NAMES[entry.honours_side]} {entry.honours}"
    return ""


def format_contract(entered: LineEntry | None) -> str:
    """Return the contract column: "4SX", "PASS", "A6040", or "" for a bare score."""
    if entered is None:
        return ""
    entry, mark = entered.entry, entered.mark
    if entry is None or entry.kind not in (EntryKind.SCORE, EntryKind.TRICKS, EntryKind.PLAYED):
        return entered.text
    if isinstance(mark, Revoked):
        return entered.text
    return f"{entry.contract or ''}{mark or ''}".strip()


def _compute_percentage(points: Points, top: Points) -> Fraction | None:
    if points is None or not top:
        return None
    return Fraction(points) * 100 / Fraction(top)


def _make_ns_card_line(line: BoardLine, played: SectionLine) -> PairCardLine:
    return PairCardLine(
        round_no=played.round_no,
        board_no=played.board_no,
        direction="NS",
        own_no=line.ns_no,
        opponents=line.ew,
        opponents_no=line.ew_no,
        opponent_names=line.ew_names,
        contract=line.contract,
        declarer=line.declarer,
        tricks=line.tricks,
        score=line.ns_score,
        points=line.ns_points,
        percent=line.ns_percent,
        off_schedule=line.off_schedule,
        own_players=line.ns_players,
        opponent_players=line.ew_players,
        due=line.due,
        honours=line.honours,
    )


def _make_ew_card_line(
    line: BoardLine, played: SectionLine, top: Points, *, is_whist: bool
) -> PairCardLine:
    """Return the card line of the E-W pair: signs turned at bridge, the other tricks at whist."""
    if line.ns_score is None:
        score = None
    elif is_whist:
        score = TRICKS_OF_A_DEAL - line.ns_score
    else:
        score = -line.ns_score
    tricks = line.tricks
    contract = line.contract
    if is_whist:
        contract = turn_revoke(contract)
        if tricks is not None:
            tricks = TRICKS_OF_A_DEAL - tricks
    return PairCardLine(
        round_no=played.round_no,
        board_no=played.board_no,
        direction="EW",
        own_no=line.ew_no,
        opponents=line.ns,
        opponents_no=line.ns_no,
        opponent_names=line.ns_names,
        contract=contract,
        declarer=line.declarer,
        tricks=tricks,
        score=score,
        points=line.ew_points,
        percent=_compute_percentage(line.ew_points, top),
        off_schedule=line.off_schedule,
        own_players=line.ew_players,
        opponent_players=line.ns_players,
        due=line.due,
        honours=line.honours,
    )
