"""Parse files of table units (Bridgemate, BridgeTab): results, players, movement.

Format: [BMDEV].
"""

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from director.additions.imports.formats.source.contest import PAIRS, TEAMS
from director.additions.imports.formats.source.event import build_source_event
from director.additions.imports.formats.source.lines import Report
from director.additions.imports.formats.source.model import SourceEvent
from director.additions.imports.formats.source.results import EventHead, FlatLine, FlatSection
from director.additions.imports.formats.source.section import count_winners
from director.additions.imports.formats.source.sentences import ImportSentences
from director.additions.imports.units.bws.hands import SUIT_COLUMNS, read_record_deal
from director.additions.imports.units.bws.movement import Players, get_row_players, read_rounds
from director.additions.imports.units.bws.players import UnitPlayers
from director.additions.imports.units.bws.results import (
    ResultReader,
    filter_valid_results,
    is_turned,
)
from director.additions.imports.units.bws.rows import (
    Row,
    get_row_number,
    get_row_text,
    group_rows_by_section,
    read_day,
)
from director.additions.imports.units.bws.teams import are_teams, has_both_tables, join_rooms
from director.formats.errors import Doubt, IgnoredParts, ImportFileError
from director.formats.result import FiledResult
from director.formats.sentences import FileSentences

if TYPE_CHECKING:
    from director.additions.imports.units.bws.access import AccessFile

_RESULTS, _ROUNDS, _SECTIONS = "ReceivedData", "RoundData", "Section"
_UNUSED_TABLES = ("BiddingData", "PlayData", "HandEvaluation", "IntermediateData")
_TEAM_SCORING = 4
"""The ``ScoringType`` of a section of teams."""


def read_bws(data: bytes, contest: str = "") -> SourceEvent:
    """Return the event whose results are in *data*, the bytes of a ``.bws`` file.

    The rounds, tables and boards of the units are the movement.  If a result was entered again, the
    last entry counts.  Cards in the file are read too.  The file doesn't state the scoring method.

    Single players are known by their four numbers at each table.  Teams are known by the scoring
    type of the section, or by matches at two tables.  *contest* is the director's, as in
    ``read_source``.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence, or if
        the optional package for such databases isn't installed
    :raises ImportFileError: if the file can be of pairs or of teams and *contest* is empty

    Source: [BMDEV].
    """
    try:
        from director.additions.imports.units.bws.access import (
            AccessFile,  # optional: pip install .[bws]
        )
    except ImportError:
        raise ImportFileError(FileSentences.BWS_NO_READER) from None
    return _BwsReader(AccessFile(data), contest).read_event()


