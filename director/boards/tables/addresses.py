"""The addresses of the pages of results of an event, for visitors and at the desk."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.urls import reverse

from director.boards.contests import CONTESTANTS
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.sections import ScoringField
from director.core.base.grids import AddressesByColumn
from director.models.event import SectionRef
from director.sheets import BoardLine, Heading
from scoring.bridge.contracts import get_duplicate_game


@dataclass(frozen=True, slots=True)
class ResultAddresses:
    """The addresses of the result pages of an event, or of one of its sessions.

    They lead to the public pages, or with *refs_by_session* to pages of the desk.
    """

    event_id: int
    session_no: int = 0
    # The section of each session by the session's number, and the section of the page itself by 0.
    refs_by_session: Mapping[int, SectionRef] = field(default_factory=dict)
    scoring_field: ScoringField | None = None  # whose results link to their lines in Scores

    def _get_page_address(self, name: str, *numbers: int, session_no: int = 0) -> str:
        session_no = session_no or self.session_no
        if self.refs_by_session:
            return _get_desk_address(
                f"session_results_{name}", self.refs_by_session[session_no], *numbers
            )
        return _get_event_address(f"event_{name}", self.event_id, session_no, *numbers)

    def get_pair_address(self, pair_no: int, session_no: int = 0) -> str:
        """Return the address of a pair's card, in session *session_no* if given."""
        return self._get_page_address("pair", pair_no, session_no=session_no)

    def get_board_address(self, board_no: int) -> str:
        """Return the address of a board's traveller."""
        return self._get_page_address("board", board_no)

    @property
    def standings_address(self) -> str:
        """The public address of the standings."""
        name = "event_session" if self.session_no else "event_standings"
        return _get_event_address(name, self.event_id, self.session_no)

    def make_correction_links(self, lines: Iterable[BoardLine]) -> AddressesByColumn:
        """Return the addresses at which *lines* are corrected, by the column that has the link.

        The contract of a line is the link, or else its tricks (at whist) or its bare score.
        """
        if self.scoring_field is None:
            return {}
        links: dict[str, list[str | None]] = {
            "contract": [],
            "tricks": [],
            "ns_score": [],
            "score": [],
        }
        for line in lines:
            address = self._get_correction_address(self.scoring_field, line)
            # A board has a column ns_score, a card the column score.
            linked_keys: tuple[str, ...] = ("ns_score", "score")
            if line.contract or line.due:
                linked_keys = ("contract",)
            elif line.tricks is not None:
                linked_keys = ("tricks",)
            for key, addresses in links.items():
                addresses.append(address if key in linked_keys else None)
        return links

    def get_correction_address(self, line: BoardLine | None) -> str | None:
        """Return the address at which *line* is entered or corrected, or None at no desk."""
        if line is None or self.scoring_field is None:
            return None
        return self._get_correction_address(self.scoring_field, line)

    @staticmethod
    def _get_correction_address(scoring_field: ScoringField, line: BoardLine) -> str:
        section, ns_in_section = scoring_field.get_section_and_number(line.ns.number)
        _section, ew_in_section = scoring_field.get_section_and_number(line.ew.number)
        page = _get_desk_address("session_scores_board", section.ref, line.board_no)
        return f"{page}#line-{format_line_key(line.board_no, ns_in_section, ew_in_section)}"

    def get_match_address(self, home: int, away: int) -> str:
        """Return the address of a match of two teams or pairs."""
        return self._get_page_address("match", home, away)

    @property
    def matches_address(self) -> str:
        """The address of the matches."""
        return self._get_page_address("matches")

    def get_players_address(self, heading: Heading) -> str:
        """Return the address of the records of teams' players, or ``""`` if there are none."""
        if (
            not CONTESTANTS[heading.contestant_noun].has_line_ups
            or not get_duplicate_game(heading.game).is_known_elsewhere
        ):
            return ""
        return self._get_page_address("players")

    @property
    def recap_address(self) -> str:
        """The address of the recap."""
        return self._get_page_address("recap")


# A recap of a large field has thousands of links, and ``reverse`` is slow.
@lru_cache(maxsize=4096)
def _get_event_address(name: str, event_id: int, session_no: int, *numbers: int) -> str:
    session_numbers = (session_no,) if session_no else ()
    return reverse(name, args=[event_id, *session_numbers, *numbers])


@lru_cache(maxsize=4096)
def _get_desk_address(name: str, section_ref: SectionRef, *numbers: int) -> str:
    return reverse(name, args=[section_ref, *numbers])
