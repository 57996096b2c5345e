"""The club's saved movements: their plans, the list, those that fit a field, and their changes.

Every change keeps the previous version. The library belongs to the club, not to an event: a section
that plays a saved movement has its own plan, which later changes don't touch.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from director.boards.contests import CONTESTS
from director.boards.movement.offers import (
    MovementOffer,
    MovementPreferences,
    assess_movement,
    format_facts,
    format_problem_count,
    refuse_unplayable,
)
from director.core.base.versions import increment_club_version
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.models import Club, FormerMovement, SavedMovement
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE, MovementVersion
from movements.advice.advise import Advice
from movements.advice.picks import describe_price
from movements.advice.suggest import Suggestion
from movements.balance import find_best_absence, plan_without_pair
from movements.check.faults import check_plan
from movements.files.formats import make_compact_text, parse_plan
from movements.layout import compute_fingerprint, with_first_board
from movements.model import Movement

EMPTY_PARAM = "empty"
"""Query parameter of a saved movement with one pair too few: the number that stays empty."""
MAX_OFFERED_MOVEMENTS = 30
"""Saved movements that step 1 compares. The library's page lists all of them."""
MAX_TRIED_ABSENCES = 10
"""Among them those for one pair more, which are tried with each pair absent."""


def load_saved_plan(saved: MovementVersion) -> Movement:
    """Return the plan of a saved movement, or of a previous version of one, under its name."""
    return replace(_parse_plan(saved.plan), name=saved.name)


# Reading a plan of 14 tables takes 12 ms. Step 1 asks again for the same plans after every letter.
@lru_cache(maxsize=256)
def _parse_plan(text: str) -> Movement:
    return parse_plan(text)


@lru_cache(maxsize=256)
def _compute_best_empty_number(text: str) -> int:
    """Return the number to leave empty in the plan of *text*, or 0 if nobody is compared.

    Of equally fair numbers it is the highest, so that the others are numbered without a gap.
    """
    absence = find_best_absence(_parse_plan(text), highest=True)
    if absence is None:
        return 0
    return absence.contestant


def load_plan_without_pair(saved: MovementVersion, number: int) -> Movement | None:
    """Return the plan of *saved* without pair *number*, or None if it can't be played so.

    Only a complete movement of pairs can: every pair plays in each round, and its opponents then
    sit out.
    """
    plan = load_saved_plan(saved)
    if not CONTESTS[plan.contest].has_movement_advice or plan.sit_outs:
        return None
    reduced_plan = plan_without_pair(plan, number)
    if len(reduced_plan.rows) == len(plan.rows) or check_plan(reduced_plan):
        return None
    return reduced_plan


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
    search_text = search.strip()
    # No movement has so many contestants that their number has more than five digits.
    if search_text.isdecimal() and len(search_text) <= 5:
        return movements.filter(Q(contestants=int(search_text)) | Q(name__icontains=search_text))
    for word in search_text.split():
        movements = movements.filter(Q(name__icontains=word) | Q(note__icontains=word))
    return movements


def fetch_plans_with_notes(club: Club) -> list[tuple[Movement, str]]:
    """Return every saved movement of *club* with its note, by size. One query."""
    listed_movements = fetch_library_movements(club).defer(None)
    return [(load_saved_plan(saved), saved.note) for saved in listed_movements]


def fetch_deleted_movements(club: Club) -> QuerySet[SavedMovement]:
    """Return the deleted movements of *club*, the last deleted first. One query."""
    movements = club.movements.filter(removed_at__isnull=False).defer("plan")
    return movements.order_by("-removed_at", "-pk")


def fetch_library_offers(
    club: Club, preferences: MovementPreferences, *, first: Advice | Suggestion | None = None
) -> tuple[MovementOffer, ...]:
    """Return the saved movements of *club* for the number present, the best first. One query.

    Each says what it gains and costs compared with the *first* suggestion.

    An odd number of pairs can also play a movement for one pair more. The number whose absence is
    fairest then stays empty.

    Movements that don't fulfil the other wishes are listed too. For pairs a reason names the wishes.

    :raises MovementError: if the wishes for time or boards are impossible, see :func:`movements.advice.advise.assess_plan`
    """
    listed_movements = club.movements.listed().filter(
        contest=preferences.contest_record.movement_contest
    )
    contestant_counts = [preferences.contestants]
    if preferences.contest_record.has_movement_advice and preferences.contestants % 2:
        contestant_counts.append(preferences.contestants + 1)
    # Movements of exactly this size come first, in case there are many.
    fitting_movements = listed_movements.filter(contestants__in=contestant_counts).order_by(
        "contestants", "name", "pk"
    )
    offers = list(_make_library_offers(fitting_movements[:MAX_OFFERED_MOVEMENTS], preferences))
    if isinstance(first, Advice):
        offers = [replace(offer, comparison=_compare_offer(offer, first)) for offer in offers]
    if preferences.contest_record.has_movement_advice:
        offers.sort(key=_get_merit_key)
    return tuple(offers)


