"""What the services of a night ask applications: rulings, hands, drawn rounds and matches."""

from collections.abc import Iterable, Mapping

from director.boards.movement.sitters import Sitter
from director.boards.scoring.standings.sheets import SessionResults
from director.core.night.journal import Journal
from director.core.night.kind_parts import OpenDoubt
from director.hooks import Hook
from director.models import Entry, Plan, Section


class RulingDesk:
    """Where directors rule on what went wrong. Seats, Play, Scores and Results lead there."""

    def get_rulings_address(self, section: Section) -> str:
        """Return the address of the rulings of *section*, or "" without such a page."""
        return ""

    def get_problems_address(self, section: Section) -> str:
        """Return the address where what went off schedule in *section* is settled, or ""."""
        return ""

    def count_unsettled_problems(
        self, section: Section, plan: Plan, sheets: SessionResults | None
    ) -> int:
        """Return how much that went off schedule in *section* is still to settle.

        *plan* is its plan in force, and *sheets* are those of its session, or None if the page
        hasn't read them.
        """
        return 0


RULING_DESK = Hook(RulingDesk())


class HandsDesk:
    """Where directors bring in hands. Print, Scores, imports and exports lead there."""

    def get_address(self, section: Section) -> str:
        """Return the address of the hands of *section*, or "" without such a page."""
        return ""

    def is_misplaced(self, sheets: SessionResults) -> bool:
        """Return whether the results in *sheets* suggest that hands lie at other boards."""
        return False


HANDS_DESK = Hook(HandsDesk())


class DrawnRounds:
    """Contests whose rounds are drawn one after the other."""

    can_draw: bool = False
    """Whether rounds can be drawn at all."""

    def get_draw_address(self, section: Section) -> str:
        """Return the address where the next round of *section* is drawn, or "" without such a page."""
        return ""

    def get_fixtures_address(self, section: Section) -> str:
        """Return the address of the matches of *section* by round, or "" without such a page."""
        return ""

    def compute_second_final_round(self, section: Section, plan: Plan | None) -> int:
        """Return the round of the second final that a double elimination needs now, or 0."""
        return 0


DRAWN_ROUNDS = Hook(DrawnRounds())


class MatchPlay:
    """What stored matches, drawn rounds and line-ups add to a section in play."""

    def iter_stored_doubts(
        self, section: Section, plan: Plan, sheets: SessionResults | None
    ) -> Iterable[OpenDoubt]:
        """Return the doubts that follow from stored matches and drawn rounds.

        *sheets* are those of the session, or None if the page hasn't read them.
        """
        return ()

    def replace_lineup_members(
        self,
        members: Mapping[Entry, tuple[Mapping[int, Sitter], Mapping[int, Sitter]]],
        from_round: int,
        journal: Journal,
    ) -> None:
        """Give the seats of replaced members to the newcomers, from *from_round* on.

        *members* are the former and the new ones by entry. *journal* stores the change.
        """


MATCH_PLAY = Hook(MatchPlay())
