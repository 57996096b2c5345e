"""Everything progressive parties raise beyond the errors of :mod:`movements.errors`.

::

    MovementError
    ├── PartySizeError               too few or too many players, or a number the system cannot seat
    ├── PartyRoundsError             more rounds than are known beforehand
    ├── PairsWantedError             partners stay together, and somebody has none
    ├── SeatedTwiceError             a player has two seats
    ├── EmptySeatError               a seat without a player
    ├── TablesMisnumberedError       tables are not numbered 1, 2, 3 …
    ├── WrongTableError              a table whose number of players the system does not have
    ├── TooFewTablesError            nobody can move at a single table
    ├── WinnerMissingError           a table that played has no winner
    ├── NoSuchSideError              a winner that is no side of its table
    ├── TableDidNotPlayError         a winner at a table that is not there or sits out
    ├── TieWantsRuleError            a tie where one side must go on; the tie rules are offered
    ├── PointsMissingError           who progresses hangs on points, and they are not all given
    ├── TiedPointsError              points do not tell who of the tied progresses
    ├── GoesOutError                 others go out of a table than play there, or more than wait
    ├── PartnerLeftError             one of a pair leaves, and partners stay together
    ├── NotSeatedError               somebody is to leave who is not there
    ├── OwnWayStandsError            a way of moving in which nobody gets other people at the table
    ├── OwnWayUnevenError            a way of moving in which a table would not come out full
    └── UnreadableSeatingError       a file that holds no seating; lists everything that is wrong with it
"""

from movements.errors import MovementError, UnreadableShapeError


class PartySizeError(MovementError):
    """The system does not seat this number of players."""

    code = "party-size"
    template = "{system} is not possible for {players} players: it takes {sizes}; {nearest}."


class PartyRoundsError(MovementError):
    """More rounds were asked for than can be shown beforehand."""

    code = "party-rounds"
    template = "{system} for {players} players can show {most}, not {rounds}."


class PairsWantedError(MovementError):
    """Partners stay together in this system, and the groups are not equal."""

    code = "pairs-wanted"
    template = (
        "{system} keeps partners together, but {seat_a} would sit in seat A and {seat_b} in seat B; find "
        "partners for those left over, or choose a system in which partners change."
    )


class SeatedTwiceError(MovementError):
    """One player has two seats."""

    code = "seated-twice"
    template = "{player} is seated twice, at {places}; leave {more} out."


class EmptySeatError(MovementError):
    """A seat without a player."""

    code = "empty-seat"
    template = "{place} is empty; name the player, or leave the seat out at the last table."


class TablesMisnumberedError(MovementError):
    """Tables are not numbered from 1 without gaps, in order."""

    code = "tables-misnumbered"
    template = "Tables must be numbered 1 to {tables} in order, and these are {numbers}."


class WrongTableError(MovementError):
    """A table has a number of players or sides that the system does not have there."""

    code = "wrong-table"
    template = "Table {table} has {shape}; {system} has {expected}."


class TooFewTablesError(MovementError):
    """Nobody can move at a single table."""

    code = "too-few-tables"
    template = "{system} needs two tables or more that play, and there is {tables}."


class WinnerMissingError(MovementError):
    """A table that played has no winner."""

    code = "winner-missing"
    template = "Table {table} has no winner; say which side won, 0 for {first} or 1 for {second}."


class NoSuchSideError(MovementError):
    """A winner is no side of its table."""

    code = "no-such-side"
    template = "Table {table}: {what} {side} is no side; its sides are {sides}."


class TableDidNotPlayError(MovementError):
    """A winner is reported for a table that did not play."""

    code = "table-did-not-play"
    template = "Table {table} did not play, so it has no winner; the tables that played are {playing}."


class TieWantsRuleError(MovementError):
    """A table is tied, and one side must go on."""

    code = "tie-wants-rule"
    template = (
        "Table {table} is tied with {points} points each, and one side must progress: settle it by {rules}, and name "
        "the winner."
    )


class PointsMissingError(MovementError):
    """Who progresses from a table of single players hangs on points that are not given."""

    code = "points-missing"
    template = "Table {table} needs points for each of its {sides} sides to tell who progresses, and has {given}."


class TiedPointsError(MovementError):
    """Points do not tell who of several progresses."""

    code = "tied-points"
    template = (
        "Table {table}: {players} are tied, and not all of them progress; let them cut, and name the winner or the cut."
    )


class GoesOutError(MovementError):
    """Others are named to go out than play at the table, or more than wait there."""

    code = "goes-out"
    template = (
        "At table {table} {named} cannot go out: {playing} play there and {waiting} wait; name as many as wait of "
        "those who play, each once."
    )


class PartnerLeftError(MovementError):
    """One of a pair leaves, and partners stay together."""

    code = "partner-left"
    template = (
        "{player} leaves {partner} without a partner, and partners stay together; let both go, or give {player}'s seat "
        "to a stand-in."
    )


class NotSeatedError(MovementError):
    """Somebody is to leave who is not there."""

    code = "not-seated"
    template = "{player} is not seated at any table{nearest}"


class OwnWayStandsError(MovementError):
    """A way of moving in which nobody gets other people at the table."""

    code = "own-way-stands"
    template = "All four of a table would stay together; let somebody go to another table, and somebody not."


class OwnWayUnevenError(MovementError):
    """A way of moving in which a table would not come out full."""

    code = "own-way-uneven"
    template = (
        "With {tables} tables, table {table} would get {seat_a} {players_a} in seat A and {seat_b} in seat B; it needs "
        "two of each."
    )


class UnreadableSeatingError(UnreadableShapeError):
    """A file or object that holds no seating."""

    code = "unreadable-seating"
    template = "This is not a seating: {listing}."
