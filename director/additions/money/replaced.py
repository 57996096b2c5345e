"""Who came into the seat of somebody who has paid and no longer plays.

A payment stays with the person who paid. A corrected name and another player look the same in the
history, so the page offers to move the payment and nothing moves by itself.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from director.core.base.act_kinds import ActKind
from director.core.night.former_people import iter_player_models
from director.models import Event, LineUpSeat

_KINDS = (ActKind.SEATS, ActKind.NAME, ActKind.PEOPLE)
"""The kinds of acts that put one person in the place of another."""


def fetch_newcomers_by_payer(
    event: Event, payer_ids: Collection[int], *, owing_ids: Collection[int]
) -> dict[int, int]:
    """Return who of *owing_ids* came into the seat of each of *payer_ids*, by payer.

    The seat may have changed several times since. One query, or none without payers.
    """
    if not payer_ids or not owing_ids:
        return {}
    newcomers_by_leaver: dict[int, list[int]] = defaultdict(list)
    acts = event.acts.filter(kind__in=_KINDS).order_by("-number")
    for changes, undone_at in acts.values_list("changes", "undone_at"):
        for leaver_id, newcomer_id in _iter_replacements(changes):
            if undone_at is None:
                newcomers_by_leaver[leaver_id].append(newcomer_id)
            else:
                newcomers_by_leaver[newcomer_id].append(leaver_id)
    newcomers_by_payer: dict[int, int] = {}
    for payer_id in payer_ids:
        free_ids = set(owing_ids).difference(newcomers_by_payer.values())
        found_id = _find_newcomer(payer_id, free_ids, newcomers_by_leaver)
        if found_id:
            newcomers_by_payer[payer_id] = found_id
    return newcomers_by_payer


def _find_newcomer(
    payer_id: int, free_ids: Collection[int], newcomers_by_leaver: Mapping[int, Sequence[int]]
) -> int | None:
    """Return the one of *free_ids* with the fewest changes of the seat in between, or None."""
    seen_ids = {payer_id}
    queue = deque([payer_id])
    while queue:
        for person_id in newcomers_by_leaver.get(queue.popleft(), ()):
            if person_id in free_ids:
                return person_id
            if person_id not in seen_ids:
                seen_ids.add(person_id)
                queue.append(person_id)
    return None


def _iter_replacements(changes: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, int]]:
    """Yield who left and who came in the same seat, of the *changes* of an act."""
    models = {model._meta.label_lower for model in iter_player_models() if model is not LineUpSeat}
    previous_by_seat: dict[tuple[Any, ...], int] = {}
    new_by_seat: dict[tuple[Any, ...], int] = {}
    for change in changes:
        if change["model"] not in models:
            continue
        before, after = change["before"] or {}, change["after"] or {}
        seat = _get_seat(change)
        if before.get("person_id"):
            previous_by_seat.setdefault(seat, before["person_id"])
        if after.get("person_id"):
            new_by_seat[seat] = after["person_id"]
    for seat, leaver_id in previous_by_seat.items():
        newcomer_id = new_by_seat.get(seat)
        # Who only changed seats neither left nor came.
        has_left = leaver_id not in new_by_seat.values()
        if newcomer_id and has_left and newcomer_id not in previous_by_seat.values():
            yield leaver_id, newcomer_id


def _get_seat(change: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of the seat of a player's *change*, the same for a player created again."""
    fields = change["after"] or change["before"]
    if "entry_id" in fields and "order" in fields:
        return (change["model"], fields["entry_id"], fields["order"])
    return (change["model"], change["pk"])
