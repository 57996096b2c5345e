"""Read a table with a match in each row: a league, a Swiss or a round robin without its boards.

Teams have numbers or names. Their figures are in a column for each side, or together in one
(``24 – 10``), as IMPs, as victory points, or as both.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from director.additions.imports.formats.columns.cells import parse_side
from director.additions.imports.formats.source.contest import TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import EventHead, FlatPair, FlatSection, Label
from director.additions.imports.formats.source.matches import (
    IMPS,
    POINTS_OF_BOARDS,
    SCORES,
    MatchInFile,
)
from director.additions.imports.formats.source.model import (
    NO_FIGURES,
    MatchFigures,
    OwnScoring,
    SourceEvent,
    SourcePlayer,
    find_own_scoring,
)
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import parse_points
from director.additions.imports.refusals import make_no_scoring_doubt
from director.formats.cells import CellRows
from director.formats.dates import DateOrder, find_date_order, list_possible_dates, parse_date
from director.formats.errors import ImportFileError
from director.formats.headings import match_field, normalize_heading
from scoring.registry import get_method

_HOME_WORDS = """home hometeam hosts host team1 teama heim heimteam heimmannschaft thuis thuisteam thuisploeg
    domicile equipe1 recevant casa local locales hemma hemmalag hjemme hjemmehold hjemmelag gospodarz
    gospodarze"""
_AWAY_WORDS = """away awayteam visitor visitors visitingteam guests guest team2 teamb gast gaeste gastteam
    gastmannschaft uit uitteam bezoekers visiteur visiteurs exterieur equipe2 ospiti ospite visitante visitantes
    borta bortalag ude udehold bortelag gosc goscie"""
_FIGURE_WORDS = {
    "names": "names name",
    "players": "players spieler spelers joueurs spelare spillere giocatori jugadores zawodnicy",
    "points": "imps imp",
    "scores": "vp vps victorypoints siegpunkte pv overwinningspunten",
    "result": "score scores points pts punkte punten result total",
    "total": "finaltotal",
    "place": "finalplace",
}
"""What follows the word of a side in a heading, by what it means."""
_SIDE_LETTERS = {"home": "a1", "away": "b2"}
"""What stands for a side beside a figure, as in *IMP A* and *VP 2*."""
_BOTH_SIDES_WORDS = {
    "points": "imps imp",
    "scores": "vp vps victorypoints siegpunkte pv overwinningspunten",
    "result": "score scores result resultat resultaat ergebnis uitslag risultato resultado wynik",
}
"""Headings of a column with the figures of both sides."""
_OTHER_WORDS = {
    "boards": "boards boardcount numberofboards brett boardanzahl spellen donnes etuis mani rozdania",
    "state": "state status",
}
_MATCH = "match"
"""The field of a column with the heading *Match*, which may number rounds."""
_ROUND, _SESSION, _SECTION, _DATE, _SCORED_BY = "round", "session", "section", "date", "scored_by"
_COMMON_FIELDS = (_ROUND, _SESSION, _SECTION, _DATE, _SCORED_BY)
"""Columns with the same headings as in a table of boards."""
_TWO_FIGURES = re.compile(
    r"\s*(?P<home>-?[0-9]+(?:[.,][0-9]+)?)\s*(?:[-–—:/]|to|v)\s*(?P<away>-?[0-9]+(?:[.,][0-9]+)?)\s*"
)
_PLAYER_SEPARATOR = re.compile(r"\s&\s|[;,\n]|\s[-–/]\s")
_VOID = "void"
_MAX_HEADING_ROWS = 30


def _make_fields_by_heading() -> dict[str, str]:
    fields_by_heading: dict[str, str] = {}
    for side, words in (("home", _HOME_WORDS), ("away", _AWAY_WORDS)):
        for word in words.split():
            fields_by_heading[word] = side
            for figure, figure_words in _FIGURE_WORDS.items():
                for figure_word in figure_words.split():
                    fields_by_heading[word + figure_word] = f"{side}_{figure}"
                    fields_by_heading[figure_word + word] = f"{side}_{figure}"
        for figure in ("points", "scores", "result"):
            for figure_word in _FIGURE_WORDS[figure].split():
                for letter in _SIDE_LETTERS[side]:
                    fields_by_heading[figure_word + letter] = f"{side}_{figure}"
                    fields_by_heading[letter + figure_word] = f"{side}_{figure}"
    for field_name, words in (_BOTH_SIDES_WORDS | _OTHER_WORDS).items():
        fields_by_heading |= dict.fromkeys(words.split(), field_name)
    return fields_by_heading


_FIELDS_BY_HEADING = _make_fields_by_heading()


def match_table_field(heading: str) -> str:
    """Return what a column of a table of matches holds, or "".

    >>> [match_table_field(text) for text in ("Home", "Away VPs", "Round", "Heim", "Lead")]
    ['home', 'away_scores', 'round', 'home', '']
    """
    word = normalize_heading(heading.casefold())
    if word == _MATCH:
        return _MATCH
    if word in _FIELDS_BY_HEADING:
        return _FIELDS_BY_HEADING[word]
    common_field = match_field(heading)
    return common_field if common_field in _COMMON_FIELDS else ""


def get_table_columns(rows: CellRows) -> tuple[int, dict[str, int]]:
    """Return where a table of matches has its headings, and its columns by field.

    The index of the headings is -1 if *rows* aren't such a table.

    >>> get_table_columns([["League"], ["Round", "Home", "Away", "Score"], ["1", "Owls", "Larks", "24-10"]])
    (1, {'round': 0, 'home': 1, 'away': 2, 'result': 3})
    """
    for row_index, row in enumerate(rows[:_MAX_HEADING_ROWS]):
        columns: dict[str, int] = {}
        for index, heading in enumerate(row):
            if field_name := match_table_field(heading):
                columns.setdefault(field_name, index)
        if {"home", "away"} <= columns.keys() and _has_figures(columns):
            return row_index, columns
    return -1, {}


def _has_figures(columns: Mapping[str, int]) -> bool:
    return any(
        figure in columns or f"home_{figure}" in columns
        for figure in ("points", "scores", "result")
    )


def is_match_table(rows: CellRows) -> bool:
    """Return whether *rows* are a table of matches, and not of boards."""
    row_index, _columns = get_table_columns(rows)
    if row_index < 0:
        return False
    return "board" not in map(match_field, rows[row_index])


def read_match_table(rows: CellRows) -> SourceEvent:
    """Return the event of teams whose matches are *rows* of a table.

    :raises ImportFileError: with every problem of the rows
    """
    return _MatchTableReader(rows).read_event()


@dataclass
class _MatchTableReader:
    """Reads a table of matches row by row."""

    rows: CellRows
    report: Report = field(default_factory=Report)
    sections_by_key: dict[tuple[str, str], FlatSection] = field(default_factory=dict)
    pairs_by_section: dict[tuple[str, str], dict[int, FlatPair]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    numbers_by_name: dict[str, int] = field(default_factory=dict)

    def read_event(self) -> SourceEvent:
        """Return the event of all rows."""
        heading_index, self._columns = get_table_columns(self.rows)
        lines = list(enumerate(self.rows))[heading_index + 1 :]
        cells_by_row = {}
        for row_index, row in lines:
            cells = self._get_cells(row)
            if cells.get("home") and cells.get("away"):
                cells_by_row[row_index] = cells
        all_cells = cells_by_row.values()
        _take_matches_for_rounds(all_cells)
        self._has_numbers = all(
            parse_side(cells[side]).label for cells in all_cells for side in ("home", "away")
        )
        own_scoring = find_own_scoring({cells.get(_SCORED_BY, "") for cells in all_cells} - {""})
        round_text = ""
        for row_index, cells in cells_by_row.items():
            round_text = cells.get(_ROUND) or round_text
            self._read_row(cells, round_text, f"Row {row_index + 1}", own_scoring)
        for key, section in self.sections_by_key.items():
            section.pairs += self.pairs_by_section[key].values()
        self._check_lengths(own_scoring)
        dates = [cells[_DATE] for cells in all_cells if _DATE in cells]
        scoring = get_method(own_scoring.method_key).name_in_files if own_scoring else "imps"
        if own_scoring is None:
            name = get_method("team-imps").name_in_sentence
            self.report.doubts.append(make_no_scoring_doubt(name))
        event_date, possible_dates = _choose_date(dates)
        head = EventHead(
            scoring,
            title=self._get_title(heading_index),
            event_date=event_date,
            possible_dates=possible_dates,
            contest=TEAMS,
            own_scoring=own_scoring,
        )
        return make_source_event(head, list(self.sections_by_key.values()), self.report)

    def _get_title(self, heading_index: int) -> str:
        for row in self.rows[:heading_index]:
            cells = list(filter(None, row))
            if len(cells) == 1:
                return cells[0]
        return ""

    def _get_cells(self, row: Sequence[str]) -> dict[str, str]:
        return {
            name: row[column].strip()
            for name, column in self._columns.items()
            if column < len(row) and row[column].strip()
        }

    def _read_row(
        self, cells: Mapping[str, str], round_text: str, where: str, own_scoring: OwnScoring | None
    ) -> None:
        """Add the match of a row, unless it is void or has no figures yet."""
        if cells.get("state", "").casefold() == _VOID:
            return
        figures = {name: _parse_figures(cells, name) for name in ("points", "scores", "result")}
        if all(figure == NO_FIGURES for figure in figures.values()):
            if any(cells.get(name) for name in figures):
                self.report.problems.append(_make_figures_error(where, cells))
            return
        home_no, away_no = self._get_number(cells, "home"), self._get_number(cells, "away")
        if home_no == away_no:
            self.report.problems.append(
                ImportFileError(
                    "match-own-opponent",
                    "{where}: {team} plays against itself. Correct one of the two.",
                    where=where,
                    team=cells["home"],
                )
            )
            return
        letter = parse_side(cells["home"]).section if self._has_numbers else ""
        key = cells.get(_SESSION, ""), cells.get(_SECTION, "") or letter
        section = self.sections_by_key.setdefault(key, FlatSection(*key, winner_count=1))
        section.is_by_team = True
        section.is_own_file = own_scoring is not None
        section.match_unit = _choose_unit(own_scoring)
        result = figures["points"]
        if result == NO_FIGURES:
            result = figures["result"]
        round_numbers = re.findall("[0-9]{1,3}", round_text)
        section.matches.append(
            MatchInFile(
                int(round_numbers[0]) if len(round_numbers) == 1 else 0,
                home_no,
                away_no,
                result=result,
                scores=figures["scores"],
                board_count=_parse_board_count(cells.get("boards", "")),
            )
        )
        self._store_team(key, cells, "home", home_no)
        self._store_team(key, cells, "away", away_no)

    def _get_number(self, cells: Mapping[str, str], side: str) -> int:
        """Return a team's number, by order of appearance if the teams have only names."""
        text = cells[side]
        label = parse_side(text).label
        if self._has_numbers and label:
            return label.number
        return self.numbers_by_name.setdefault(text.casefold(), len(self.numbers_by_name) + 1)

    def _store_team(
        self, key: tuple[str, str], cells: Mapping[str, str], side: str, number: int
    ) -> None:
        name = cells.get(f"{side}_names", "")
        if not self._has_numbers:
            name = cells[side]
        rank_text = cells.get(f"{side}_place", "").strip("= ")
        pair = FlatPair(
            Label(number),
            tuple(_split_players(cells.get(f"{side}_players", ""))),
            total=parse_points(cells.get(f"{side}_total", "")),
            rank=int(rank_text) if rank_text.isdecimal() and rank_text.isascii() else None,
            name=name,
        )
        self.pairs_by_section[key].setdefault(number, pair)

    def _check_lengths(self, own_scoring: OwnScoring | None) -> None:
        """Report a table of IMPs that says neither how many boards were played nor victory points."""
        matches = [match for section in self.sections_by_key.values() for match in section.matches]
        if own_scoring or not matches or any(match.board_count for match in matches):
            return
        has_victory_points = any(
            match.scores != NO_FIGURES or _is_victory_points(match.result) for match in matches
        )
        if not has_victory_points:
            self.report.problems.append(
                ImportFileError(
                    "matches-no-length",
                    "The table has IMPs of matches, but not how many boards they were. Add a column "
                    "Boards, or columns with the victory points.",
                )
            )


