"""What pages of an event ask applications: saved movements, another movement, matches, files."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import Form

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.offers import MovementOffer, MovementPreferences
from director.boards.play.scores.undoing import EntryPage
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.hooks import PagePart
from director.hooks import Hook
from director.models import Event, Plan, Section
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion


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

        :raises MovementError: if the preferences are impossible
        """
        return ()

    def make_details_form(self, name: str) -> Form | None:
        """Return the form by which a movement called *name* is saved."""
        return None


LIBRARY = Hook(MovementLibrary())


class MatchPages:
    """What drawn rounds and matches add to Field, Play, Scores and Results."""

    parts_folder: str = ""
    """The folder of its templates for parts of these pages (``contest_part``), or ""."""

    def list_drawn_offers(self, preferences: MovementPreferences) -> Sequence[object]:
        """Return the contests, drawn round by round, that fit *preferences*, for its own template."""
        return ()

    def list_draw_notices(
        self, section: Section, plan: Plan | None, lines: SectionLines
    ) -> tuple[str, ...] | None:
        """Return what was corrected since the last round was drawn, or None without drawn rounds.

        *lines* are those of the section.
        """
        return None

    def find_entry_address(self, section: Section, page_kind: str) -> str:
        """Return the address where matches of *section* are entered, if Scores begins there, or "".

        *page_kind* is what was asked for: ``"match"``, another kind of page, or "" if any will do.
        """
        return ""

    def get_match_addresses(
        self, section: Section, sheets: SessionResults, entry_page: EntryPage
    ) -> tuple[str, str]:
        """Return the addresses of all matches of *section*, and of the match on *entry_page*.

        Each is "" without one. *sheets* are the results of its session.
        """
        return "", ""

    def list_results_tabs(
        self, section: Section, sheets: SessionResults, *, is_further: bool
    ) -> Sequence[tuple[str, str, str]]:
        """Return the tabs of matches in Results: a key, a name and an address each.

        If *is_further*, return the tabs of the menu that directors see.
        """
        return ()


MATCH_PAGES = Hook(MatchPages())


class ImportedResults:
    """Pages about results that another program scored."""

    def list_section_pages(self, event: Event) -> Sequence[tuple[str, str]]:
        """Return the pages of each section of *event*, in the menu of Results.

        Each is the name of its URL, which begins with ``session_``, and its title.
        """
        return ()


IMPORTED_RESULTS = Hook(ImportedResults())


class ExportChecks:
    """What other programs would reject of the files of an event."""

    def make_check(
        self, section: Section, results: EventResults | None, *, refused: Form | None
    ) -> PagePart | None:
        """Return what scorers see above the files of the event of *section*, or None.

        It is called only if formats of other programs can hold the event. *results* are None if they
        can't be scored. *refused* is a submitted form of the check, if it has errors.

        :raises ScoringError: if the results of another session can't be scored
        """
        return None


EXPORT_CHECKS = Hook(ExportChecks())
