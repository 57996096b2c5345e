"""The jackpot that is carried from evening to evening of a season."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from director.party.models import Party
from director.party.movement.games.read import fetch_evening
from director.party.scoring.prizes import compute_account, format_sum
from director.pdf.words import format_date
from scoring.errors import ScoringError


@dataclass(frozen=True, slots=True)
class Jackpot:
    """The jackpot after the last evening of the season: *cents*, its rule, and a sentence."""

    cents: int
    rule: dict[str, Any]
    text: str

    @property
    def suggested_rules(self) -> dict[str, Any]:
        """The figures suggested for the next evening."""
        return self.rule | {"jackpot": self.cents}


def fetch_carried_jackpot(party: Party) -> Jackpot | None:
    """Return what the last evening of its seasons before *party* left in the jackpot, or None.

    It is calculated from that evening's results, so a correction there shows here.
    """
    event = party.session.event
    # Of two parties on one day the one that was made first counts as earlier.
    is_earlier = Q(session__event__date__lt=event.date) | Q(
        session__event__date=event.date, pk__lt=party.pk
    )
    season_ids = list(event.in_seasons.values_list("season", flat=True))
    if not season_ids:
        return None
    earlier_parties = Party.objects.filter(is_earlier, money__jackpot_at__gt=0)
    # In all of its seasons, since an evening of another series may share a championship with it.
    for season_id in season_ids:
        earlier_parties = earlier_parties.filter(session__event__in_seasons__season=season_id)
    previous = (
        earlier_parties.filter(session__event__removed_at__isnull=True)
        .select_related("session__event__club")
        .order_by("-session__event__date", "-pk")
        .first()
    )
    if previous is None:
        return None
    try:
        cents = compute_account(fetch_evening(previous)).carried
    except ScoringError:
        # Its results contradict each other, so nobody knows what is left.
        return None
    previous_event = previous.session.event
    night = f"{previous_event.name}, {format_date(previous_event.date)}"
    rule = {
        name: previous.money[name]
        for name in ("jackpot_each", "jackpot_at", "jackpot_on")
        if name in previous.money
    }
    text = f"{night}: jackpot of {format_sum(previous, cents)} carried forward."
    return Jackpot(cents, rule, text)
