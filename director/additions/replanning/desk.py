"""Where re-planning changes the movement of a section, as pages of a night ask for it."""

from urllib.parse import urlencode

from django.urls import reverse

from director.boards.pages.hooks import Replanning
from director.models import Section


class PlanChanges(Replanning):
    """The page that offers ways to continue."""

    def get_change_address(self, section: Section, reason: str = "") -> str:
        """Return the address of the page, which begins with *reason*."""
        address = reverse("session_changed", args=[section.ref])
        return f"{address}?{urlencode({'kind': reason})}" if reason else address
