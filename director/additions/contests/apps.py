"""What contests add to the program: events of teams, and parts of the pages of a night."""

from director.addition_config import AdditionConfig
from movements.teams.register import register_team_movements
from scoring.teams.register import register_team_methods


class ContestsConfig(AdditionConfig):
    """Drawn rounds, knock-outs and stages, of teams and of pairs."""

    name = "director.additions.contests"

    def ready(self) -> None:
        """Register movements, methods with their formulas, events of teams, and answers about matches."""
        from director.additions.contests import desk
        from director.additions.contests.paper.kinds import SHEET_KINDS
        from director.boards.contests import TEAMS
        from director.boards.kind import BoardsKind
        from director.boards.pages.hooks import MATCH_PAGES
        from director.boards.paper.sheet_kinds import register_sheet_kinds
        from director.boards.play.hooks import DRAWN_ROUNDS, MATCH_PLAY
        from director.boards.scoring.hooks import MATCH_RANKING
        from director.boards.scoring.standings.hooks import MATCH_RESULTS
        from director.boards.tables.hooks import MATCH_TABLES
        from director.event_kinds import register_event_kind

        register_team_movements()
        register_team_methods()
        register_event_kind(BoardsKind(TEAMS))
        DRAWN_ROUNDS.register(desk.DrawnContests())
        MATCH_RANKING.register(desk.RankedMatches())
        MATCH_RESULTS.register(desk.ShownMatches())
        MATCH_TABLES.register(desk.CardsByMatch())
        MATCH_PLAY.register(desk.PlayedMatches())
        MATCH_PAGES.register(desk.PagesOfMatches())
        register_sheet_kinds(SHEET_KINDS)
