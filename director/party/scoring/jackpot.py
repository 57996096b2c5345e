"""The jackpot that is carried from party to party of a season."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import PLAYED_METHODS
from director.party.scoring.prizes import compute_account, format_sum
from director.pdf.words import format_date
from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class Jackpot:
    """The jackpot after the previous party of the season."""

    cents: int
    rule: dict[str, Any]  # what each player adds, and what wins it
    text: str  # a sentence about it

    @property
    def suggested_rules(self) -> dict[str, Any]:
        """The figures suggested for the next party."""
        return self.rule | {"jackpot": self.cents}


def fetch_carried_jackpot(party: Party) -> Jackpot | None:
    """Return the jackpot that the previous party in the same seasons left, or None.

    It is calculated from the results of that party, so a correction there shows here.
    """
    event = party.session.event
    # Of two parties on one day the one that was created first counts as the previous one.
    is_previous = Q(session__event__date__lt=event.date) | Q(
        session__event__date=event.date, pk__lt=party.pk
    )
    season_ids = list(event.in_seasons.values_list("season", flat=True))
    if not season_ids:
        return None
    previous_parties = Party.objects.filter(
        is_previous, money__jackpot_at__gt=0, method__in=PLAYED_METHODS
    )
    # In all of its seasons, since a party of another series may share a championship with it.
    for season_id in season_ids:
        previous_parties = previous_parties.filter(session__event__in_seasons__season=season_id)
    previous_party = (
        previous_parties.filter(session__event__removed_at__isnull=True)
        .select_related("session__event__club")
        .order_by("-session__event__date", "-pk")
        .first()
    )
    if previous_party is None:
        return None
    try:
        cents = compute_account(fetch_party_record(previous_party)).carried_jackpot
    except ScoringError:
        # Its results contradict each other, so the remaining jackpot is unknown.
        return None
    previous_event = previous_party.session.event
    event_text = f"{previous_event.name}, {format_date(previous_event.date)}"
    rule = {
        name: previous_party.money[name]
        for name in ("jackpot_each", "jackpot_at", "jackpot_on")
        if name in previous_party.money
    }
    text = f"{event_text}: jackpot of {format_sum(previous_party, cents)} carried forward."
    return Jackpot(cents, rule, text)
