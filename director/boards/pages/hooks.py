"""What the pages of a night ask applications: another movement during play."""

from director.hooks import Hook
from director.models import Section


class Replanning:
    """Ways to continue with another movement once play has begun."""

    def get_change_address(self, section: Section, reason: str = "") -> str:
        """Return the address where the movement of *section* is changed, or "" without such a page.

        *reason* is one that the page begins with, such as ``"pair-arrives"``.
        """
        return ""


REPLANNING = Hook(Replanning())
