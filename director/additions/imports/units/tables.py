"""Make the data with which table units start, and with which their movement is changed."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from director.boards.contests import get_contest_record
from director.boards.movement.formats import get_format
from director.boards.movement.sections import compute_letter_rank
from director.boards.movement.sitters import fetch_line_ups
from director.errors import DeskError, NoPlanError
from director.models import EntryPlayer, Plan, PlanRow, Section, Session

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
    if get_format(plan).is_drawn:
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