def _take_matches_for_rounds(all_cells: Collection[dict[str, str]]) -> None:
    """Let the numbers of matches be those of rounds, if several rows have the same one."""
    match_numbers = [cells[_MATCH] for cells in all_cells if _MATCH in cells]
    has_rounds = any(_ROUND in cells for cells in all_cells)
    if not has_rounds and len(set(match_numbers)) < len(match_numbers):
        for cells in all_cells:
            cells[_ROUND] = cells.get(_MATCH, "")


def _split_players(text: str) -> Iterator[SourcePlayer]:
    """Yield the players of a team in one cell."""
    for name in _PLAYER_SEPARATOR.split(text):
        if name.strip():
            yield SourcePlayer(name.strip(), "", "")


def _choose_date(texts: Sequence[str]) -> tuple[date | None, tuple[date, ...]]:
    """Return the first date of *texts*, or the two dates that it may be."""
    if not texts:
        return None, ()
    order = find_date_order(texts)
    possible_dates = list_possible_dates(texts[0])
    if order is None and len(possible_dates) > 1:
        return None, possible_dates
    return parse_date(texts[0], order or DateOrder.DAY_FIRST), ()


def _is_victory_points(result: MatchFigures) -> bool:
    """Return whether *result* adds up to 20 or 30, the sums of victory-point scales."""
    home, away = result
    return home is not None and away is not None and home + away in (Decimal(20), Decimal(30))


