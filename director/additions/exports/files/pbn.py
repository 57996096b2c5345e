"""Write PBN 2.1 in export form: a game for each board, or for each result.

Lines end with CR and LF and hold at most 255 characters without tabs, of Latin-1 if names allow it.  The fifteen
mandatory tags come first in their order, then the others in alphabetical order.  Membership numbers
are left out, because such files are public.

Format: [PBN21].
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from director.additions.exports.files.event_file import (
    ExportedBoard,
    ExportedEntry,
    ExportedEvent,
    ExportedLine,
    ExportedSection,
    ExportedSession,
)
from director.boards.paper.exports import ExportedPlayer
from director.formats.deals import make_deal_tables
from director.formats.pbn import UNKNOWN_VALUE
from director.formats.pbn_writer import (
    MAX_LINE_LENGTH,
    PbnExportTable,
    PbnTags,
    escape_quotes,
    format_game,
    make_pbn_file,
)
from director.sheets import Points
from scoring.bridge.entries import parse_entry
from scoring.display import format_percent, format_rounded

_VULNERABLE = {"None": "None", "N-S": "NS", "E-W": "EW", "All": "All"}
_NO_VALUE = "-"
_FIGURES_LENGTH = 45
"""Characters of a row of the standings beside the names: figures, blanks and quotes."""
_MAX_SIDE_NAMES_LENGTH = 75
"""Characters of two names in a row of results, so that a line holds both sides and the figures."""
_COMPETITIONS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individual"}


class _PbnScoring(NamedTuple):
    """The value of the tag *Scoring*, and the unit in the names of columns of points."""

    tag: str
    unit: str


_OTHER_SCORING = _PbnScoring(UNKNOWN_VALUE, "")
_SCORINGS = {
    "matchpoints": _PbnScoring("MP", "MP"),
    "cross-imps": _PbnScoring("IMP;Cross", "IMP"),
    "butler": _PbnScoring("IMP;Butler", "IMP"),
    "imps": _PbnScoring("IMP", "IMP"),
    "bam": _PbnScoring("BAM", "MP"),
}


def write_pbn(event: ExportedEvent) -> bytes:
    """Return *event* with a game for each board, which holds all results.

    The first game of a section also has the standings of the section.
    """
    games = []
    for session, section in _iter_sections(event):
        for index, board in enumerate(section.boards):
            makeable_tags, tables = _make_makeable_tables(board)
            tags = [
                *_make_mandatory_tags(event, session, board),
                *_make_section_tags(event, session, section),
                *makeable_tags,
            ]
            has_names = any(entry.parts for entry in section.entries)
            tables["ScoreTable"] = _make_score_table(session, board, has_names=has_names)
            if index == 0:
                tables["TotalScoreTable"] = _make_total_table(session, section)
            games.append(format_game(tags, tables))
    return make_pbn_file(games)


def write_pbn_results(event: ExportedEvent) -> bytes:
    """Return *event* with a game for each result.

    The first game of a section also has the standings of the section.
    """
    games = []
    for session, section in _iter_sections(event):
        is_listed = False
        for board in section.boards:
            for line in board.lines:
                tags = [
                    *_make_mandatory_tags(event, session, board, line),
                    *_make_section_tags(event, session, section),
                    *_make_result_tags(event, session, line),
                ]
                makeable_tags, tables = _make_makeable_tables(board)
                if not is_listed:
                    tables["TotalScoreTable"] = _make_total_table(session, section)
                    is_listed = True
                games.append(format_game([*tags, *makeable_tags], tables))
    return make_pbn_file(games)


def _iter_sections(event: ExportedEvent) -> Iterator[tuple[ExportedSession, ExportedSection]]:
    for session in event.sessions:
        yield from ((session, section) for section in session.sections)


def _make_makeable_tables(board: ExportedBoard) -> tuple[PbnTags, dict[str, PbnExportTable]]:
    """Return the tags and table of makeable tricks on *board*, both empty if unknown."""
    return make_deal_tables(board.board_no, board.hand.makeable if board.hand else None)


def _format_deal(board: ExportedBoard) -> str:
    """Return the four hands from the dealer on, each ``-`` if the cards are unknown."""
    if board.hand:
        return board.hand.hands.format_pbn(board.dealer)
    # The export form requires the tag, and a hand that is not known is "-" in every form. Some
    # readers take "?" for a card and refuse the whole file.
    return f"{board.dealer}:- - - -"


def _make_mandatory_tags(
    event: ExportedEvent,
    session: ExportedSession,
    board: ExportedBoard,
    line: ExportedLine | None = None,
) -> PbnTags:
    north, east, south, west = map(_format_name, line.seats) if line else ("",) * 4
    date = f"{event.date.year:04}.{event.date:%m.%d}"
    declarer, contract, result = _format_result(line) if line else ("", "", "")
    scoring = _SCORINGS.get(session.method, _OTHER_SCORING).tag
    return [
        ("Event", event.name),
        ("Site", event.club),
        ("Date", date),
        ("Board", str(board.board_no)),
        ("West", west),
        ("North", north),
        ("East", east),
        ("South", south),
        ("Dealer", board.dealer),
        ("Vulnerable", _VULNERABLE[board.vulnerability]),
        ("Deal", _format_deal(board)),
        ("Scoring", scoring),
        ("Declarer", declarer),
        ("Contract", contract),
        ("Result", result),
    ]


def _format_result(line: ExportedLine) -> tuple[str, str, str]:
    """Return declarer, contract and tricks, ``?`` if unknown."""
    if line.result.contract == "PASS":
        return "", "Pass", ""
    if line.result.artificial:
        return "", "", ""
    tricks = UNKNOWN_VALUE if line.result.tricks is None else str(line.result.tricks)
    return line.result.declarer or UNKNOWN_VALUE, line.result.contract or UNKNOWN_VALUE, tricks


def _make_section_tags(
    event: ExportedEvent, session: ExportedSession, section: ExportedSection
) -> PbnTags:
    tags = [("ScoredBy", session.scoring_description)] if session.scoring_description else []
    tags.append(("Competition", _COMPETITIONS[event.contest]))
    if len(event.sessions) > 1:
        tags.append(("Stage", f"Session {session.number}"))
    if section.letter:
        tags.append(("Section", section.letter))
    return tags


def _make_result_tags(
    event: ExportedEvent, session: ExportedSession, line: ExportedLine
) -> PbnTags:
    is_of_teams = event.contest == "teams"
    tags = [
        ("HomeTeam" if is_of_teams else "PairNS", line.ns),
        ("VisitTeam" if is_of_teams else "PairEW", line.ew),
    ]
    if line.round_no:
        tags.append(("Round", str(line.round_no)))
    if line.table_no:
        tags.append(("Table", str(line.table_no)))
    if line.result.score is not None:
        tags.append(("Score", f"NS {line.result.score}"))
    unit = _SCORINGS.get(session.method, _OTHER_SCORING).unit
    if unit and line.ns_points is not None and line.ew_points is not None:
        points = f"NS {_format_points(line.ns_points)} EW {_format_points(line.ew_points)}"
        tags.append((f"Score{unit}", points))
    if line.result.own_text:
        tags.append(("Ruling", line.result.own_text))
    if line.result.artificial:
        ns, ew = _format_artificial_percentages(line)
        tags.append(("ScorePercentage", f"NS {ns} EW {ew}"))
    return tags


def _make_score_table(
    session: ExportedSession, board: ExportedBoard, *, has_names: bool
) -> PbnExportTable:
    """Return the results of *board*, with names where other people played in some rounds."""
    unit = _SCORINGS.get(session.method, _OTHER_SCORING).unit
    columns = [
        "Table\\3R",
        "Round\\2R",
        "PairId_NS\\5R",
        "PairId_EW\\5R",
        "Contract\\5L",
        "Declarer\\1L",
        "Result\\2R",
        "Lead\\3L",
        "Score_NS\\6R",
    ]
    if unit:
        columns += [f"{unit}_NS\\6R", f"{unit}_EW\\6R"]
    columns += ["Percentage_NS\\6R", "Percentage_EW\\6R"]
    rows = [_make_score_row(line, unit) for line in board.lines]
    if has_names:
        columns += ["Names_NS\\40L", "Names_EW\\40L"]
        for line, row in zip(board.lines, rows, strict=True):
            row += [_join_seated_names(line.seats[side::2]) for side in (0, 1)]
    if any(line.result.own_text for line in board.lines):
        # The standard has no column for rulings, but allows others.
        columns.append("Ruling")
        for line, row in zip(board.lines, rows, strict=True):
            ruling = line.result.own_text
            row.append(f'"{escape_quotes(ruling)}"' if ruling else _NO_VALUE)
    return PbnExportTable(tuple(columns), rows)


def _join_seated_names(seats: Iterable[ExportedPlayer | None]) -> str:
    """Return the names of a side in quotes, or no value if a line can't hold both sides."""
    names = escape_quotes(";".join(_format_name(player) for player in seats if player))
    return f'"{names}"' if 0 < len(names) <= _MAX_SIDE_NAMES_LENGTH else _NO_VALUE


