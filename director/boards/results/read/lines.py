"""The lines of travellers and of pairs' cards: who met, what they did and what it earned."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from director.boards.results.read.scored import Scored, line_of
from director.boards.scores.read.line_entry import LineEntry
from director.boards.scores.read.lines import Line
from director.boards.scores.read.marks import Revoked, turned_revoke
from director.boards.words import dealer_name, vulnerable_text
from director.sheets import BoardLine, BoardSheet, Heading, PairCard, PairCardLine, Points, StandingRow
from scoring import EntryKind, ScoredLine

OFF_SCHEDULE = "off schedule"
SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}


def board_sheet(scored: Scored, heading: Heading, names: Mapping[int, str], board_no: int) -> BoardSheet:
    """Return the traveller of one board of a *scored* sitting."""
    return BoardSheet(
        heading=heading,
        board_no=board_no,
        dealer=dealer_name(board_no),
        vulnerability=vulnerable_text(board_no, heading.game),
        top=scored.top_of_all(board_no),
        lines=tuple(scored_line(scored, names, line) for line in scored.lines.on_board(board_no)),
    )


def pair_card(
    scored: Scored, heading: Heading, names: Mapping[int, str], row: StandingRow, lines: Iterable[Line]
) -> PairCard:
    """Return the card of the pair of *row*, whose *lines* are given."""
    whist = heading.game == "whist"
    own = row.contestant
    card = []
    for line in lines:
        sheet = scored_line(scored, names, line)
        if line.ns == own:
            card.append(_from_ns(sheet, line))
        else:
            card.append(_from_ew(sheet, line, scored.top(line.board_no, own), whist))
    order = sorted(card, key=lambda line: (line.round_no or 0, line.board_no))
    return PairCard(heading, row, tuple(order))


def scored_line(scored: Scored, names: Mapping[int, str], line: Line) -> BoardLine:
    """Return *line* of a *scored* sitting as a traveller shows it."""
    key = line_of(line)
    return board_line(
        line,
        names,
        scored.sitting.label,
        scored.sitting.event.game,
        entered=scored.entered.get(key),
        points=scored.points.get(key),
        top=scored.top(line.board_no, line.ns),
        group=scored.groups.get(key, ""),
        settled=scored.settled.get(key, ""),
    )


def board_line(
    line: Line,
    names: Mapping[int, str],
    label: Callable[[int], str],
    game: str,
    *,
    entered: LineEntry | None,
    points: ScoredLine | None,
    top: Points,
    group: str = "",
    settled: str = "",
) -> BoardLine:
    """Return *line* as a traveller shows it: who met, what they did (*entered*) and what it earned (*points*).

    *label* gives what a pair is called; *group* is the one of a fouled board, *settled* says why the line counts
    otherwise than it was made.
    """
    entry = entered.entry if entered else None
    ns_score: Points = line.ns_score if line.is_in else None
    tricks: Points = entry.tricks if entry else None
    contract = contract_text(entered)
    if settled and points:
        ns_score = points.line.score
        tricks = ns_score if game == "whist" else tricks
        contract = contract or (entered.text if entered and ns_score is None else "")  # made, but not what counts
    return BoardLine(
        ns=label(line.ns),
        ew=label(line.ew),
        ns_no=line.ns,
        ew_no=line.ew,
        ns_names=names.get(line.ns, ""),
        ew_names=names.get(line.ew, ""),
        contract=contract,
        declarer=SIDE_NAMES.get(entry.declarer or "", entry.declarer or "") if entry else "",
        tricks=tricks,
        ns_score=ns_score,
        ns_points=points.ns_points if points else None,
        ew_points=points.ew_points if points else None,
        ns_percent=_share(points.ns_points, top) if points else None,
        group=group,
        settled=settled,
        covered=line.covered,
        off_schedule=OFF_SCHEDULE if line.is_off_schedule else "",
    )


def contract_text(entered: LineEntry | None) -> str:
    """Return what stands in the contract column: ``"4SX"``, ``"PASS"``, ``"A6040"``; ``""`` for a bare score."""
    if entered is None:
        return ""
    entry, mark = entered.entry, entered.mark
    if entry is None or entry.kind not in (EntryKind.SCORE, EntryKind.TRICKS, EntryKind.PLAYED):
        return entered.text
    if isinstance(mark, Revoked):
        return entered.text
    return f"{entry.contract or ''}{mark or ''}".strip()


def _share(points: Points, top: Points) -> Fraction | None:
    return None if points is None or not top else Fraction(points) * 100 / Fraction(top)


def _from_ns(line: BoardLine, played: Line) -> PairCardLine:
    return PairCardLine(
        round_no=played.round_no,
        board_no=played.board_no,
        direction="NS",
        opponents=line.ew,
        opponents_no=line.ew_no,
        opponent_names=line.ew_names,
        contract=line.contract,
        declarer=line.declarer,
        tricks=line.tricks,
        score=line.ns_score,
        points=line.ns_points,
        percent=line.ns_percent,
    )


def _from_ew(line: BoardLine, played: Line, top: Points, whist: bool) -> PairCardLine:
    """Return the card line of the E-W pair: signs turned at bridge, the other tricks at whist."""
    score = None if line.ns_score is None else 13 - line.ns_score if whist else -line.ns_score
    tricks = 13 - line.tricks if whist and line.tricks is not None else line.tricks
    contract = turned_revoke(line.contract) if whist else line.contract
    return PairCardLine(
        round_no=played.round_no,
        board_no=played.board_no,
        direction="EW",
        opponents=line.ns,
        opponents_no=line.ns_no,
        opponent_names=line.ns_names,
        contract=contract,
        declarer=line.declarer,
        tricks=tricks,
        score=score,
        points=line.ew_points,
        percent=_share(line.ew_points, top),
    )
