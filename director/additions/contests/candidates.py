"""Choose who goes on to the next stage of an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.boards.movement.rounds import get_withdrawals_by_contestant
from director.boards.movement.sections import get_next_letter
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from director.models import Entry, Event
from director.models.event import FIRST_LETTER
from director.sheets import Points


@dataclass(frozen=True, slots=True)
class Candidate:
    """A contestant who may go on, with its entry in its last session."""

    entry_id: int
    session_id: int
    rank: str
    label: str
    names: str
    total: Points
    is_percent: bool
    knocked_out_round: int = 0  # of its last session, 0 if it wasn't knocked out there
    has_won_nothing: bool = False  # whether it was knocked out there without winning a match
    is_still_in_knockout: bool = False  # whether it is in a knock-out there, or has won it
    has_withdrawn: bool = False  # whether it left that session before its end
    plate_name: str = ""  # the name of that stage if it is a plate or a repechage


def fetch_candidates(event: Event, results: EventResults) -> list[Candidate]:
    """Return all contestants of *event* in the order of the standings. (Costs one query.)

    If there are several lists, such as N-S and E-W, the first of each list come first, then the
    second of each.

    :raises ScoringError: if the results can't be scored
    """
    entries = Entry.objects.filter(section__session__event=event)
    entry_ids_by_number = {
        (section_id, pair_no): pk
        for pk, section_id, pair_no in entries.values_list("pk", "section_id", "pair_no")
    }
    ranked_candidates: list[tuple[int, int, Candidate]] = []
    for list_no, group in enumerate(results.standings.groups):
        for index, row in enumerate(group.rows):
            session_results, number = results.list_session_seats(row)[-1]
            section, number_in_section = session_results.scoring_field.get_section_and_number(
                number
            )
            entry_id = entry_ids_by_number.get((section.pk, number_in_section))
            if entry_id is None:
                continue
            total = row.total if row.percent is None else row.percent
            knockout = session_results.scored.field.knockout
            elimination = None
            if knockout:
                scoring_number = session_results.scoring_field.get_scoring_number(number)
                elimination = knockout.find_elimination(scoring_number)
            plan = session_results.plan_by_section.get(section.pk)
            stage = section.session.stage
            candidate = Candidate(
                entry_id=entry_id,
                session_id=section.session_id,
                rank=row.place,
                label=session_results.scoring_field.get_label(number),
                names=row.names,
                total=total,
                is_percent=row.percent is not None,
                knocked_out_round=elimination.round_no if elimination else 0,
                has_won_nothing=elimination is not None and not elimination.has_won_before,
                is_still_in_knockout=knockout is not None and elimination is None,
                has_withdrawn=plan is not None
                and number_in_section in get_withdrawals_by_contestant(plan),
                plate_name=stage.name if stage and stage.is_plate else "",
            )
            ranked_candidates.append((index, list_no, candidate))
    # By rank, then by list: the first of each list come before the second of each.
    ranked_candidates.sort(key=lambda ranked: ranked[:2])
    return [candidate for _rank, _list_no, candidate in ranked_candidates]


def fill_finals(
    candidates: Sequence[Candidate], sizes: Sequence[int], *, takes_others: bool
) -> dict[str, list[int]]:
    """Return the entries of finals with these *sizes*, by letter, in the order of the standings.

    With *takes_others*, everybody else plays in one more final. Withdrawn contestants are left out.

    :raises DeskError: if the finals have more places than there are contestants
    """
    entry_ids = [candidate.entry_id for candidate in candidates if not candidate.has_withdrawn]
    if sum(sizes) > len(entry_ids):
        raise DeskError(
            "stage-too-many",
            "The finals have {places} places, but only {count} can go on. Lower a number.",
            places=sum(sizes),
            count=len(entry_ids),
        )
    other_count = len(entry_ids) - sum(sizes)
    if takes_others and other_count:
        sizes = [*sizes, other_count]
    entry_ids_by_letter = {}
    letter, start = FIRST_LETTER, 0
    for size in sizes:
        entry_ids_by_letter[letter] = entry_ids[start : start + size]
        letter, start = get_next_letter(letter), start + size
    return entry_ids_by_letter


def choose_comebacks(candidates: Sequence[Candidate], size: int) -> list[int]:
    """Return the entries of *size* contestants: the unbeaten ones, then the best of a plate."""
    active_candidates = [candidate for candidate in candidates if not candidate.has_withdrawn]
    unbeaten_candidates = [
        candidate for candidate in active_candidates if _is_in_main_draw(candidate)
    ]
    plate_candidates = [candidate for candidate in active_candidates if candidate.plate_name]
    return [candidate.entry_id for candidate in (*unbeaten_candidates, *plate_candidates)][:size]


def suggest_comeback_count(candidates: Sequence[Candidate]) -> int:
    """Return the default number of contestants if the best of a plate join those still in.

    They fill the next power of two, but at most half of the plate comes back.
    """
    active_candidates = [candidate for candidate in candidates if not candidate.has_withdrawn]
    unbeaten_count = sum(map(_is_in_main_draw, active_candidates))
    plate_count = sum(bool(candidate.plate_name) for candidate in active_candidates)
    next_power = 1 << unbeaten_count.bit_length()
    return unbeaten_count + min(next_power - unbeaten_count, max(1, plate_count // 2))


def _is_in_main_draw(candidate: Candidate) -> bool:
    return candidate.is_still_in_knockout and not candidate.plate_name
