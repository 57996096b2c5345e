"""Make the data with which table units start, and store the results that they send."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.contrib.auth.models import User

from director.boards.contests import get_contest_record
from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.rounds import is_drawn
from director.boards.movement.sections import compute_letter_rank
from director.boards.movement.sitters import fetch_line_ups
from director.boards.play.scores.result import enter_results
from director.errors import DeskError, NoPlanError
from director.models import EntryPlayer, Plan, PlanRow, Section, Session

_UNIT_PAIRS_TEXT = "{ns} N-S against {ew} E-W"

_UNIT_NO_TABLE = (
    "unit-no-table",
    "{where}: this session doesn’t play that board there. Enter it in Scores.",
)

# The players at the tables, for the units.
#
# Pairs and teams are sent as they sit in round 1, and the units follow the movement. Single players
# change partners, so they are sent for every round. Their numbers aren't membership numbers.
#
# Format: [BMDATA].

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 3, 4
_SEATS = (_NORTH, _EAST, _SOUTH, _WEST)
_SIDES = ((_NORTH, _SOUTH), (_EAST, _WEST))
_MAX_SECTION_PLAYERS = 10_000
"""More players than a section has, so that each section has its own numbers."""


class UnitPlayer(NamedTuple):
    """A player at a table in a round. *number* is "" but for single players."""

    round_no: int
    table_no: int
    direction: int
    name: str
    number: str = ""


def get_unit_sides(section: Section, row: PlanRow) -> tuple[int, int]:
    """Return the numbers of both sides of a table, as the units have them."""
    if row.players:
        north, east, _south, _west = row.players
        return north, east
    return section.get_printed_number(row.ns), section.get_printed_number(row.ew)


def list_unit_players(section: Section, rows: Sequence[PlanRow]) -> list[UnitPlayer]:
    """Return the players at the tables of *rows*, as far as the units need them."""
    contest = get_contest_record(section)
    if contest.has_changing_partners:
        return list(_iter_single_players(section, rows))
    first_rows = [row for row in rows if row.round_no == 1]
    if contest.has_line_ups:
        return list(_iter_team_players(section, first_rows))
    return list(_iter_pair_players(section, first_rows))


def _fetch_names_by_contestant(section: Section) -> dict[int, list[str]]:
    """Return the names of each contestant's players in order."""
    names_by_contestant: dict[int, list[str]] = defaultdict(list)
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    for pair_no, name in players.values_list("entry__pair_no", "person__name"):
        names_by_contestant[pair_no].append(name)
    return names_by_contestant


def _iter_single_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    names_by_contestant = _fetch_names_by_contestant(section)
    number_offset = compute_letter_rank(section.letter) * _MAX_SECTION_PLAYERS
    for row in rows:
        for player, direction in zip(row.players or (), _SEATS, strict=False):
            # Units need a name in every seat, even if it isn't known yet.
            default_name = "Player {number}".format(number=player)
            name = next(iter(names_by_contestant[player]), default_name)
            number = str(number_offset + player)
            yield UnitPlayer(row.round_no, row.table_no, direction, name, number)


def _iter_pair_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    names_by_contestant = _fetch_names_by_contestant(section)
    for row in rows:
        for pair_no, directions in zip((row.ns, row.ew), _SIDES, strict=True):
            for name, direction in zip(names_by_contestant[pair_no], directions, strict=False):
                yield UnitPlayer(row.round_no, row.table_no, direction, name)


def _iter_team_players(section: Section, rows: Sequence[PlanRow]) -> Iterator[UnitPlayer]:
    line_ups = fetch_line_ups(section)
    for row in rows:
        sitters = line_ups.get_line_sitters(row.ns, row.ew, row.round_no)
        for sitter, direction in zip(sitters, _SEATS, strict=True):
            if sitter:
                yield UnitPlayer(row.round_no, row.table_no, direction, sitter.name)