class _BwsReader:
    def __init__(self, database: "AccessFile", contest: str) -> None:
        for table in (_RESULTS, _ROUNDS, _SECTIONS):
            if not database.has(table):
                raise ImportFileError(FileSentences.BWS_NO_TABLES, table=table)
        self._database = database
        self._report = Report()
        self._players = UnitPlayers(database)
        self._results = group_rows_by_section(filter_valid_results(database.read_rows(_RESULTS)))
        self._rounds = group_rows_by_section(database.read_optional_rows(_ROUNDS))
        self._hands = group_rows_by_section(
            filter(_has_cards, database.read_optional_rows("HandRecord"))
        )
        by_id = {get_row_number(row, "ID"): row for row in database.read_rows(_SECTIONS)}
        self._section_rows = [row for number, row in by_id.items() if number in self._results]
        self._names = Counter(_get_letter_in_session(row) for row in self._section_rows)
        self._contest = contest or self._find_stated_contest()

    def _find_stated_contest(self) -> str:
        """Return the contest by the scoring type, or "". All other types are of pairs and singles."""
        types = {get_row_number(row, "ScoringType") for row in self._section_rows}
        return TEAMS if types == {_TEAM_SCORING} else ""

    def read_event(self) -> SourceEvent:
        """Return the event."""
        self._report.doubts.append(Doubt(ImportSentences.DOUBT_NO_SCORING, taken="matchpoints"))
        self._refuse_mixed()
        sections = [self._read_section(row) for row in self._section_rows]
        if self._contest != PAIRS:
            sections = self._join_team_sections(sections)
        for section in sections:
            # Without the listed pairs, since units seat them in a direction in any movement.
            section.winners = section.winners or count_winners(section.lines)
        sessions = self._database.read_optional_rows("Session")
        title = next((get_row_text(row, "Name") for row in sessions), "")
        dates = [row.get("Date") for row in sessions]
        for results in self._results.values():
            dates += [row.get("DateLog") for row in results]
        event_date = next(filter(None, map(read_day, dates)), None)
        if unreadable := self._database.unreadable:
            tables = " and ".join(unreadable)
            self._report.doubts.append(Doubt(FileSentences.DOUBT_BWS_TABLES, tables=tables))
        left_out = IgnoredParts()
        for table in _UNUSED_TABLES:
            if count := self._database.count_rows(table):
                left_out.count_part(table, times=count)
        self._report.left_out += left_out.make_doubts("Parts")
        event_head = EventHead(
            "matchpoints", title, event_date=event_date, program="Bridgemate", contest=self._contest
        )
        return build_source_event(event_head, sections, self._report)

    def _refuse_mixed(self) -> None:
        """Refuse sections of single players beside others, since an event has one contest."""
        names: dict[bool, str] = {}
        for row in self._section_rows:
            names.setdefault(
                bool(self._get_single_players(get_row_number(row, "ID"))),
                self._get_section_name(row),
            )
        if len(names) > 1:
            raise ImportFileError(FileSentences.BWS_MIXED, singles=names[True], pairs=names[False])

    def _get_section_name(self, row: Row) -> str:
        """Return the letter of a section, or its number if another one has the same letter."""
        letter = get_row_text(row, "Letter")
        is_unique = self._names[_get_letter_in_session(row)] == 1
        return letter if letter and is_unique else str(get_row_number(row, "ID"))

    def _join_team_sections(self, sections: list[FlatSection]) -> list[FlatSection]:
        """Return the *sections* with both rooms of a match in one, and note whether they are of teams."""
        by_session: dict[str, list[FlatSection]] = defaultdict(list)
        for section in sections:
            by_session[section.session].append(section)
        joined = []
        for of_session in by_session.values():
            joined += join_rooms(of_session)
        if not self._contest and are_teams(joined):
            self._contest = TEAMS
        for section in joined:
            section.is_by_team = self._contest == TEAMS and has_both_tables(section.rounds)
        return joined

    def _get_single_players(self, section_id: int) -> dict[tuple[int, int], Players]:
        """Return the single players by round and table."""
        singles = {}
        for row in self._rounds.get(section_id, ()):
            if players := get_row_players(row, ns="NSPair", ew="EWPair"):
                singles[get_row_number(row, "Round"), get_row_number(row, "Table")] = players
        return singles

    def _read_section(self, row: Row) -> FlatSection:
        section_id = get_row_number(row, "ID")
        winners = get_row_number(row, "Winners")
        section = FlatSection(
            session=_get_session_name(row),
            name=self._get_section_name(row),
            winners=winners if winners in (1, 2) else 0,
            hands=[read_record_deal(hand) for hand in self._hands.get(section_id, ())],
        )
        reader = ResultReader(self._get_single_players(section_id), self._report)
        lines = []
        for result in self._results[section_id]:
            if line := reader.read_line(result):
                lines.append((line, is_turned(result)))
        section.lines = [line for line, _turned in lines]
        movement_rows = self._rounds.get(section_id, ())
        missing_pair = get_row_number(row, "MissingPair")
        section.rounds = tuple(read_rounds(movement_rows, missing_pair, section.lines))
        section.pairs = list(self._players.list_contestants(section_id, section.rounds))
        is_match = self._contest == TEAMS or has_both_tables(section.rounds)
        winners = section.winners or count_winners(section.lines)
        is_exchangeable = winners == 1 and not is_match
        section.lines = [
            self._turn_line(line, is_exchangeable=is_exchangeable) if turned else line
            for line, turned in lines
        ]
        return section

    def _turn_line(self, line: FlatLine, *, is_exchangeable: bool) -> FlatLine:
        """Swap the pairs of *line*, which sat the other way round.

        If that changes the ranking (not *is_exchangeable*), as with two winners or in a match, leave
        out the result and tell the director.
        """
        if is_exchangeable:
            return line._replace(ns=line.ew, ew=line.ns)
        self._report.doubts.append(Doubt(FileSentences.DOUBT_TURNED, where=line.where))
        return line._replace(result=FiledResult())


def _has_cards(row: Row) -> bool:
    return any(row.get(column) for column in SUIT_COLUMNS)


def _get_letter_in_session(row: Row) -> tuple[str, str]:
    return _get_session_name(row), get_row_text(row, "Letter")


def _get_session_name(row: Row) -> str:
    return str(row.get("Session") or "")
