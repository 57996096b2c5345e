"""What contests add to the program: events of teams, and parts of the pages of a night."""

from director.addition_config import AdditionConfig
from movements.teams.register import register_team_movements
from scoring.teams.register import register_team_methods


class ContestsConfig(AdditionConfig):
    """Drawn rounds, knock-outs and stages, of teams and of pairs."""

    name = "director.additions.contests"

    def ready(self) -> None:
        """Register the movements, and the methods with their formulas."""
        register_team_movements()
        register_team_methods()
        super().ready()

    def register(self) -> None:
        """Register formats of rounds, events of teams, sheets, and answers about matches."""
        from director.additions.contests import desk
        from director.additions.contests.formats import register_formats
        from director.additions.contests.paper.kinds import SHEET_KINDS
        from director.boards.contests import TEAMS
        from director.boards.kind import BoardsKind
        from director.boards.paper.sheet_kinds import register_sheet_kinds
        from director.boards.scoring.hooks import MATCHES
        from director.event_kinds import register_event_kind

        register_formats()
        register_event_kind(BoardsKind(TEAMS))
        MATCHES.register(desk.ContestMatches())
        register_sheet_kinds(SHEET_KINDS)