def _make_library_offers(
    fitting_movements: "QuerySet[SavedMovement]", preferences: MovementPreferences
) -> Iterator[MovementOffer]:
    absence_count = 0
    for saved in fitting_movements:
        if saved.contestants == preferences.contestants:
            yield _make_library_offer(saved, load_saved_plan(saved), preferences)
        elif absence_count < MAX_TRIED_ABSENCES:
            absence_count += 1
            empty_number = _compute_best_empty_number(saved.plan)
            plan = load_plan_without_pair(saved, empty_number)
            if plan:
                yield _make_library_offer(saved, plan, preferences, empty_number)


def _make_library_offer(
    saved: SavedMovement, plan: Movement, preferences: MovementPreferences, empty_number: int = 0
) -> MovementOffer:
    advice = assess_movement(plan, preferences)
    query = preferences.as_query_string()
    label = saved.note
    if empty_number:
        query = f"{query}&{urlencode({EMPTY_PARAM: empty_number})}"
        size_label = f"For {saved.contestants} pairs, number {empty_number} stays empty"
        label = f"{saved.note} · {size_label}" if saved.note else size_label
    return MovementOffer(
        advice, format_facts(advice, preferences), query=query, label=label, saved_id=saved.pk
    )


def _compare_offer(offer: MovementOffer, first: Advice) -> str:
    if isinstance(offer.advice, Advice):
        return describe_price(offer.advice, other_advice=first)
    return ""


def _get_merit_key(offer: MovementOffer) -> float:
    advice = offer.advice
    if isinstance(advice, Advice):
        return -float(advice.merit.total)
    return 0


MAX_MOVEMENTS = 2000
"""Movements of one club. The whole library of a union has a few hundred."""
CONTENT_FIELDS = (
    "name",
    "note",
    "plan",
    "contest",
    "contestants",
    "rounds",
    "boards_per_set",
    "winners",
    "fairness",
    "fingerprint",
)
"""The fields of a version besides its number, author and time."""


def save_movement(
    *, club: Club, name: str, note: str = "", movement: Movement, by: User | None
) -> SavedMovement:
    """Save *movement* in the library of *club* as a new one. Return it.

    :raises DeskError: if the name is missing or too long, or the note is too long
    :raises DeskError: if the movement has problems, or is too large for a section
    :raises DeskError: if the library has the same plan already, or is full
    """
    content = make_content_fields(name=name, note=note, movement=movement)
    with transaction.atomic():
        # Two directors may save the same movement at once.
        Club.objects.select_for_update().get(pk=club.pk)
        _refuse_full_library(club)
        equal_movement = _find_equal_movement(club, content)
        if equal_movement:
            raise _make_movement_in_library_error(name=equal_movement.name)
        saved = SavedMovement.objects.create(
            club=club, made_by=by, made_at=timezone.now(), **content
        )
        increment_club_version(club.pk)
    return saved


def change_movement(
    *,
    saved: SavedMovement,
    name: str,
    note: str,
    movement: Movement | None = None,
    by: User | None,
) -> SavedMovement:
    """Change the name, the note or the plan of *saved*, and keep the previous version. Return it.

    Without *movement* the plan stays. Nothing happens if nothing differs.

    :raises DeskError: as :func:`save_movement` does
    :raises DeskError: if the movement was deleted meanwhile
    """
    with transaction.atomic():
        # Somebody else may have changed the plan since the page was made. It stays unless replaced.
        saved = SavedMovement.objects.select_for_update().get(pk=saved.pk)
        _refuse_deleted_movement(saved)
        content = make_content_fields(
            name=name, note=note, movement=movement or load_saved_plan(saved)
        )
        equal_movement = _find_equal_movement(saved.club, content)
        if equal_movement and equal_movement.pk != saved.pk:
            raise _make_movement_in_library_error(name=equal_movement.name)
        _store_version(saved, content, by)
    return saved


def restore_version(*, saved: SavedMovement, number: int, by: User | None) -> SavedMovement:
    """Make the previous version *number* of *saved* the present one. Return the movement.

    :raises DeskError: if there is no such version, or the movement was deleted meanwhile
    """
    with transaction.atomic():
        saved = SavedMovement.objects.select_for_update().get(pk=saved.pk)
        _refuse_deleted_movement(saved)
        previous_version = saved.former.filter(number=number).first()
        if previous_version is None:
            raise DeskError(
                "movement-version-gone",
                "{name} has no version {number}. Open the movement again.",
                name=saved.name,
                number=number,
            )
        _store_version(saved, _copy_content(previous_version), by)
    return saved


