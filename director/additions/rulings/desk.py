"""What rulings add to Seats, Play, Scores and Results."""

from director.additions.rulings.irregularities import count_open_problems
from director.boards.play.hooks import RulingDesk
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Plan, Section


class LawBook(RulingDesk):
    """Rulings, and what the laws say about boards that were played off schedule."""

    def count_unsettled_problems(
        self, section: Section, plan: Plan, session_results: SessionResults | None
    ) -> int:
        """Return the number of open problems of *section*."""
        return count_open_problems(section, plan, session_results)
