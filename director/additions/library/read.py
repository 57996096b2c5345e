"""The club's saved movements: their plans, the list, and those that fit the number present."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from director.boards.contests import CONTESTS
from director.boards.movement.offers import (
    MovementOffer,
    MovementWishes,
    assess_movement,
    format_facts,
)
from director.models import Club, SavedMovement
from director.models.saved_movement import MovementVersion
from movements.advice.advise import Advice
from movements.advice.picks import describe_price
from movements.advice.suggest import Suggestion
from movements.balance import best_absence, plan_without_pair
from movements.check.faults import check_plan
from movements.files.formats import read_plan
from movements.model import Movement

EMPTY = "empty"
"""Query parameter of a saved movement with one pair too few: the number that stays empty."""
MAX_OFFERED = 30
"""Saved movements that step 1 compares. The library's page lists all of them."""
MAX_WITH_ABSENCE = 10
"""Among them those for one pair more, which are tried with each pair absent."""


def read_saved_plan(saved: MovementVersion) -> Movement:
    """Return the plan of a saved movement, or of a former version of one, under its name."""
    return replace(_read_text(saved.plan), name=saved.name)


# Reading a plan of 14 tables takes 12 ms. Step 1 asks again for the same plans after every letter.
@lru_cache(maxsize=256)
def _read_text(text: str) -> Movement:
    return read_plan(text)


@lru_cache(maxsize=256)
def _find_best_empty_number(text: str) -> int:
    """Return the number to leave empty in the plan of *text*, or 0 if nobody is compared.

    Of equally fair numbers it is the highest, so that the others are numbered without a gap.
    """
    absence = best_absence(_read_text(text), highest=True)
    if absence is None:
        return 0
    return absence.contestant


def read_plan_without_pair(saved: MovementVersion, number: int) -> Movement | None:
    """Return the plan of *saved* without pair *number*, or None if it can't be played so.

    Only a complete movement of pairs can: every pair plays in each round, and its opponents then
    sit out.
    """
    plan = read_saved_plan(saved)
    if not CONTESTS[plan.contest].has_movement_advice or plan.sit_outs:
        return None
    without = plan_without_pair(plan, number)
    if len(without.rows) == len(plan.rows) or check_plan(without):
        return None
    return without


def fetch_library_movements(club: Club, search: str = "") -> QuerySet[SavedMovement]:
    """Return the saved movements of *club* by size, without their plans. One query.

    *search* is a part of the name or note, or a number of pairs, players or teams.
    """
    movements = (
        club.movements.listed()
        .defer("plan")
        .select_related("made_by")
        .order_by("contestants", "contest", "name", "pk")
    )
    words = search.strip()
    # Five digits are more than any movement has contestants.
    if words.isdecimal() and len(words) <= 5:
        return movements.filter(Q(contestants=int(words)) | Q(name__icontains=words))
    for word in words.split():
        movements = movements.filter(Q(name__icontains=word) | Q(note__icontains=word))
    return movements


def fetch_library_plans(club: Club) -> list[tuple[Movement, str]]:
    """Return every saved movement of *club* with its note, by size. One query."""
    listed = fetch_library_movements(club).defer(None)
    return [(read_saved_plan(saved), saved.note) for saved in listed]


def fetch_deleted_movements(club: Club) -> QuerySet[SavedMovement]:
    """Return the deleted movements of *club*, the last deleted first. One query."""
    movements = club.movements.filter(removed_at__isnull=False).defer("plan")
    return movements.order_by("-removed_at", "-pk")


def fetch_library_offers(
    club: Club, wishes: MovementWishes, *, first: Advice | Suggestion | None = None
) -> tuple[MovementOffer, ...]:
    """Return the saved movements of *club* for the number present, the best first. One query.

    Each says what it gains and costs compared with *first*, the first suggestion.

    An odd number of pairs can also play a movement for one pair more. The number whose absence is
    fairest then stays empty.

    Those that don't fulfil the other wishes are listed too; for pairs the reason says which.

    :raises MovementError: if the wishes for time or boards are impossible, see :func:`movements.advice.advise.assess`
    """
    listed = club.movements.listed().filter(contest=wishes.contest.movement_contest)
    sizes = [wishes.contestants]
    if wishes.contest.has_movement_advice and wishes.contestants % 2:
        sizes.append(wishes.contestants + 1)
    # Movements of exactly this size come first, in case there are many.
    fitting = listed.filter(contestants__in=sizes).order_by("contestants", "name", "pk")
    offers = list(_make_library_offers(fitting[:MAX_OFFERED], wishes))
    if isinstance(first, Advice):
        offers = [replace(offer, comparison=_compare_offer(offer, first)) for offer in offers]
    if wishes.contest.has_movement_advice:
        offers.sort(key=_get_merit_rank)
    return tuple(offers)


def _make_library_offers(
    fitting: "QuerySet[SavedMovement]", wishes: MovementWishes
) -> Iterator[MovementOffer]:
    with_absence = 0
    for saved in fitting:
        if saved.contestants == wishes.contestants:
            yield _make_library_offer(saved, read_saved_plan(saved), wishes)
        elif with_absence < MAX_WITH_ABSENCE:
            with_absence += 1
            empty_number = _find_best_empty_number(saved.plan)
            plan = read_plan_without_pair(saved, empty_number)
            if plan:
                yield _make_library_offer(saved, plan, wishes, empty_number)


def _make_library_offer(
    saved: SavedMovement, plan: Movement, wishes: MovementWishes, empty_number: int = 0
) -> MovementOffer:
    advice = assess_movement(plan, wishes)
    query, label = wishes.as_query(), saved.note
    if empty_number:
        query = f"{query}&{urlencode({EMPTY: empty_number})}"
        size = f"For {saved.contestants} pairs, number {empty_number} stays empty"
        label = f"{saved.note} · {size}" if saved.note else size
    return MovementOffer(
        advice, format_facts(advice, wishes), query=query, label=label, saved_id=saved.pk
    )


def _compare_offer(offer: MovementOffer, first: Advice) -> str:
    if isinstance(offer.advice, Advice):
        return describe_price(offer.advice, than=first)
    return ""


def _get_merit_rank(offer: MovementOffer) -> float:
    advice = offer.advice
    if isinstance(advice, Advice):
        return -float(advice.merit.total)
    return 0
