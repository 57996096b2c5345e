"""A return of masterpoints as spreadsheets, and as the file of a federation that publishes its format."""

from fractions import Fraction

from director.additions.masterpoints.returns import EarnedEvent, PointsReturn
from director.errors import DeskError
from director.formats.figures import Column, ColumnKind, TableData, make_table
from director.formats.formats import EventTables
from director.models import Club
from director.sheets import Heading

PLAYERS_TABLE = "masterpoints"
"""The table of the players, which a CSV file holds."""
CREDIT_SUFFIX = ".grn"
"""Green points: the suffix says the colour."""
_NUMBER_DIGITS = 7
_AWARD_DIGITS = 6


def _get_note(event: EarnedEvent) -> str:
    return event.exclusion_reason or event.note


_PLAYER_COLUMNS = (
    Column("place", "Place", ColumnKind.PLACE),
    Column("number", "Number"),
    Column("name", "Name"),
    Column("total", "Masterpoints", ColumnKind.POINTS),
    Column("events", "Events", ColumnKind.COUNT),
)
_EVENT_COLUMNS = (
    Column("day", "Date"),
    Column("event", "Event", path="name"),
    Column("entrants", "Ranked", ColumnKind.COUNT),
    Column("tables", "Tables", ColumnKind.COUNT),
    Column("total", "Masterpoints", ColumnKind.POINTS),
    Column("note", "Note", convert_value=_get_note, is_optional=True),
)


def make_players_table(points_return: PointsReturn) -> TableData:
    """Return a row for each player with points."""
    return make_table("Masterpoints", _PLAYER_COLUMNS, points_return.players, fixed_keys=("name",))


def make_events_table(points_return: PointsReturn) -> TableData:
    """Return a row for each event."""
    return make_table("Events", _EVENT_COLUMNS, points_return.events)


def make_return_tables(club: Club, points_return: PointsReturn) -> EventTables:
    """Return the tables of *points_return*: players, and events."""
    makers = {
        PLAYERS_TABLE: lambda: make_players_table(points_return),
        "events": lambda: make_events_table(points_return),
    }
    return EventTables(makers, make_return_heading(club, points_return))


def make_return_heading(club: Club, points_return: PointsReturn) -> Heading:
    """Return the heading of the return on paper and in files."""
    return Heading(
        club=club.name,
        event=f"Masterpoints {points_return.period}",
        date=points_return.last_month,
        session="",
        section="",
        movement="",
        fingerprint="",
        contestant_noun="player",
    )


def write_credit_file(points_return: PointsReturn) -> bytes:
    """Return the awards in the credit file of the Australian federation, a line for each player.

    Thirteen digits: the ABF number in seven, and the award in hundredths in six.

    :raises DeskError: if a player has no number, or one that isn't of that form

    Source: [ABFMP] appendix D.
    """
    lines = []
    for player in points_return.players:
        number = player.number.strip()
        if not (number.isascii() and number.isdecimal() and len(number) <= _NUMBER_DIGITS):
            raise DeskError(
                "credit-file-number",
                "{name} has no ABF number of up to seven digits ({number}), so the file can’t be "
                "written. Correct it in People.",
                name=player.name,
                number=number or "none",
            )
        hundredths = int(Fraction(player.total) * 100)
        lines.append(f"{number:0>{_NUMBER_DIGITS}}{hundredths:0{_AWARD_DIGITS}}\r\n")
    return "".join(lines).encode("ascii")