# The data with which table units are started, and with which their movement is changed.
#
# The Data Connector calls them ``InitDTO`` and ``SectionUpdateDTO``. They have tables, rounds,
# boards, contestants and names, but no membership numbers. Units get the printed numbers of pairs.
# With two winners a N-S and an E-W pair share each number.
#
# Both pairs of a team have its number, one N-S and one E-W. A table of single players has the numbers
# of North and East, as in a ``.bws`` file, and its players are sent for each round.
#
# Format: [BMDATA].

DEFAULT_LETTER = "A"
"""The letter on the units if a session has one section, which has no letter here."""
_LETTERS = re.compile(r"([A-Z])\1{0,2}")
# Start the control software, reset the units, read from them, and clear previous queues.
_COMMANDS = 1 + 2 + 4 + 128
_GAMES = {"pairs": 10, "individual": 20, "teams": 30}
_SCORING_METHODS = {
    "matchpoints": 10,
    "butler": 20,
    "cross-imps": 30,
    "team-imps": 40,
    "board-a-match": 60,
    "patton": 70,
}
_DEFAULT_METHODS = {"pairs": 10, "individual": 10, "teams": 40}
_GROUP_NO = 1
"""The number of the only scoring group."""

_Record = dict[str, Any]


def make_session_guid(session: Session) -> str:
    """Return the 32 hexadecimal digits that identify *session* on table units."""
    name = f"kalamazoo/{session.event.created_at.isoformat()}/{session.pk}"
    return uuid5(NAMESPACE_URL, name).hex.upper()


def get_units_letter(section: Section) -> str:
    """Return the letter of *section* on the units."""
    return section.letter or DEFAULT_LETTER


def make_start_data(sections: Sequence[Section]) -> _Record:
    """Return the start data of the *sections* of one session, ready for JSON.

    :raises NoPlanError: if a section has no movement
    :raises DeskError: if units can't play its movement
    """
    session = sections[0].session
    guid = make_session_guid(session)
    unit_sections = []
    players: list[_Record] = []
    participations: list[_Record] = []
    for section in sections:
        rows = _fetch_complete_rows(section)
        unit_sections.append(_make_section_record(section, rows, guid))
        unit_players = list_unit_players(section, rows)
        players += _make_player_records(section, unit_players, guid)
        participations += _make_participations(section, unit_players, guid)
    scoring_group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": _GROUP_NO,
        "ScoringMethod": _get_scoring_method(sections[0]),
        "Sections": unit_sections,
    }
    date = session.event.date
    unit_session = {
        "SessionGuid": guid,
        "Name": session.event.name,
        "Year": date.year,
        "Month": date.month,
        "Day": date.day,
        "ScoringGroups": [scoring_group],
    }
    return {
        "Commands": _COMMANDS,
        "Sessions": [unit_session],
        # Pairs and teams have names without numbers, but the list is required.
        "PlayerData": players,
        "Participations": participations,
    }


def make_update_data(section: Section) -> _Record:
    """Return the data that change the units to the current movement of *section*.

    Tables of previous movements are sent without rounds, which removes them.

    :raises NoPlanError: if the section has no movement
    :raises DeskError: if units can't play it
    """
    rows = _fetch_complete_rows(section)
    guid = make_session_guid(section.session)
    data = _make_section_record(section, rows, guid)
    current_tables = {table["TableNumber"] for table in data["Tables"]}
    rows_of_all_plans = PlanRow.objects.filter(plan__section=section)
    tables_of_all_plans = set(rows_of_all_plans.values_list("table_no", flat=True))
    for table_no in sorted(tables_of_all_plans - current_tables):
        data["Tables"].append(_make_table_record(section, table_no, [], guid))
    unit_players = list_unit_players(section, rows)
    return data | {
        "ScoringGroupScoringMethod": _get_scoring_method(section),
        "AddedPlayers": _make_player_records(section, unit_players, guid),
        "Participations": _make_participations(section, unit_players, guid),
    }


def _get_scoring_method(section: Section) -> int:
    default_method = _DEFAULT_METHODS[get_contest_record(section).movement_contest]
    return _SCORING_METHODS.get(section.session.scoring_record.scoring, default_method)