def delete_movements(*, club: Club, ids: Collection[int]) -> int:
    """Delete movements of *club* so that they can be restored. Return their number."""
    with transaction.atomic():
        listed_movements = SavedMovement.objects.listed().filter(club=club, pk__in=ids)
        count = listed_movements.update(removed_at=timezone.now())
        increment_club_version(club.pk)
    return count


def restore_movement(*, saved: SavedMovement) -> None:
    """Undo the deletion of *saved*."""
    with transaction.atomic():
        saved.removed_at = None
        saved.save(update_fields=["removed_at"])
        increment_club_version(saved.club_id)


def make_content_fields(*, name: str, note: str, movement: Movement) -> dict[str, Any]:
    """Return the fields of a version with this *name*, *note* and *movement*.

    :raises DeskError: if one of them can't be saved, see :func:`save_movement`
    """
    name, note = strip_invisible(name), strip_invisible(note)
    if not name:
        raise DeskError(
            "movement-name-missing", "Type a name for the movement, such as Tuesday Howell."
        )
    if len(name) > LONGEST_MOVEMENT_NAME:
        raise DeskError(
            "movement-name-too-long",
            "The name is longer than {most} characters. Shorten it.",
            most=LONGEST_MOVEMENT_NAME,
        )
    if len(note) > LONGEST_NOTE:
        raise DeskError(
            "movement-note-too-long",
            "The note is longer than {most} characters. Shorten it.",
            most=LONGEST_NOTE,
        )
    _refuse_movement_with_problems(movement)
    rows = sorted(movement.rows, key=lambda row: (row.round_no, row.table_no, row.half))
    movement = replace(with_first_board(movement, 1), name=name, rows=tuple(rows))
    refuse_unplayable(movement)
    return {
        "name": name,
        "note": note,
        "plan": make_compact_text(movement),
        "contest": movement.contest,
        "contestants": movement.contestants,
        "rounds": movement.rounds,
        "boards_per_set": movement.boards_per_set,
        "winners": movement.winners,
        "fairness": format_facts(assess_movement(movement)).fairness,
        "fingerprint": compute_fingerprint(movement),
    }


def _refuse_movement_with_problems(movement: Movement) -> None:
    problems = check_plan(movement)
    if not problems:
        return
    raise DeskError(
        "movement-faulty-unsaved",
        "{things_are} wrong with this movement. It hasn’t been saved. First: {first}",
        things_are=format_problem_count(len(problems)),
        first=problems[0].text,
    )


def _refuse_full_library(club: Club) -> None:
    count = SavedMovement.objects.listed().filter(club=club).count()
    if count >= MAX_MOVEMENTS:
        raise make_library_full_error(count=count)


def _refuse_deleted_movement(saved: SavedMovement) -> None:
    if saved.removed_at:
        raise DeskError(
            "movement-deleted",
            "{name} was deleted. Undo that first, in Club, Movements.",
            name=saved.name,
        )


def _find_equal_movement(club: Club, content: dict[str, Any]) -> SavedMovement | None:
    """Return the listed movement of *club* with the same plan, whatever its name."""
    same_plan = SavedMovement.objects.listed().filter(
        club=club,
        contest=content["contest"],
        winners=content["winners"],
        fingerprint=content["fingerprint"],
    )
    return same_plan.first()


def _copy_content(version: MovementVersion) -> dict[str, Any]:
    return {field: getattr(version, field) for field in CONTENT_FIELDS}


def _store_version(saved: SavedMovement, content: dict[str, Any], by: User | None) -> None:
    """Keep *saved* as a previous version, then give it *content*. The caller has locked it."""
    previous_content = _copy_content(saved)
    if previous_content == content:
        return
    FormerMovement.objects.create(
        movement=saved,
        number=saved.number,
        made_by_id=saved.made_by_id,
        made_at=saved.made_at,
        **previous_content,
    )
    for field, value in content.items():
        setattr(saved, field, value)
    saved.number += 1
    saved.made_by = by
    saved.made_at = timezone.now()
    saved.save()
    increment_club_version(saved.club_id)


def _make_movement_in_library_error(*, name: object) -> DeskError:
    return DeskError(
        "movement-in-library",
        "This movement is already in the library as “{name}”. Open that one to change its "
        "name or note.",
        name=name,
    )


def make_library_full_error(*, count: object) -> DeskError:
    return DeskError(
        "library-full",
        "The library has {count} movements, the most it can hold. Delete some first.",
        count=count,
    )