def _choose_unit(own_scoring: OwnScoring | None) -> str:
    """Return the unit of the points of boards."""
    if own_scoring is None:
        return IMPS
    name = get_method(own_scoring.method_key).name_in_files
    return {"bam": POINTS_OF_BOARDS, "hybrid": SCORES}.get(name, IMPS)


def _parse_figures(cells: Mapping[str, str], name: str) -> MatchFigures:
    """Return the figures of both sides called *name*, from two columns or from one."""
    if f"home_{name}" in cells or f"away_{name}" in cells:
        return (
            parse_points(cells.get(f"home_{name}", "")),
            parse_points(cells.get(f"away_{name}", "")),
        )
    match = _TWO_FIGURES.fullmatch(cells.get(name, ""))
    if match is None:
        return NO_FIGURES
    return parse_points(match["home"]), parse_points(match["away"])


def _parse_board_count(text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text.removesuffix(".0")):
        return int(text.removesuffix(".0"))
    return 0


def _make_figures_error(where: str, cells: Mapping[str, str]) -> ImportFileError:
    given = next(cells[name] for name in ("points", "scores", "result") if name in cells)
    return ImportFileError(
        "match-figures",
        "{where}: “{given}” isn’t the result of a match. Use a form such as 24-10.",
        where=where,
        given=given,
    )


def count_matches(rows: CellRows) -> int:
    """Return how many rows of a table of matches name both teams."""
    heading_index, columns = get_table_columns(rows)
    sides = columns["home"], columns["away"]
    return sum(
        all(column < len(row) and row[column] for column in sides)
        for row in rows[heading_index + 1 :]
    )