def _fetch_complete_rows(section: Section) -> list[PlanRow]:
    """Return the rows of the movement.

    :raises NoPlanError: if there is none
    :raises DeskError: if units can't play it
    """
    plan = section.plan
    if plan is None:
        raise NoPlanError(
            "units-no-movement",
            "There is no movement yet. Choose one in Field, then start the units.",
        )
    _refuse_plan(section, plan)
    rows = list(plan.rows.order_by("round_no", "table_no", "half"))
    if any(row.half for row in rows):
        raise DeskError(
            "units-halves",
            "Here three teams play half a match each at a table in one round, and table units "
            "play one match. Use Scores or phones.",
        )
    return rows


def _refuse_plan(section: Section, plan: Plan) -> None:
    if is_drawn(plan.key):
        raise DeskError(
            "units-drawn",
            "Table units need all rounds at the start, and this contest is drawn round by round. "
            "Use Scores or phones.",
        )
    if section.team_size:
        raise DeskError(
            "units-seated-teams",
            "Here each player of a team has a seat, and table units know both pairs only. Use "
            "Scores or phones.",
        )
    if not _LETTERS.fullmatch(get_units_letter(section)):
        raise DeskError(
            "units-letter",
            "Section {letter} can’t be used with table units. Their sections are A to Z, then AA, "
            "BB and so on.",
            letter=section.letter,
        )


def _make_section_record(section: Section, rows: Sequence[PlanRow], guid: str) -> _Record:
    rows_by_table: dict[int, dict[int, PlanRow]] = defaultdict(dict)
    for row in rows:
        rows_by_table[row.table_no][row.round_no] = row
    last_round = max((row.round_no for row in rows), default=0)
    tables = []
    for table_no, table_rows in sorted(rows_by_table.items()):
        # Rounds must be consecutive, so a table without a match in a round has an empty one.
        unit_rounds = [
            _make_round_record(section, table_no, round_no, table_rows.get(round_no), guid)
            for round_no in range(1, last_round + 1)
        ]
        tables.append(_make_table_record(section, table_no, unit_rounds, guid))
    contest = get_contest_record(section)
    if contest.has_halves:
        _add_team_mates(tables)
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": _GROUP_NO,
        "Letters": get_units_letter(section),
        # Both pairs of a team have the same number, like N-S and E-W with two winners.
        "Winners": 2 if contest.has_halves else section.winners,
        "GameType": _GAMES[contest.movement_contest],
        "HasExplicitParticipations": contest.has_changing_partners,
        "Tables": tables,
    }


def _make_table_record(
    section: Section, table_no: int, rounds: list[_Record], guid: str
) -> _Record:
    return {
        "SessionGuid": guid,
        "SectionLetters": get_units_letter(section),
        "TableNumber": table_no,
        "Rounds": rounds,
    }


def _make_round_record(
    section: Section, table_no: int, round_no: int, row: PlanRow | None, guid: str
) -> _Record:
    low = high = ns = ew = 0
    if row:
        low, high = min(row.boards), max(row.boards)
        if sorted(row.boards) != list(range(low, high + 1)):
            raise DeskError(
                "units-boards",
                "Table {table_no} plays boards {boards} in round {round_no}. Table units need "
                "consecutive boards there.",
                table_no=table_no,
                round_no=round_no,
                boards=", ".join(map(str, row.boards)),
            )
        ns, ew = get_unit_sides(section, row)
    return {
        "SessionGuid": guid,
        "SectionLetters": get_units_letter(section),
        "TableNumber": table_no,
        "RoundNumber": round_no,
        "LowBoardNumber": low,
        "HighBoardNumber": high,
        "PairNS": ns,
        "PairEW": ew,
    }


