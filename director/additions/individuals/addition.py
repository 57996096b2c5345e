"""What single players add to the program: a kind of event."""

from director.additions import Addition
from director.boards.contests import INDIVIDUAL
from director.boards.kind import BoardsKind


class Individuals(Addition):
    """Contests of single players who change partners."""

    kinds = (BoardsKind(INDIVIDUAL),)


ADDITION = Individuals()
