"""The club's saved movements: their plans, the list, and those that fit the number present."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from django.db.models import Q, QuerySet

from director.boards.movement.offers import MovementOffer, MovementWishes, facts
from director.models import Club, SavedMovement
from director.models.saved_movement import MovementVersion
from movements import Advice, Movement, Suggestion, assess, read_plan, suggestion_of

MAX_OFFERED = 30
"""Saved movements of one size that step 1 compares. The library's page lists all of them."""


def saved_plan(saved: MovementVersion) -> Movement:
    """Return the plan of a saved movement, or of a former version of one, under its name."""
    return replace(_read_text(saved.plan), name=saved.name)


# Reading a plan of 14 tables takes 12 ms. Step 1 asks again for the same plans after every letter.
@lru_cache(maxsize=256)
def _read_text(text: str) -> Movement:
    return read_plan(text)


def library_movements(club: Club, search: str = "") -> QuerySet[SavedMovement]:
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


def library_plans(club: Club) -> list[tuple[Movement, str]]:
    """Return every saved movement of *club* with its note, by size. One query."""
    listed = library_movements(club).defer(None)
    return [(saved_plan(saved), saved.note) for saved in listed]


def deleted_movements(club: Club) -> QuerySet[SavedMovement]:
    """Return the deleted movements of *club*, the last deleted first. One query."""
    movements = club.movements.filter(removed_at__isnull=False).defer("plan")
    return movements.order_by("-removed_at", "-pk")


def library_offers(club: Club, wishes: MovementWishes) -> tuple[MovementOffer, ...]:
    """Return the saved movements of *club* for the number present, the best first. One query.

    Those that don't fulfil the other wishes are listed too; for pairs the reason says which.

    :raises MovementError: if the wishes for time or boards are impossible, see :func:`movements.assess`
    """
    fitting = club.movements.listed().filter(
        contest=wishes.contest.plays, contestants=wishes.contestants
    )
    offers = list(_offers(fitting[:MAX_OFFERED], wishes))
    if wishes.contest.is_advised:
        offers.sort(key=_rank_key)
    return tuple(offers)


def _offers(fitting: "QuerySet[SavedMovement]", wishes: MovementWishes) -> Iterator[MovementOffer]:
    for saved in fitting:
        advice = _advice(saved_plan(saved), wishes)
        yield MovementOffer(
            advice,
            facts(advice, wishes),
            query=wishes.as_query(),
            label=saved.note,
            saved_id=saved.pk,
        )


def _advice(movement: Movement, wishes: MovementWishes) -> Advice | Suggestion:
    if not wishes.contest.is_advised:
        return suggestion_of(movement)
    return assess(
        movement,
        minutes=wishes.minutes,
        boards=wishes.boards,
        one_winner=wishes.one_winner,
        stationary=wishes.stationary or 0,
    )


def _rank_key(offer: MovementOffer) -> float:
    advice = offer.advice
    if isinstance(advice, Advice):
        return -float(advice.merit.total)
    return 0
