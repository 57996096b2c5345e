"""What rulings add to Seats, Play, Scores and Results."""

from director.additions import RulingDesk
from director.additions.rulings.irregularities import count_open_problems
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Plan, Section


class LawBook(RulingDesk):
    """Rulings, and what the laws say about boards that were played off schedule."""

    rulings_url = "session_rulings"
    problems_url = "session_irregularities"

    def count_unsettled_problems(
        self, section: Section, plan: Plan, sheets: SessionResults | None
    ) -> int:
        """Return the number of open findings of *section*."""
        return count_open_problems(section, plan, sheets)
