"""The result of a match of teams, as the phone of one of its tables shows it.

Nothing of the other table is shown before both have entered all boards.
"""

from collections.abc import Collection, Iterator
from fractions import Fraction

from director.boards.contests import contest_of
from director.boards.movement.lines.read import SectionLine, match_of_sides, section_lines
from director.boards.movement.scoring_field import scoring_field_of
from director.boards.play.phones.read import SIDES, TablePlay
from director.boards.play.phones.schedule import ScheduleRow
from director.boards.play.phones.state import reported_words
from director.boards.scoring.match_results import MINUS, Matches
from director.boards.scoring.match_words import MatchWords
from director.boards.scoring.matches.sheets import MatchSheet
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import VICTORY_POINTS
from director.kinds import Json
from director.models.ruling import Unit
from director.sheets import Points
from scoring import MatchResult, ScoringError, noted_text

_IMPS, _VPS = "IMPs", "VPs"
_REPORTED_UNITS = {Unit.IMPS: _IMPS, Unit.VICTORY_POINTS: _VPS}


def read_table_match(table: TablePlay, round_no: int, *, is_revealed: bool) -> Json | None:
    """Return the match that *table* played in *round_no*, its N-S team first. None without one.

    While a result is missing, it is only a sentence that says so.  Unless *is_revealed*, it is
    ``hidden``: its score and boards show what the other table entered, so they are left out.
    """
    row = table.rounds.get(round_no)
    scoring_field = scoring_field_of(table.section)
    has_teams = contest_of(table.section).has_halves and scoring_field.has_matches
    if row is None or not has_teams:
        return None
    lines = _match_lines(table, row)
    waits = _waiting_words(table, row, lines)
    if waits:
        return {
            "round": round_no,
            "waits": waits,
            "hidden": False,
            "teams": [],
            "labels": [],
            "unit": "",
            "figures": [],
            "reported": "",
            "boards": [],
            "notes": [],
            "mark": "",
            "said": {},
        }
    # The director's result counts only while boards are missing.
    reported = row.reported if any(line.is_reported for line in lines) else None
    home, away = (scoring_field.pair(table.section, team) for team in (row.ns, row.ew))
    matches = Matches(SessionSheets(scoring_field))
    try:
        sheet = matches.match(home, away, round_no)
    except ScoringError:
        return None
    if sheet is None or sheet.score == (None, None):
        return None
    words = MatchWords(matches)
    # Every phone of the table shows the director's result anyway.
    is_hidden = reported is None and not is_revealed
    boards: list[Json] = []
    figures: list[Json] = []
    if not is_hidden:
        figures = list(_figures(sheet, matches.unit, reported))
        if reported is None and table.settings.others != "never":
            boards = list(_boards(row, lines, sheet))
    return {
        "round": round_no,
        "waits": "",
        "hidden": is_hidden,
        "teams": [f"{team.label} {team.names}".strip() for team in (sheet.home, sheet.away)],
        "labels": [sheet.home.label, sheet.away.label],
        "unit": matches.of_boards if matches.unit != _IMPS else _IMPS,
        "figures": figures,
        "reported": reported_words(row) if reported else "",
        "boards": boards,
        "notes": [*sheet.rulings, *sheet.beside],
        # Nobody confirms a result that isn't shown.
        "mark": words.mark(sheet) if _takes_words(table) and not is_hidden else "",
        "said": _said(words, sheet),
    }


def _match_lines(table: TablePlay, row: ScheduleRow) -> list[SectionLine]:
    """Return the lines of the match of *row* at both tables."""
    plan = table.plan
    match = match_of_sides(plan, row.round_no, row.ns, row.ew)
    lines = []
    for line in section_lines(table.section, plan).all:
        is_of_match = match_of_sides(plan, line.round_no, line.ns, line.ew) == match
        # In a match of three, the two tables of a board may be in two rounds.
        is_of_board = {line.ns, line.ew} == {row.ns, row.ew} and line.board_no in row.boards
        if (is_of_match or is_of_board) and not line.is_extra:
            lines.append(line)
    return lines


def _waiting_words(table: TablePlay, row: ScheduleRow, lines: Collection[SectionLine]) -> str:
    """Return why the result of the match isn't shown yet, or ""."""
    missing = sum(not line.is_in for line in lines)
    if missing:
        return f"It appears here after the last board of both tables. Results missing: {missing}."
    if any(map(table.waits, row.keys)):
        return "It appears here once both sides have confirmed all boards of this table."
    return ""


def _boards(row: ScheduleRow, lines: Collection[SectionLine], sheet: MatchSheet) -> Iterator[Json]:
    """Yield the boards of the match that count, each with the results of both tables."""
    texts = {(line.board_no, line.ns, line.ew): line.text for line in lines}
    for board in sheet.boards:
        if board.home is None or board.away is None:
            continue
        yield {
            "board": board.board_no,
            "here": texts.get((board.board_no, row.ns, row.ew), ""),
            "other": texts.get((board.board_no, row.ew, row.ns), ""),
            "points": _texts((board.home, board.away)),
        }


def _figures(sheet: MatchSheet, unit: str, reported: MatchResult | None) -> Iterator[Json]:
    """Yield what both teams have: IMPs, victory points or other points, each with its unit."""
    is_in_vps = unit == VICTORY_POINTS
    if reported:
        yield _figure(
            _REPORTED_UNITS.get(Unit(reported.unit), "points"), reported.home, reported.away
        )
        if not is_in_vps or reported.unit == Unit.VICTORY_POINTS:
            return
    elif is_in_vps or unit == _IMPS:
        # IMPs are shown as won by both sides, as in the list of boards.
        home_imps = sum((Fraction(board.home or 0) for board in sheet.boards), Fraction())
        away_imps = sum((Fraction(board.away or 0) for board in sheet.boards), Fraction())
        yield _figure(_IMPS, home_imps, away_imps)
    if unit != _IMPS:
        yield _figure(_VPS if is_in_vps else unit, *sheet.score)


def _takes_words(table: TablePlay) -> bool:
    """Return whether the teams at *table* can say now if the result is right."""
    event = table.section.session.event
    return event.takes_entries and not event.removed_at and table.settings.entry != "paper"


def _said(words: MatchWords, sheet: MatchSheet) -> Json:
    """Return what both teams said about the result, by side."""
    said_match = words.of_match(sheet)
    by_team = said_match.by_team if said_match else {}
    said: Json = {}
    for side, team in zip(SIDES, (sheet.home, sheet.away), strict=True):
        word = by_team.get(team.contestant)
        if word:
            said[side] = {
                "right": word.is_right,
                "current": word.is_current,
                "words": word.sentence,
            }
    return said


def _figure(unit: str, home: Points, away: Points) -> Json:
    return {"unit": unit, "points": _texts((home, away))}


def _texts(figures: tuple[Points, Points]) -> list[str]:
    return [noted_text(Fraction(figure or 0)).replace("-", MINUS) for figure in figures]
