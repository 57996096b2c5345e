"""The data with which table units are started: tables, rounds, pairs, boards and names.

The Data Connector calls this an ``InitDTO``. Units get the numbers that people use, which a N-S and
an E-W pair share if there are two winners. They get no membership numbers.

Format: [BMDATA].
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from director.boards.contests import CONTESTS
from director.boards.movement.lines.read import section_plan
from director.boards.movement.rounds import is_drawn
from director.boards.play.units.sentences import UnitSentences
from director.errors import DeskError, NoPlanError
from director.models import EntryPlayer, Plan, PlanRow, Section, Session
from director.models.event import Contest

DEFAULT_LETTER = "A"
"""The letter of an only section, which has none here."""
_LETTERS = re.compile(r"([A-Z])\1{0,2}")
# Start the control software, reset the units, read from them, and clear former queues.
_COMMANDS = 1 + 2 + 4 + 128
_GAME_OF_PAIRS = 10
_SCORING_METHODS = {"matchpoints": 10, "butler": 20, "cross-imps": 30, "bam": 60}
_SEATS = {"NS": (1, 3), "EW": (2, 4)}
"""North, South and East, West, as the units number them."""

_Record = dict[str, Any]


def session_guid(session: Session) -> str:
    """Return the 32 hexadecimal digits by which table units know *session*."""
    name = f"kalamazoo/{session.event.created_at.isoformat()}/{session.pk}"
    return uuid5(NAMESPACE_URL, name).hex.upper()


def units_letter(section: Section) -> str:
    """Return the letter of *section* on the units."""
    return section.letter or DEFAULT_LETTER


def start_data(sections: Sequence[Section]) -> _Record:
    """Return the start data of the *sections* of one session, ready for JSON.

    :raises NoPlanError: if a section has no movement
    :raises DeskError: if units can't play the contest or its movement
    """
    session = sections[0].session
    if not CONTESTS[session.event.contest].is_side:
        contest = Contest(session.event.contest).label.lower()
        raise DeskError(UnitSentences.UNITS_PAIRS_ONLY, contest=contest)
    guid = session_guid(session)
    unit_sections = []
    participations: list[_Record] = []
    for section in sections:
        plan = _complete_plan(section)
        rows = list(plan.rows.order_by("round_no", "table_no"))
        unit_sections.append(_section(section, plan, rows, guid))
        participations += _participations(section, rows, guid)
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "ScoringMethod": _SCORING_METHODS.get(session.scored_by.scoring, _GAME_OF_PAIRS),
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
        # The players have names without numbers, but the list of numbered ones is required.
        "PlayerData": [],
        "Participations": participations,
    }


def _complete_plan(section: Section) -> Plan:
    plan = section_plan(section)
    if plan is None:
        raise NoPlanError(UnitSentences.UNITS_NO_MOVEMENT)
    if is_drawn(plan.key):
        raise DeskError(UnitSentences.UNITS_DRAWN)
    if not _LETTERS.fullmatch(units_letter(section)):
        raise DeskError(UnitSentences.UNITS_LETTER, letter=section.letter)
    return plan


def _section(section: Section, plan: Plan, rows: Iterable[PlanRow], guid: str) -> _Record:
    rows_by_table: dict[int, dict[int, PlanRow]] = defaultdict(dict)
    for row in rows:
        rows_by_table[row.table_no][row.round_no] = row
    tables = []
    for table_no, table_rows in sorted(rows_by_table.items()):
        # Rounds must be consecutive, so a table without a match in a round has an empty one.
        rounds = [
            _round(section, table_no, round_no, table_rows.get(round_no), guid)
            for round_no in range(1, plan.rounds + 1)
        ]
        tables.append(
            {
                "SessionGuid": guid,
                "SectionLetters": units_letter(section),
                "TableNumber": table_no,
                "Rounds": rounds,
            }
        )
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "Letters": units_letter(section),
        "Winners": section.winners,
        "GameType": _GAME_OF_PAIRS,
        "Tables": tables,
    }


def _round(
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
        ns, ew = section.number(row.ns), section.number(row.ew)
    return {
        "SessionGuid": guid,
        "SectionLetters": units_letter(section),
        "TableNumber": table_no,
        "RoundNumber": round_no,
        "LowBoardNumber": low,
        "HighBoardNumber": high,
        "PairNS": ns,
        "PairEW": ew,
    }


def _participations(section: Section, rows: Iterable[PlanRow], guid: str) -> list[_Record]:
    """Return who sits where in the first round. Units know the later rounds by the movement."""
    names: dict[int, dict[int, str]] = defaultdict(dict)
    players = EntryPlayer.objects.filter(section=section).select_related("person")
    for pair_no, order, name in players.values_list("entry__pair_no", "order", "person__name"):
        names[pair_no][order] = name
    participations = []
    for row in rows:
        if row.round_no > 1:
            continue
        for pair_no, seats in ((row.ns, _SEATS["NS"]), (row.ew, _SEATS["EW"])):
            orders = sorted(names[pair_no])
            for order, seat in zip(orders, seats, strict=False):
                participations.append(
                    {
                        "SessionGuid": guid,
                        "SectionLetters": units_letter(section),
                        "TableNumber": row.table_no,
                        "Direction": seat,
                        "RoundNumber": 1,
                        "LastName": names[pair_no][order],
                    }
                )
    return participations
