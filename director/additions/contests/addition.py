"""What contests add to the program: events of teams, and parts of the pages of a night."""

from director.additions import Addition
from director.additions.contests.desk import MatchDesk
from director.additions.contests.paper.kinds import SHEET_KINDS
from director.boards.contests import TEAMS
from director.boards.kind import BoardsKind


class Contests(Addition):
    """Drawn rounds, knock-outs, leagues, stages and captains, of teams and of pairs."""

    kinds = (BoardsKind(TEAMS),)
    contest_desk = MatchDesk()
    sheet_kinds = SHEET_KINDS


ADDITION = Contests()
