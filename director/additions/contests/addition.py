"""What contests add to the pages of a night."""

from director.additions import Addition
from director.additions.contests.desk import MatchDesk


class Contests(Addition):
    """Drawn rounds, knock-outs, leagues, stages and captains, of teams and of pairs."""

    contest_desk = MatchDesk()


ADDITION = Contests()
