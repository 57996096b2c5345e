"""What the pages of a night ask applications: saved movements, another movement during play."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import Form

from director.boards.movement.offers import MovementOffer, MovementPreferences
from director.hooks import Hook
from director.models import Section
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion


class Replanning:
    """Ways to continue with another movement once play has begun."""

    def get_change_address(self, section: Section, reason: str = "") -> str:
        """Return the address where the movement of *section* is changed, or "" without such a page.

        *reason* is one that the page begins with, such as ``"pair-arrives"``.
        """
        return ""


REPLANNING = Hook(Replanning())


@dataclass(frozen=True, slots=True)
class LibraryLinks:
    """The addresses of a library to which Field of a section leads.

    They are those of its *movements*, of a *custom* movement, of the *grid* editor, of the search for
    better *switches*, and where the movement of the section is *saved*. *files* are those of that
    movement: an address, a name and a purpose each.
    """

    movements: str
    custom: str
    grid: str
    switches: str
    saved: str
    files: Sequence[tuple[str, str, str]]


class MovementLibrary:
    """Where a club keeps movements, and edits them. Field offers and saves them."""

    def make_links(self, section: Section) -> LibraryLinks | None:
        """Return the addresses to which Field of *section* leads, or None without a library."""
        return None

    def fetch_offers(
        self,
        section: Section,
        preferences: MovementPreferences,
        *,
        first: Advice | Suggestion | None,
    ) -> Sequence[MovementOffer]:
        """Return the saved movements for *section* that fit *preferences*.

        Each is compared with *first*, the first suggestion, if there is one.

        :raises MovementError: if the wishes are impossible
        """
        return ()

    def make_details_form(self, name: str) -> Form | None:
        """Return the form by which a movement called *name* is saved."""
        return None


LIBRARY = Hook(MovementLibrary())
