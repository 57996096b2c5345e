"""Everything of a section that can go on paper, as far as it is known."""

from director.models import Section
from director.printing import KINDS, Kind, PrintJob
from director.selectors.cards import guide_cards, score_slips, travellers
from director.selectors.historic_cards import howell_cards, safford_cards
from director.selectors.lines import section_plan
from director.selectors.results import event_sheets

BEFORE_PLAY = ("guide-cards", "travellers")
AFTER_PLAY = ("standings",)


def print_job(section: Section, *, spare_slips: int = 0) -> PrintJob:
    """Return the sheets of *section*: cards once a movement is chosen, results once one is in.

    A constant number of queries whatever the size.

    :raises ScoringError: if the results cannot be scored
    """
    plan = section_plan(section)
    results = event_sheets(section) if section.results.exclude(text="").exists() else None
    return PrintJob(
        guide_cards=guide_cards(section, plan) if plan else (),
        howell_cards=howell_cards(section, plan) if plan else (),
        safford_cards=safford_cards(section, plan) if plan else (),
        travellers=travellers(section, plan) if plan else (),
        score_slips=score_slips(section, plan) if plan else (),
        standings=results.standings if results else None,
        boards=results.boards if results else (),
        pairs=results.pairs if results else (),
        recap=results.recap if results else None,
        spare_slips=spare_slips,
    )


def kinds_there(job: PrintJob) -> tuple[tuple[Kind, bool], ...]:
    """Return every kind of sheet that may concern the movement, with whether *job* has any of it."""
    there = ((kind, kind.has(job)) for kind in KINDS)
    return tuple((kind, is_there) for kind, is_there in there if is_there or not kind.is_special)


def kinds_usual(job: PrintJob) -> list[str]:
    """Return the kinds that are ticked at first: what the tables need, or the list for the notice board."""
    there = {kind.key for kind, is_there in kinds_there(job) if is_there}
    usual = BEFORE_PLAY if there.issuperset(BEFORE_PLAY) and job.standings is None else AFTER_PLAY
    return [key for key in usual if key in there]
