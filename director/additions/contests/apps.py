"""What contests add to the program: events of teams, and parts of the pages of a night."""

from director.additions import AdditionConfig
from movements.teams.register import register_team_movements
from scoring.teams.register import register_team_methods


class ContestsConfig(AdditionConfig):
    """Drawn rounds, knock-outs, leagues, stages and captains, of teams and of pairs."""

    name = "director.additions.contests"

    def ready(self) -> None:
        """Register the movements, the methods with their formulas, and events of teams."""
        from director.additions.contests.desk import MatchDesk
        from director.additions.contests.paper.kinds import SHEET_KINDS
        from director.boards.contests import TEAMS
        from director.boards.kind import BoardsKind
        from director.event_kinds import register_event_kind

        register_team_movements()
        register_team_methods()
        register_event_kind(BoardsKind(TEAMS))
        self.contest_desk = MatchDesk()
        self.sheet_kinds = SHEET_KINDS