def _make_score_row(line: ExportedLine, unit: str) -> list[str]:
    mark = "^" if line.result.artificial else ""
    declarer, contract, tricks = (cell or _NO_VALUE for cell in _format_result(line))
    figures = []
    if unit:
        for points in (line.ns_points, line.ew_points):
            figures.append(_NO_VALUE if points is None else _format_points(points))
    if line.result.artificial:
        figures += _format_artificial_percentages(line)
    else:
        figures += _format_percentages(line, unit)
    return [
        str(line.table_no or UNKNOWN_VALUE),
        str(line.round_no or UNKNOWN_VALUE),
        line.ns,
        line.ew,
        contract,
        declarer,
        tricks,
        _format_lead(line.lead) or (UNKNOWN_VALUE if line.result.declarer else _NO_VALUE),
        _NO_VALUE if line.result.score is None else str(line.result.score),
        *(figure if figure == _NO_VALUE else f"{mark}{figure}" for figure in figures),
    ]


def _format_artificial_percentages(line: ExportedLine) -> tuple[str, str]:
    """Return each side's share of the top."""
    artificial = parse_entry(line.result.artificial).artificial if line.result.artificial else None
    if artificial is None:
        return _NO_VALUE, _NO_VALUE
    ns, ew = (
        _NO_VALUE if share is None else format_percent(Fraction(share))
        for share in (artificial.ns, artificial.ew)
    )
    return ns, ew


