"""The data with which table units are started, and with which their movement is changed.

The Data Connector calls them ``InitDTO`` and ``SectionUpdateDTO``. They have tables, rounds,
boards, contestants and names. Units get the numbers that people use, which a N-S and an E-W pair
share if there are two winners. They get no membership numbers.

Both pairs of a team have its number, one N-S and one E-W. A table of single players has the numbers
of North and East, as in a ``.bws`` file, and its players are sent round by round.

Format: [BMDATA].
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from director.additions.imports.units.seats import UnitPlayer, get_unit_sides, list_unit_players
from director.additions.imports.units.sentences import UnitSentences
from director.boards.contests import get_contest
from director.boards.movement.lines.section_lines import fetch_section_plan
from director.boards.movement.rounds import is_drawn
from director.errors import DeskError, NoPlanError
from director.models import Plan, PlanRow, Section, Session

DEFAULT_LETTER = "A"
"""The letter of an only section, which has none here."""
_LETTERS = re.compile(r"([A-Z])\1{0,2}")
# Start the control software, reset the units, read from them, and clear former queues.
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
_USUAL_METHODS = {"pairs": 10, "individual": 10, "teams": 40}
_GROUP = 1
"""The number of the only scoring group."""

_Record = dict[str, Any]


def make_session_guid(session: Session) -> str:
    """Return the 32 hexadecimal digits by which table units know *session*."""
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
        seated = list_unit_players(section, rows)
        players += _make_player_records(section, seated, guid)
        participations += _make_participations(section, seated, guid)
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": _GROUP,
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
        "ScoringGroups": [group],
    }
    return {
        "Commands": _COMMANDS,
        "Sessions": [unit_session],
        # Pairs and teams have names without numbers, but the list is required.
        "PlayerData": players,
        "Participations": participations,
    }


def make_update_data(section: Section) -> _Record:
    """Return the data that give the units the movement of *section* as it is now.

    Tables that only an earlier movement had are sent without rounds, which removes them.

    :raises NoPlanError: if the section has no movement
    :raises DeskError: if units can't play it
    """
    rows = _fetch_complete_rows(section)
    guid = make_session_guid(section.session)
    data = _make_section_record(section, rows, guid)
    known_tables = {table["TableNumber"] for table in data["Tables"]}
    earlier_rows = PlanRow.objects.filter(plan__section=section)
    earlier_tables = set(earlier_rows.values_list("table_no", flat=True))
    for table_no in sorted(earlier_tables - known_tables):
        data["Tables"].append(_make_table_record(section, table_no, [], guid))
    seated = list_unit_players(section, rows)
    return data | {
        "ScoringGroupScoringMethod": _get_scoring_method(section),
        "AddedPlayers": _make_player_records(section, seated, guid),
        "Participations": _make_participations(section, seated, guid),
    }


def _get_scoring_method(section: Section) -> int:
    usual = _USUAL_METHODS[get_contest(section).movement_contest]
    return _SCORING_METHODS.get(section.session.scoring_record.scoring, usual)


def _fetch_complete_rows(section: Section) -> list[PlanRow]:
    """Return the rows of the movement, if units can play it."""
    plan = fetch_section_plan(section)
    if plan is None:
        raise NoPlanError(UnitSentences.UNITS_NO_MOVEMENT)
    _refuse_plan(section, plan)
    rows = list(plan.rows.order_by("round_no", "table_no", "half"))
    if any(row.half for row in rows):
        raise DeskError(UnitSentences.UNITS_HALVES)
    return rows


def _refuse_plan(section: Section, plan: Plan) -> None:
    if is_drawn(plan.key):
        raise DeskError(UnitSentences.UNITS_DRAWN)
    if section.team_size:
        raise DeskError(UnitSentences.UNITS_SEATED_TEAMS)
    if not _LETTERS.fullmatch(get_units_letter(section)):
        raise DeskError(UnitSentences.UNITS_LETTER, letter=section.letter)


def _make_section_record(section: Section, rows: Sequence[PlanRow], guid: str) -> _Record:
    rows_by_table: dict[int, dict[int, PlanRow]] = defaultdict(dict)
    for row in rows:
        rows_by_table[row.table_no][row.round_no] = row
    rounds = max((row.round_no for row in rows), default=0)
    tables = []
    for table_no, table_rows in sorted(rows_by_table.items()):
        # Rounds must be consecutive, so a table without a match in a round has an empty one.
        unit_rounds = [
            _make_round_record(section, table_no, round_no, table_rows.get(round_no), guid)
            for round_no in range(1, rounds + 1)
        ]
        tables.append(_make_table_record(section, table_no, unit_rounds, guid))
    contest = get_contest(section)
    if contest.has_halves:
        _add_mates(tables)
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": _GROUP,
        "Letters": get_units_letter(section),
        # A team has its number N-S and E-W in the same round, as pairs have with two winners.
        "Winners": 2 if contest.has_halves else section.winners,
        "GameType": _GAMES[contest.movement_contest],
        "HasExplicitParticipations": contest.changes_partners,
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
                UnitSentences.UNITS_BOARDS,
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


def _add_mates(tables: Iterable[_Record]) -> None:
    """Add to each round of teams who they are, and where their team-mates play the boards."""
    rounds = [unit_round for table in tables for unit_round in table["Rounds"]]
    by_sides = {
        (each["RoundNumber"], each["LowBoardNumber"], each["PairNS"], each["PairEW"]): each
        for each in rounds
    }
    for each in rounds:
        ns, ew = each["PairNS"], each["PairEW"]
        each |= {"TeamNS": ns, "TeamEW": ew}
        mates = by_sides.get((each["RoundNumber"], each["LowBoardNumber"], ew, ns))
        if ns and mates:
            each["MatesTableSectionLetters"] = mates["SectionLetters"]
            each["MatesTableTableNumber"] = mates["TableNumber"]
            each["MatesTableRoundNumber"] = mates["RoundNumber"]


def _make_player_records(
    section: Section, seated: Iterable[UnitPlayer], guid: str
) -> list[_Record]:
    """Return the players who have a number on the units, once each."""
    if not get_contest(section).changes_partners:
        return []
    names = {player.number: player.name for player in seated}
    return [
        {"SessionGuid": guid, "PlayerNumber": number, "LastName": name}
        for number, name in sorted(names.items())
    ]


def _make_participations(
    section: Section, seated: Iterable[UnitPlayer], guid: str
) -> list[_Record]:
    participations = []
    for player in seated:
        # The units take a number or a name.
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
