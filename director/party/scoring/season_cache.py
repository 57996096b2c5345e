"""Cache the standings of seasons by the version of all their evenings."""

from django.db.models import Count, F, Sum

from director.core.base.storage.lru_cache import LruCache
from director.core.base.versions import EventVersion
from director.models import Event
from director.models.change_number import has_uncommitted
from director.party.models import PartySeason
from director.party.scoring.season import SeasonSheet, fetch_season_sheet

MAX_SEASONS = 8
"""Seasons cached in memory. Visitors and directors have a sheet each of the same season."""

SEASONS_CACHE = LruCache[SeasonSheet](MAX_SEASONS)
"""The sheets of this process. A season of 20 evenings with 40 players takes 16 ms in place of 93."""


def fetch_season_version(season_id: int, *, published: bool = True) -> EventVersion | None:
    """Return the version of a season with its *published* or all evenings, or None without any.

    One query.

    The version has the sum of the evenings' change numbers, their count, and the change number of
    the club, which counts changes of the season's rules. The sum can't return to an earlier value:
    first change numbers are so large that a removed evening lowers it by more than the others can
    add in years (:func:`~director.models.change_number.make_first_number`).
    """
    nights = Event.objects.filter(removed_at__isnull=True, club__party_seasons=season_id)
    # Parties belong to a season by its name.
    nights = nights.filter(sessions__party__season=F("club__party_seasons__name"))
    if published:
        nights = nights.filter(published_at__isnull=False)
    figures = (
        nights.order_by()
        .values("club__change_no")
        .annotate(sum=Sum("change_no"), count=Count("pk"))
    )
    # The evenings belong to one club, so there is one group or none.
    for club_no, change_no, count in figures.values_list("club__change_no", "sum", "count"):
        return EventVersion(season_id, int(change_no), club_no, shared_no=count)
    return None


def get_cached_season(season: PartySeason, *, published: bool) -> SeasonSheet:
    """Return the standings of *season*, cached as long as its version stays the same."""

    def version() -> EventVersion | None:
        # Uncommitted changes may still be rolled back, so a sheet with them is not cached.
        if has_uncommitted():
            return None
        return fetch_season_version(season.pk, published=published)

    def make() -> SeasonSheet:
        # *season* was read before its version and may be older.
        stored = PartySeason.objects.select_related("club").get(pk=season.pk)
        return fetch_season_sheet(stored, published=published)

    return SEASONS_CACHE.get_or_make(version, make, season.pk, published)