def _format_percentages(line: ExportedLine, unit: str) -> tuple[str, str]:
    """Return each side's percentage of the matchpoints of a line."""
    if unit != "MP" or line.ns_points is None or line.ew_points is None:
        return _NO_VALUE, _NO_VALUE
    top = Fraction(line.ns_points) + Fraction(line.ew_points)
    if top <= 0:
        return _NO_VALUE, _NO_VALUE
    ns, ew = (format_percent(points / top * 100) for points in (line.ns_points, line.ew_points))
    return ns, ew


def _make_total_table(session: ExportedSession, section: ExportedSection) -> PbnExportTable:
    unit = _SCORINGS.get(session.method, _OTHER_SCORING).unit if not session.has_scale else ""
    columns = [
        "Rank\\4R",
        "PairId\\5R",
        "Names\\40L",
        f"Total{unit or 'Score'}\\8R",
        "TotalPercentage\\6R",
        "NrBoards\\3R",
    ]
    rows = [_make_total_row(entry) for entry in section.entries]
    if any(entry.name for entry in section.entries):
        # The standard has no column for the name of a team, but allows others.
        columns.insert(3, "TeamName\\20L")
        for entry, row in zip(section.entries, rows, strict=True):
            row.insert(3, f'"{escape_quotes(entry.name)}"')
    return PbnExportTable(tuple(columns), rows)


def _make_total_row(entry: ExportedEntry) -> list[str]:
    names = _join_fitting_names(entry) or entry.name
    return [
        entry.rank.rstrip("=") or UNKNOWN_VALUE,
        entry.label,
        f'"{escape_quotes(names)}"',
        _format_points(entry.total) if entry.total is not None else UNKNOWN_VALUE,
        format_percent(entry.percent) if entry.percent is not None else _NO_VALUE,
        str(entry.board_count),
    ]


def _join_fitting_names(entry: ExportedEntry) -> str:
    """Return the players' names, without the last ones of a team if a line can't hold all."""
    max_length = MAX_LINE_LENGTH - _FIGURES_LENGTH - len(escape_quotes(entry.name))
    names: list[str] = []
    for player in entry.players:
        if len(escape_quotes(";".join((*names, _format_name(player))))) > max_length:
            break
        names.append(_format_name(player))
    return ";".join(names)


def _format_name(player: ExportedPlayer | None) -> str:
    """Return a name with the family name first."""
    if player is None:
        return UNKNOWN_VALUE
    name = player.name.replace(";", ",")
    if "," in name:
        # A blank before the comma says that the first name doesn't follow it: ``Smith , John``.
        return name.replace(",", " ,")
    first_name = name.removesuffix(player.family).strip() if player.family else ""
    if first_name and first_name != name:
        return f"{player.family}, {first_name}"
    return name


def _format_lead(lead: str) -> str:
    return lead.replace("10", "T")


def _format_points(points: Points) -> str:
    return format_rounded(points or 0)
