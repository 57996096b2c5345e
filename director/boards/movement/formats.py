"""How the rounds of a section come about: as the movement has them, or drawn one after the other.

``get_format(plan)`` returns the :class:`RoundFormat` of a plan. Whoever needs to know asks it, and
never which movement it is. Here are the formats of a movement with all its rounds. An application
registers its own, as subclasses, before they are asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from director.hooks import Registry
from director.models import Entry, Plan, Section, Session
from movements.model import ROUND_IS_A_MATCH, Movement

if TYPE_CHECKING:  # the rooms above name what they ask
    from director.boards.movement.lines.section_lines import Bye, SectionLine, SectionLines
    from director.boards.movement.offers import MovementPreferences
    from director.boards.movement.sitters import Sitter
    from director.boards.scoring.standings.sheets import SessionResults
    from director.core.night.doubts import OpenDoubt
    from director.core.night.journal import Journal

PLANNED = "planned_rounds"
"""The option of a drawn plan with the number of rounds that are planned."""


class RoundFormat:
    """What a night asks about the rounds of a plan. Here are the answers of a fixed movement."""

    is_drawn: bool = False
    """Whether each round is drawn when the one before is over."""
    is_by_round: bool = False
    """Whether each round is a match, even between the same two."""
    has_matches: bool = False
    """Whether its contestants play matches, of which something can be stored."""
    is_knockout: bool = False
    """Whether losers are out, so that only the result of a match counts."""
    needs_own_stage: bool = False
    """Whether no other session can be in the same stage."""
    is_left_out: bool = False
    """Whether no application draws its rounds."""

    @property
    def is_swiss(self) -> bool:
        """Whether everybody plays on in each drawn round."""
        return self.is_drawn and not self.is_knockout

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody, each round a match of its own."""
        return self.is_by_round and not self.is_drawn

    # The plan, before and between its rounds

    def list_offers(self, preferences: "MovementPreferences") -> Sequence[object]:
        """Return the contests of this format that fit *preferences*, for its own template."""
        return ()

    def can_begin_each_round(self, plan: Plan | Movement) -> bool:
        """Return whether every round of *plan* can begin at the first board."""
        return False

    def find_sheet_day(self, session: Session, plan: Plan) -> date | None:
        """Return the day on the sheets of *plan*, if it isn't that of *session*."""
        return None

    def is_behind(self, plan: Plan | Movement) -> bool:
        """Return whether the next round is drawn without waiting for the last one."""
        return False

    def get_counted_round(self, plan: Plan | Movement, drawn_rounds: int) -> int:
        """Return the last round that counts for the draw after *drawn_rounds*, 0 for none."""
        return drawn_rounds

    def find_second_final(self, section: Section, plan: Plan) -> int:
        """Return a round that *plan* needs beyond those planned, once these are over, or 0."""
        return 0

    # Lines and what was stored about them

    def make_byes(self, plan: Plan, lines: Iterable["SectionLine"], base: int) -> "list[Bye]":
        """Return the sit-outs that are worth points. *base* has been added to numbers in *lines*."""
        return []

    def iter_stored_doubts(
        self, section: Section, plan: Plan, session_results: "SessionResults | None"
    ) -> Iterable["OpenDoubt"]:
        """Return the doubts that follow from stored matches and drawn rounds.

        *session_results* are those of the session, or None if the page hasn't read them.
        """
        return ()

    def replace_lineup_members(
        self,
        members: "Mapping[Entry, tuple[Mapping[int, Sitter], Mapping[int, Sitter]]]",
        from_round: int,
        journal: "Journal",
    ) -> None:
        """Give the seats of replaced members to the newcomers, from *from_round* on.

        *members* are the former and the new ones by entry. *journal* stores the change.
        """

    # What pages show

    def list_notices(
        self, section: Section, plan: Plan, lines: "SectionLines"
    ) -> tuple[str, ...] | None:
        """Return what was corrected since the last round was drawn, or None without drawn rounds."""
        return None


class FixedRounds(RoundFormat):
    """All rounds stand in the movement. If each *is_by_round*, it is a match of its own."""

    def __init__(self, *, is_by_round: bool = False) -> None:
        self.is_by_round = is_by_round


class LeftOutRounds(RoundFormat):
    """Rounds that were drawn by an application that isn’t installed."""

    is_drawn = is_by_round = is_left_out = True


FIXED, FIXED_BY_ROUND, LEFT_OUT = FixedRounds(), FixedRounds(is_by_round=True), LeftOutRounds()

FORMATS: Registry[str, RoundFormat] = Registry("round format")
"""The formats that applications have registered, by the key of a movement."""
CONTEST_FORMATS: Registry[tuple[str, bool], RoundFormat] = Registry("round format of a contest")
"""The formats of a contest's other movements, by whether each round is a match."""


def get_format(plan: Plan | Movement) -> RoundFormat:
    """Return how the rounds of *plan* come about."""
    own_format = FORMATS.find(plan.key)
    if own_format is not None:
        return own_format
    if PLANNED in dict(plan.options):
        return LEFT_OUT
    is_by_round = ROUND_IS_A_MATCH in plan.guarantees
    contest_format = CONTEST_FORMATS.find((plan.contest, is_by_round))
    return contest_format or (FIXED_BY_ROUND if is_by_round else FIXED)


def list_formats() -> tuple[RoundFormat, ...]:
    """Return every format that applications have registered, once, in their order."""
    return tuple(dict.fromkeys(FORMATS.list_values()))
