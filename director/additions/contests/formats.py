"""How the rounds of contests come about: as matches of teams, and drawn one after the other."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from django.urls import reverse

from director.additions.contests.draws.contest import compute_second_final_round
from director.additions.contests.draws.notices import fetch_draw_doubts, list_draw_notices
from director.additions.contests.draws.offers import (
    DrawnOffer,
    list_knockout_offers,
    list_swiss_offers,
)
from director.additions.contests.draws.options import DRAWN_FROM, make_byes
from director.additions.contests.lineup_changes import renew_line_ups
from director.boards.movement.formats import CONTEST_FORMATS, FORMATS, RoundFormat
from director.boards.movement.lines.section_lines import (
    Bye,
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.offers import MovementPreferences
from director.boards.movement.round_days import fetch_round_days
from director.boards.movement.sitters import Sitter
from director.boards.play.problems.doubts import get_section_prefix, make_doubt
from director.boards.scoring.standings.sheets import SessionResults
from director.core.night.doubts import DoubtKind, OpenDoubt
from director.core.night.journal import Journal
from director.models import Entry, Plan, Section, Session
from director.models.event import Contest
from movements.model import KNOCK_OUT, SWISS_KEYS, Movement
from movements.teams.matches import MATCH


class MatchRounds(RoundFormat):
    """Teams that play matches in a fixed movement. If each *is_by_round*, it is a match of its own."""

    has_matches = True

    def __init__(self, *, is_by_round: bool) -> None:
        self.is_by_round = is_by_round

    def can_begin_each_round(self, plan: Plan | Movement) -> bool:
        """Return whether every round of *plan* can begin at the first board, as in matches of teams."""
        return plan.contest == Contest.TEAMS and (self.is_by_round or plan.key == MATCH.key)

    def iter_stored_doubts(
        self,
        section: Section,
        plan: Plan,  # noqa: ARG002  drawn rounds need it
        session_results: SessionResults | None,
    ) -> Iterator[OpenDoubt]:
        """Yield the doubt about void matches."""
        if session_results:
            matches = session_results.get_section_lines(section).stored_matches.values()
            void_count = sum(match.is_void for match in matches)
        else:
            void_count = section.matches.filter(is_void=True).count()
        if void_count:
            description = f"{void_count} match{'es' if void_count > 1 else ''} void"
            address = reverse("session_results_matches", args=[section])
            yield make_doubt(section, DoubtKind.VOID, description, "Check matches", address)

    def replace_lineup_members(
        self,
        members: Mapping[Entry, tuple[Mapping[int, Sitter], Mapping[int, Sitter]]],
        from_round: int,
        journal: Journal,
    ) -> None:
        """Give the seats of replaced members to the newcomers, from *from_round* on."""
        renew_line_ups(members, from_round, journal)


class DrawnRounds(MatchRounds):
    """Rounds that are drawn one after the other, each a match."""

    is_drawn = True

    def __init__(self) -> None:
        super().__init__(is_by_round=True)

    def find_sheet_day(self, session: Session, plan: Plan) -> date | None:
        """Return the day of the round drawn last: a long draw has a day for each round."""
        return fetch_round_days(session).get_day(plan.rounds)

    def make_byes(self, plan: Plan, lines: Iterable[SectionLine], base: int) -> list[Bye]:
        """Return the sit-outs and the rounds that late entries missed, with their points."""
        return make_byes(plan, lines, base)

    def iter_stored_doubts(
        self, section: Section, plan: Plan, session_results: SessionResults | None
    ) -> Iterator[OpenDoubt]:
        """Yield the doubts about drawn rounds, and void matches."""
        lines = (
            session_results.get_section_lines(section)
            if session_results
            else fetch_section_lines(section, plan)
        )
        address = reverse("session_draw", args=[section])
        for doubt in fetch_draw_doubts(section, plan, lines):
            kind = DoubtKind.TURNED_WINNER if doubt.has_reversed_winner else DoubtKind.STALE_DRAW
            yield OpenDoubt(
                kind=kind,
                message=f"{get_section_prefix(section)}{doubt.reason}",
                label=doubt.label,
                name="Settle the draw",
                address=address,
            )
        yield from super().iter_stored_doubts(section, plan, session_results)

    def list_notices(
        self, section: Section, plan: Plan, lines: SectionLines
    ) -> tuple[str, ...] | None:
        """Return what was corrected since the last round was drawn."""
        return list_draw_notices(section, plan, lines)


class Swiss(DrawnRounds):
    """Contestants with like scores meet."""

    def list_offers(self, preferences: MovementPreferences) -> list[DrawnOffer]:
        """Return the Swiss contests for a number of teams, none for pairs and players."""
        return list_swiss_offers(preferences)

    def is_behind(self, plan: Plan | Movement) -> bool:
        """Return whether the next round is drawn without waiting for the last one."""
        return DRAWN_FROM.get_choice(dict(plan.options)) == "behind"

    def get_counted_round(self, plan: Plan | Movement, drawn_rounds: int) -> int:
        """Return the round from whose standings the next one is drawn, 0 without standings."""
        return max(0, drawn_rounds - 1) if self.is_behind(plan) else drawn_rounds


class KnockOut(DrawnRounds):
    """Winners go on, losers are out."""

    is_knockout = True
    needs_own_stage = True

    def list_offers(self, preferences: MovementPreferences) -> list[DrawnOffer]:
        """Return a knock-out and, if it fits, a double elimination, both of teams."""
        return list_knockout_offers(preferences)

    def find_second_final(self, section: Section, plan: Plan) -> int:
        """Return the round of the second final that a double elimination needs now, or 0."""
        return compute_second_final_round(section, plan)


def register_formats() -> None:
    """Register how rounds of contests come about, for the movements of teams and for draws."""
    FORMATS.register(Swiss(), *SWISS_KEYS)
    FORMATS.register(KnockOut(), KNOCK_OUT)
    for is_by_round in (False, True):
        CONTEST_FORMATS.register(
            MatchRounds(is_by_round=is_by_round), (Contest.TEAMS.value, is_by_round)
        )