def _add_team_mates(tables: Iterable[_Record]) -> None:
    """Add to each round both teams, and the table at which their team-mates play the boards."""
    rounds = [unit_round for table in tables for unit_round in table["Rounds"]]
    rounds_by_sides = {
        (
            round_record["RoundNumber"],
            round_record["LowBoardNumber"],
            round_record["PairNS"],
            round_record["PairEW"],
        ): round_record
        for round_record in rounds
    }
    for round_record in rounds:
        ns, ew = round_record["PairNS"], round_record["PairEW"]
        round_record |= {"TeamNS": ns, "TeamEW": ew}
        mate_round = rounds_by_sides.get(
            (round_record["RoundNumber"], round_record["LowBoardNumber"], ew, ns)
        )
        if ns and mate_round:
            round_record["MatesTableSectionLetters"] = mate_round["SectionLetters"]
            round_record["MatesTableTableNumber"] = mate_round["TableNumber"]
            round_record["MatesTableRoundNumber"] = mate_round["RoundNumber"]


def _make_player_records(
    section: Section, unit_players: Iterable[UnitPlayer], guid: str
) -> list[_Record]:
    """Return each player who has a number on the units, without repeats."""
    if not get_contest_record(section).has_changing_partners:
        return []
    # Players occur once for each of their rounds.
    names_by_number = {player.number: player.name for player in unit_players}
    return [
        {"SessionGuid": guid, "PlayerNumber": number, "LastName": name}
        for number, name in sorted(names_by_number.items())
    ]


def _make_participations(
    section: Section, unit_players: Iterable[UnitPlayer], guid: str
) -> list[_Record]:
    participations = []
    for player in unit_players:
        # Units accept a number or a name, not both.
        identity = {"PlayerNumber": player.number} if player.number else {"LastName": player.name}
        participations.append(
            {
                "SessionGuid": guid,
                "SectionLetters": get_units_letter(section),
                "TableNumber": player.table_no,
                "Direction": player.direction,
                "RoundNumber": player.round_no,
            }
            | identity
        )
    return participations


# Results of table units, checked and stored on the lines of a session.
#
# An entry is a dictionary of numbers that the Data Connector calls a ``ResultDTO``. The last entry of
# a board counts. A different result that was entered here is replaced only if the director says so.
#
# Format: [BMDATA].

