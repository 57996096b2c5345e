"""Everything of a section that can go on paper, as far as it is known: each kind of sheet made when it is printed."""

from dataclasses import replace
from functools import cached_property

from director.boards.cards.cards import guide_cards, score_slips, travellers, travellers_unfit
from director.boards.cards.historic import howell_cards, safford_cards
from director.boards.cards.round_marks import pair_notes
from director.boards.results.read.event import EventResults
from director.boards.results.read.sheets import SessionSheets
from director.boards.scores.read.lines import plan_movement, section_plan
from director.boards.sitting import sitting_of
from director.models import Plan, Section
from director.pairs.paper.kinds import KINDS, PrintJob
from director.paper.kinds import Kind, usual_kinds
from director.sheets import (
    BoardSheet,
    GuideCard,
    HowellCard,
    PairCard,
    Recap,
    SaffordCard,
    ScoreSlip,
    Standings,
    Traveller,
)


class SectionJob:
    """The sheets of one section, with the attributes of ``PrintJob``: cards once a movement is chosen, results once one
    is in; nothing is made before it is asked for.

    What is made from results raises a ``ScoringError`` where they cannot be scored.
    """

    def __init__(self, section: Section, *, spare_slips: int = 0) -> None:
        self.section = section
        self.spare_slips = spare_slips
        self._sheets = SessionSheets(sitting_of(section))

    def has(self, kind: Kind[PrintJob]) -> bool:
        """Return whether there is any sheet of *kind*, as far as possible without making one."""
        if kind.made_from == "results":
            return self.has_results
        return self.plan is not None and (kind.made_from == "plan" or kind.has(self))

    @cached_property
    def has_results(self) -> bool:
        """Whether anything stands on any line."""
        return self.section.results.exclude(text="").exists()

    @cached_property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return section_plan(self.section)

    @cached_property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table."""
        return guide_cards(self.section, self.plan) if self.plan else ()

    @cached_property
    def howell_cards(self) -> tuple[HowellCard, ...]:
        """Howell's card of every table, where the movement is his."""
        return howell_cards(self.section, self.plan) if self.plan else ()

    @cached_property
    def safford_cards(self) -> tuple[SaffordCard, ...]:
        """Safford's card of every pair, where the movement is his."""
        return safford_cards(self.section, self.plan) if self.plan else ()

    @cached_property
    def travellers(self) -> tuple[Traveller, ...]:
        """A traveller for every board."""
        return travellers(self.section, self.plan) if self.plan else ()

    @cached_property
    def no_travellers(self) -> str:
        """Why this movement can have none."""
        return travellers_unfit(plan_movement(self.plan)) if self.plan else ""

    @cached_property
    def score_slips(self) -> tuple[ScoreSlip, ...]:
        """A slip for every table in every round."""
        return score_slips(self.section, self.plan) if self.plan else ()

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        """The standings, once a result is in: after all sessions where there are several, and of the session."""
        if not self.has_results:
            return ()
        sitting = self._sheets.sitting
        after_all = (EventResults(sitting.event).standings,) if sitting.of_several else ()
        return (*after_all, self._sheets.standings)

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""
        return self._sheets.boards if self.has_results else ()

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs of all sections, with what was special in their rounds where the movement is known."""
        cards = self._sheets.pairs if self.has_results else ()
        sitting, plans = self._sheets.sitting, self._sheets.plans
        notes = {
            sitting.pair(section, pair_no): special
            for section in (sitting.sections if cards else ())
            if (plan := plans.get(section.pk))
            for pair_no, special in pair_notes(section, plan_movement(plan)).items()
        }
        return tuple(replace(card, notes=notes.get(card.standing.contestant, ())) for card in cards)

    @property
    def recap(self) -> Recap | None:
        """The whole field, once a result is in."""
        return self._sheets.recap if self.has_results else None


def print_job(section: Section, *, spare_slips: int = 0) -> SectionJob:
    """Return the sheets of *section*; a constant number of queries whatever the size."""
    return SectionJob(section, spare_slips=spare_slips)


def kinds_there(job: PrintJob) -> tuple[tuple[Kind[PrintJob], bool], ...]:
    """Return every kind of sheet that may concern the movement, with whether *job* has any of it."""
    kinds = ((kind, job.has(kind)) for kind in KINDS)
    return tuple((kind, is_there) for kind, is_there in kinds if is_there or not kind.is_special)


def kinds_usual(job: SectionJob) -> list[str]:
    """Return the kinds that are ticked at first: what the tables need, or the list for the notice board."""
    printable = [kind for kind, is_there in kinds_there(job) if is_there]
    return usual_kinds(printable, "after" if job.has_results else "before")
