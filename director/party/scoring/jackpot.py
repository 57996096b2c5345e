"""The jackpot that goes from night to night of a season."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from director.party.models import Party
from director.party.movement.games.read import party_evening
from director.party.scoring.prizes import evening_account, sum_text
from scoring import ScoringError


@dataclass(frozen=True, slots=True)
class Jackpot:
    """The jackpot after the last evening of the season: *cents*, its rule, and a sentence."""

    cents: int
    rule: dict[str, Any]
    text: str

    @property
    def usual(self) -> dict[str, Any]:
        """Return what the boxes of the jackpot hold where nothing is settled yet."""
        return self.rule | {"jackpot": self.cents}


def jackpot_carried(party: Party) -> Jackpot | None:
    """Return what is left in the jackpot by the last evening before *party*.

    ``None`` if there was none.

    Who has won it there is looked at anew, so that a correction of that night shows here.
    """
    if not party.season:
        return None
    event = party.session.event
    before = Q(session__event__date__lt=event.date) | Q(
        session__event__date=event.date, pk__lt=party.pk
    )
    nights = Party.objects.filter(
        before, season=party.season, session__event__club=event.club, money__jackpot_at__gt=0
    )
    last = (
        nights.filter(session__event__removed_at__isnull=True)
        .select_related("session__event__club")
        .order_by("-session__event__date", "-pk")
        .first()
    )
    if last is None:
        return None
    try:
        cents = evening_account(party_evening(last)).carried
    except ScoringError:
        return None
    night = f"{last.session.event.name}, {last.session.event.date:%-d %B %Y}"
    rule = {
        name: last.money[name]
        for name in ("jackpot_each", "jackpot_at", "jackpot_on")
        if name in last.money
    }
    return Jackpot(cents, rule, f"{night}: jackpot of {sum_text(last, cents)} carried forward.")
