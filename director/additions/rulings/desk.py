"""What rulings add to Seats, Play, Scores and Results."""

from django.urls import reverse

from director.additions.rulings.irregularities import count_open_problems
from director.boards.play.hooks import RulingDesk
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Plan, Section


class LawBook(RulingDesk):
    """Rulings, and what the laws say about boards that were played off schedule."""

    def get_rulings_address(self, section: Section) -> str:
        """Return the address of the rulings of *section*."""
        return reverse("session_rulings", args=[section.ref])

    def get_problems_address(self, section: Section) -> str:
        """Return the address where what went off schedule in *section* is settled."""
        return reverse("session_irregularities", args=[section.ref])

    def count_unsettled_problems(
        self, section: Section, plan: Plan, sheets: SessionResults | None
    ) -> int:
        """Return the number of open problems of *section*."""
        return count_open_problems(section, plan, sheets)
