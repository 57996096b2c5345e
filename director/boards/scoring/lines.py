"""Lines of travellers and scorecards: who met, the result, and the points.

A scored line becomes a :class:`BoardLine` as a traveller shows it, from the N-S side. A scorecard
shows it from the side of its pair. ``sheets.py`` decides which lines a sheet has.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from director.boards.movement.lines.entries import LineEntry, Revoke, turn_revoke
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sections import Key, ScoringField
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import format_vulnerability, get_board_trump, get_dealer_name
from director.boards.scoring.scored import ScoredSession, get_line_key
from director.sheets import (
    OFF_SCHEDULE_LABEL,
    BoardLine,
    BoardSheet,
    Heading,
    LineSide,
    PairCard,
    Points,
    StandingRow,
)
from scoring.bridge.contracts import TRICKS_PER_DEAL, get_duplicate_game
from scoring.bridge.entries import EntryKind, ResultEntry
from scoring.model import ScoredLine

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


@dataclass(frozen=True, slots=True)
class People:
    """Names of all sides by round, and who sat N, E, S and W on each line."""

    get_names_by_number: Callable[[int | None], Mapping[int, str]]
    # The numbers of single players.
    seats_by_line: Mapping[Key, tuple[int, ...]] = field(default_factory=dict)
    # The people of teams.
    sitters_by_line: Mapping[Key, tuple[Sitter | None, ...]] = field(default_factory=dict)


def make_board_sheet(
    scored: ScoredSession, heading: Heading, people: People, board_no: int
) -> BoardSheet:
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
        trump=_get_common_trump(scored.scoring_field, board_no),
    )


def _get_common_trump(scoring_field: ScoringField, board_no: int) -> str:
    """Return the trump of a board, or "" if it is unknown or differs between sections."""
    trumps = {get_board_trump(section, board_no) for section in scoring_field.sections} - {""}
    if len(trumps) == 1:
        return trumps.pop()
    return ""


def make_pair_card(
    scored: ScoredSession,
    heading: Heading,
    people: People,
    row: StandingRow,
    lines: Iterable[SectionLine],
) -> PairCard:
    """Return the card of the pair, player or team of *row* with its *lines*.

    If the two halves of a team met on a line, the card has it twice, from either side.
    """
    is_whist = get_duplicate_game(heading.game).has_turned_trump
    contestant = row.contestant
    list_members = scored.scoring_field.list_members
    card_lines: list[BoardLine] = []
    for line in lines:
        ns_line = make_seated_line(scored, people, line)
        seen_lines = []
        if contestant in list_members(line.ns):
            seen_lines.append(ns_line)
        if contestant in list_members(line.ew):
            seen_lines.append(_as_ew_line(ns_line, is_whist=is_whist))
        for seen_line in seen_lines:
            card_lines.append(_with_partner(scored.scoring_field, people, seen_line, contestant))
    card_lines.sort(key=lambda line: (line.round_no or 0, line.board_no))
    return PairCard(heading, row, tuple(card_lines))


def _as_ew_line(line: BoardLine, *, is_whist: bool) -> BoardLine:
    """Return *line* as E-W see it: signs turned at bridge, the other tricks at whist."""
    turned_line = replace(line, seen_from="E-W")
    if not is_whist:
        return replace(turned_line, score=_subtract_from(0, line.score))
    return replace(
        turned_line,
        contract=turn_revoke(line.contract),
        tricks=_subtract_from(TRICKS_PER_DEAL, line.tricks),
        score=_subtract_from(TRICKS_PER_DEAL, line.score),
    )


def _subtract_from(total: int, figure: Points) -> Points:
    return None if figure is None else total - figure


def _with_partner(
    scoring_field: ScoringField, people: People, line: BoardLine, player: int
) -> BoardLine:
    """Return *line* with the seat and partner of *player*. Lines of pairs are unchanged."""
    members = scoring_field.list_members(line.own.number)
    partner = next((member for member in members if member != player), 0)
    if not partner:
        return line
    names = people.get_names_by_number(line.round_no)
    return replace(
        line,
        seen_from="NESW"[line.seats.index(player)] if player in line.seats else line.seen_from,
        partner=replace(
            line.own,
            label=scoring_field.get_label(partner),
            number=partner,
            names=names.get(partner, ""),
        ),
    )


def make_seated_line(scored: ScoredSession, people: People, line: SectionLine) -> BoardLine:
    """Return *line* for a traveller, with the players who sat there."""
    sheet = make_scored_line(scored, people.get_names_by_number(line.round_no), line)
    seats = people.seats_by_line.get(get_line_key(line), ())
    sitters = people.sitters_by_line.get(get_line_key(line))
    if sitters:
        north, east, south, west = sitters
        return replace(
            sheet,
            seats=seats,
            ns=replace(sheet.ns, players=_list_sitter_names(north, south)),
            ew=replace(sheet.ew, players=_list_sitter_names(east, west)),
        )
    if seats:
        return replace(sheet, seats=seats)
    return sheet


def _list_sitter_names(*sitters: Sitter | None) -> tuple[str, ...]:
    return tuple(sitter.text for sitter in sitters if sitter)


def make_scored_line(
    scored: ScoredSession, names: Mapping[int, str], line: SectionLine
) -> BoardLine:
    """Return *line* of a *scored* session as a traveller shows it."""
    key = get_line_key(line)
    return make_board_line(
        line,
        names,
        scored.scoring_field.get_label,
        scored.scoring_field.event.game,
        line_entry=scored.entries_by_line.get(key),
        points=scored.points_by_line.get(key),
        top=scored.get_top(line.board_no, line.ns),
        group=scored.groups_by_line.get(key, ""),
        settled_reason=scored.reasons_by_line.get(key, ""),
        due_text=scored.lines.format_due_note(line, scored.scoring_field.session),
    )


def make_board_line(  # noqa: PLR0913
    line: SectionLine,
    names: Mapping[int, str],
    format_label: Callable[[int], str],
    game: str,
    *,
    line_entry: LineEntry | None,
    points: ScoredLine | None,
    top: Points,
    group: str = "",
    settled_reason: str = "",
    due_text: str = "",
) -> BoardLine:
    """Return *line* for a traveller: who met, the result (*line_entry*) and the *points*.

    *format_label* is the function for a pair's label. *group* is that of a fouled board. *settled_reason* says
    why the line counts otherwise than it was played. *due_text* says when it is played; it is shown
    only until a score is entered.
    """
    entry = line_entry.entry if line_entry else None
    score: Points = line.ns_score if line.is_entered else None
    tricks: Points = entry.tricks if entry else None
    contract = format_contract(line_entry)
    if settled_reason and points:
        score = points.line.score
        if get_duplicate_game(game).has_turned_trump:
            tricks = score
        # A result that counts for nothing still shows what was played.
        if not contract and line_entry and score is None:
            contract = line_entry.text
    declarer = ""
    if entry and entry.declarer:
        # At whist a side declares, which has a name; a single seat is shown as it is.
        declarer = SIDE_NAMES.get(entry.declarer, entry.declarer)
    ns, ew = (
        LineSide(
            label=format_label(number),
            number=number,
            names=names.get(number, ""),
            points=side_points,
            percent=_compute_percentage(side_points, top),
        )
        for number, side_points in (
            (line.ns, points.ns_points if points else None),
            (line.ew, points.ew_points if points else None),
        )
    )
    return BoardLine(
        board_no=line.board_no,
        ns=ns,
        ew=ew,
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        score=score,
        group=group,
        settlement_reason=settled_reason,
        covered=line.covered_result,
        off_schedule=OFF_SCHEDULE_LABEL if line.is_off_schedule else "",
        lead=line.lead,
        due=due_text if score is None else "",
        honours=format_honours(entry),
        round_no=line.round_no,
        is_void=line.is_void,
    )


def format_honours(entry: ResultEntry | None) -> str:
    """Return the honours of a line: ``"N-S 30"``, or ""."""
    if entry and entry.honours_side:
        return f"{SIDE_NAMES[entry.honours_side]} {entry.honours}"
    return ""


def format_contract(line_entry: LineEntry | None) -> str:
    """Return the contract column: "4SX", "PASS", "A6040", or "" for a bare score."""
    if line_entry is None:
        return ""
    entry, mark = line_entry.entry, line_entry.mark
    if entry is None or entry.kind not in (EntryKind.SCORE, EntryKind.TRICKS, EntryKind.PLAYED):
        return line_entry.text
    if isinstance(mark, Revoke):
        return line_entry.text
    return f"{entry.contract or ''}{mark or ''}".strip()


def _compute_percentage(points: Points, top: Points) -> Fraction | None:
    if points is None or not top:
        return None
    return Fraction(points) * 100 / Fraction(top)
