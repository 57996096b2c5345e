"""Cached standings of seasons, by the version of all their evenings."""

from django.db.models import Count, F, Sum

from director.core.base.storage.lru_cache import LruCache
from director.core.base.versions import EventVersion
from director.models import Event
from director.models.change_number import has_uncommitted
from director.party.models import PartySeason
from director.party.scoring.season import SeasonSheet, season_sheet

MOST_SEASONS = 8
"""How many seasons are held, those that visitors see and those of the desk."""

SEASONS_CACHE = LruCache[SeasonSheet](MOST_SEASONS)
"""Those of this process: 20 nights of 40 players take the desk 16 ms in place of 93, and more with every night."""


def season_shown(season_id: int, *, published: bool = True) -> EventVersion | None:
    """Return the version of a season, of *published* nights or of all, or ``None`` for none of
    them.

    One query.

    Its numbers are the sum of those of its nights and how many there are; a night that leaves it
    takes more away than all others change in years
    (:func:`~director.models.change_number.first_number`).  Its club counts its rules.
    """
    nights = Event.objects.filter(removed_at__isnull=True, club__party_seasons=season_id)
    nights = nights.filter(sessions__party__season=F("club__party_seasons__name"))
    nights = nights.filter(published_at__isnull=False) if published else nights
    figures = (
        nights.order_by()
        .values("club__change_no")
        .annotate(sum=Sum("change_no"), count=Count("pk"))
    )
    for club_no, change_no, count in figures.values_list("club__change_no", "sum", "count"):
        return EventVersion(season_id, int(change_no), club_no, shared_no=count)
    return None


def cached_season(season: PartySeason, *, published: bool) -> SeasonSheet:
    """Return the standings of *season*, held ones where nothing it follows from has changed."""

    def version() -> EventVersion | None:
        if has_uncommitted():
            return None
        return season_shown(season.pk, published=published)

    def make() -> SeasonSheet:
        """Return the sheet of the season as it is stored: *season* was read before its version."""
        stored = PartySeason.objects.select_related("club").get(pk=season.pk)
        return season_sheet(stored, published=published)

    return SEASONS_CACHE.get_or_make(version, make, season.pk, published)