_SEAT_BY_NUMBER = {1: "N", 2: "E", 3: "S", 4: "W"}
_DENOMINATIONS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT"}
_SUITS = {1: "C", 2: "D", 3: "H", 4: "S"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"} | {rank: str(rank) for rank in range(2, 11)}
_DOUBLES = {0: "", 1: "X", 2: "XX"}
_PASSED, _NOT_PLAYED = 0, -10
_SHARES = (40, 50, 60)
_EAST_WEST = 2
"""The direction of an entry for E-W only. Its artificial score has the E-W share first."""
_NUMBER_FIELDS = (
    "TableNumber",
    "RoundNumber",
    "BoardNumber",
    "PairNorthSouth",
    "PairEastWest",
)
_NUMBER_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class UnitResult:
    """An entry of a unit with its place and contestants.

    - *text*: the result as typed at the desk.
    - *lead*: a card such as ``"HK"``, or "".
    - *is_erased*: the unit has withdrawn the entry.
    - *is_turned*: the declaring pair sat in the other direction.
    """

    letter: str
    table_no: int
    round_no: int
    board_no: int
    ns: int
    ew: int
    text: str
    lead: str = ""
    is_erased: bool = False
    is_turned: bool = False

    @property
    def location_text(self) -> str:
        """The section, table, round and board of the entry, to begin a message."""
        return (
            f"Section {self.letter}, table {self.table_no}, round {self.round_no}, "
            f"board {self.board_no}"
        )


@dataclass(frozen=True, slots=True)
class UnitReport:
    """The number of stored results, and the problems for the director, one sentence each."""

    stored_count: int
    problems: tuple[str, ...]


def read_unit_result(record: object) -> UnitResult:
    """Return the entry in *record*.

    >>> record = dict(SectionLetters="A", TableNumber=3, RoundNumber=2, BoardNumber=4)
    >>> record |= dict(PairNorthSouth=3, PairEastWest=11, DeclaringPair=3, DeclarerDirection=3)
    >>> record |= dict(Level=4, Denomination=4, Stake=1, TotalTricks=9, LeadCardRank=13)
    >>> result = read_unit_result(record | dict(LeadCardSuit=3))
    >>> result.text, result.lead, result.is_turned
    ('4SXS-1', 'HK', False)
    >>> read_unit_result(record | dict(Level=-3)).text
    'A4060'

    :raises DeskError: if it isn't an entry of a unit
    """
    if not isinstance(record, dict):
        raise _make_unit_entry_broken_error(what="it isn’t a record")
    table_no, round_no, board_no, ns, ew = (
        _read_record_number(record, name, minimum=1) for name in _NUMBER_FIELDS
    )
    letter = record.get("SectionLetters")
    if not isinstance(letter, str) or not letter.isalpha() or len(letter) > 3:
        raise _make_broken_error("SectionLetters")
    is_erased = record.get("IsDeleted") is True
    text = "" if is_erased else _read_result_text(record)
    return UnitResult(
        letter=letter,
        table_no=table_no,
        round_no=round_no,
        board_no=board_no,
        ns=ns,
        ew=ew,
        text=text,
        lead=_read_lead(record),
        is_erased=is_erased,
        is_turned=not is_erased and _is_turned(record, ns, ew),
    )


def _make_broken_error(name: str) -> DeskError:
    return _make_unit_entry_broken_error(what=name)


def _read_record_number(record: dict[str, Any], name: str, *, minimum: int = 0) -> int:
    value = record.get(name, 0)
    # Not isinstance(), for which True is an integer.
    if type(value) is not int or not minimum <= value < _NUMBER_LIMIT:
        raise _make_broken_error(name)
    return value


def _read_result_text(record: dict[str, Any]) -> str:
    level = _read_record_number(record, "Level", minimum=_NOT_PLAYED)
    if level == _NOT_PLAYED:
        return "NP: entered so on the table unit"
    if level < _PASSED:
        # -1 to -9 are the pairs of 40, 50 and 60: -1 is 40/40, -2 is 40/50, -4 is 50/40.
        ns_share, ew_share = (_SHARES[index] for index in divmod(-level - 1, 3))
        if record.get("ScoringDirection") == _EAST_WEST:
            ns_share, ew_share = ew_share, ns_share
        return f"A{ns_share}{ew_share}"
    if level == _PASSED:
        return "PASS"
    denomination = _DENOMINATIONS.get(_read_record_number(record, "Denomination"))
    seat = _SEAT_BY_NUMBER.get(_read_record_number(record, "DeclarerDirection"))
    doubles = _DOUBLES.get(_read_record_number(record, "Stake"))
    tricks = _read_record_number(record, "TotalTricks")
    if level > 7 or denomination is None or seat is None or doubles is None or tricks > 13:
        raise _make_broken_error("Level")
    overtricks = tricks - level - 6  # negative if the contract went down
    overtricks_text = f"{overtricks:+d}" if overtricks else "="
    return f"{level}{denomination}{doubles}{seat}{overtricks_text}"


def _read_lead(record: dict[str, Any]) -> str:
    rank = _RANKS.get(_read_record_number(record, "LeadCardRank"), "")
    suit = _SUITS.get(_read_record_number(record, "LeadCardSuit"), "")
    return f"{suit}{rank}" if rank and suit else ""


def _is_turned(record: dict[str, Any], ns: int, ew: int) -> bool:
    """Return whether the declaring pair isn't the pair of the declarer's side.

    It isn't known if both pairs have the same number.
    """
    declaring_pair = _read_record_number(record, "DeclaringPair")
    direction = _read_record_number(record, "DeclarerDirection")
    if ns == ew or not declaring_pair or not direction:
        return False
    is_declarer_ns = direction in (_NORTH, _SOUTH)
    return declaring_pair != (ns if is_declarer_ns else ew)


def store_unit_results(
    sections: Sequence[Section],
    records: Iterable[object],
    *,
    user: User | None,
    is_replacing: bool = False,
) -> UnitReport:
    """Store the entries in *records* on the lines of a session's *sections*.

    An entry that differs from a stored result is a problem. With *is_replacing* it is stored.
    """
    problems = []
    latest_by_key: dict[tuple[str, int, int, int], UnitResult] = {}
    for record in records:
        try:
            result = read_unit_result(record)
        except DeskError as error:
            problems.append(str(error))
        else:
            latest_by_key[result.letter, result.round_no, result.table_no, result.board_no] = result
    stored_count = 0
    for section in sections:
        lines = fetch_section_lines(section)
        typed_lines = []
        sides_by_table = _fetch_sides_by_table(section)
        letter = get_units_letter(section)
        section_keys = [key for key, result in latest_by_key.items() if result.letter == letter]
        for key in section_keys:
            # What remains after all sections belongs to none of them.
            result = latest_by_key.pop(key)
            try:
                line = _get_result_line(section, lines, result, sides_by_table)
            except DeskError as error:
                problems.append(str(error))
                continue
            # The same text again changes nothing, and isn't counted.
            if line.text != result.text:
                typed_lines.append(_make_typed_line(line, result, is_replacing=is_replacing))
        outcome = enter_results(section=section, typed_lines=typed_lines, user=user)
        stored_count += len(outcome.saved_results)
        for refused_line in outcome.refused_lines:
            where = f"Board {refused_line.typed_line.board_no}"
            problems.append("{where}: {reason}".format(where=where, reason=refused_line.error))
    for result in latest_by_key.values():
        _code, message = _UNIT_NO_TABLE
        problems.append(message.format(where=result.location_text))
    return UnitReport(stored_count, tuple(problems))


_Sides = dict[tuple[int, int], tuple[int, int]]


def _fetch_sides_by_table(section: Section) -> _Sides:
    """Return the sides' numbers on the units by round and table, for single players only."""
    plan = section.plan
    if plan is None or not get_contest_record(section).has_changing_partners:
        return {}
    return {(row.round_no, row.table_no): get_unit_sides(section, row) for row in plan.rows.all()}


def _get_result_line(
    section: Section, lines: SectionLines, result: UnitResult, sides_by_table: _Sides
) -> SectionLine:
    """Return the line on which *result* was made.

    :raises DeskError: if the plan has another match there, or the entry can't be stored as it is
    """
    table_lines = lines.get_table_lines(result.round_no, result.table_no)
    line = next((line for line in table_lines if line.board_no == result.board_no), None)
    if line is None:
        raise DeskError(*_UNIT_NO_TABLE, where=result.location_text)
    table_key = result.round_no, result.table_no
    printed_sides = section.get_printed_number(line.ns), section.get_printed_number(line.ew)
    due_sides = sides_by_table.get(table_key, printed_sides)
    if due_sides != (result.ns, result.ew):
        raise DeskError(
            "unit-other-pairs",
            "{where}: the unit has {given}, but {due} play there. Check with the table, then use "
            "Scores.",
            where=result.location_text,
            given=_UNIT_PAIRS_TEXT.format(ns=result.ns, ew=result.ew),
            due=_UNIT_PAIRS_TEXT.format(ns=due_sides[0], ew=due_sides[1]),
        )
    if result.is_turned:
        raise DeskError(
            "unit-other-seats",
            "{where}: the pairs sat in the other direction. Check with the table, then use Scores.",
            where=result.location_text,
        )
    if result.is_erased and line.text:
        raise DeskError(
            "unit-erased",
            "{where}: erased on the unit, but {text} stays here. Change it in Scores.",
            where=result.location_text,
            text=line.text,
        )
    return line


def _make_typed_line(line: SectionLine, result: UnitResult, *, is_replacing: bool) -> TypedLine:
    # An entry replaces the stored result only if it names its text and version.
    previous_text = ""
    version = 0
    if is_replacing and line.result:
        previous_text = line.text
        version = line.result.version
    return TypedLine(
        line.board_no, line.ns, line.ew, result.text, previous_text, version, lead=result.lead
    )


def _make_unit_entry_broken_error(*, what: object) -> DeskError:
    return DeskError(
        "unit-entry-broken",
        "An entry of a table unit can’t be read ({what}). Enter that board in Scores.",
        what=what,
    )
