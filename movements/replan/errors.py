"""What can be wrong with a question about the rest of a night."""

from movements.errors import MovementError, UnreadableShapeError


class UnknownChangeError(MovementError):
    """No change is called so."""

    code = "unknown-change"
    template = 'There is no change called "{kind}"; it can be {known}.'


class ChangeIncompleteError(MovementError):
    """A change lacks what its kind needs."""

    code = "change-incomplete"
    template = 'A change of kind "{kind}" needs "{missing}"; say which is meant.'


class NoSuchPairError(MovementError):
    """A pair that is not in the plan, or has left it."""

    code = "no-such-pair"
    template = "Pair {pair} does not play from round {round_no} on; the pairs are {pairs}."


class NoSuchTableError(MovementError):
    """A table that nobody uses in the rounds that matter."""

    code = "no-such-table"
    template = "Table {table} is not in use then; the tables are {tables}."


class FromRoundError(MovementError):
    """A first round to change that is not one of the plan."""

    code = "from-round"
    template = "Round {round_no} cannot be the first to change; the plan has rounds 1 to {rounds}."


class RoundsPlayedError(MovementError):
    """A new number of rounds below what has been played, or far too many."""

    code = "rounds-played"
    template = "{rounds} rounds are not possible: {begun} begun, and a night has at most {most}."


class PairsComingError(MovementError):
    """No pairs that come, or more than one table of them."""

    code = "pairs-coming"
    template = "{pairs} pairs cannot come at once; replan for 1 or 2."


class BoardsInRoundError(MovementError):
    """A number of boards in a round that the sets do not have."""

    code = "boards-in-round"
    template = "{boards} boards a round are not possible: a set has {most}."


class UnsoundPlanError(MovementError):
    """A plan that is wrong before anything is changed."""

    code = "unsound-plan"
    template = "The plan in force is wrong, so it cannot be continued: {fault}"


class UnsoundDoneError(MovementError):
    """Rows of what was played that cannot be."""

    code = "unsound-done"
    template = "What was played cannot have been: {fault}"


class UnreadableReplanError(UnreadableShapeError):
    """A file that does not ask for the rest of a night."""

    code = "unreadable-replan"
    template = "This cannot be replanned: {listing}."
