"""What the services of a night ask applications: rulings and hands."""

from director.boards.scoring.standings.sheets import SessionResults
from director.hooks import Hook
from director.models import Plan, Section


class RulingDesk:
    """Where directors rule on what went wrong. Seats, Play, Scores and Results lead there."""

    def count_unsettled_problems(
        self, section: Section, plan: Plan, session_results: SessionResults | None
    ) -> int:
        """Return how much that went off schedule in *section* is still to settle.

        *plan* is its plan in force, and *session_results* are those of its session, or None if the page
        hasn't read them.
        """
        return 0


RULING_DESK = Hook(RulingDesk())


class HandsDesk:
    """Where directors bring in hands. Print, Scores, imports and exports lead there."""

    def is_misplaced(self, session_results: SessionResults) -> bool:
        """Return whether the results in *session_results* suggest that hands lie at other boards."""
        return False


HANDS_DESK = Hook(HandsDesk())
