"""Seasons worked out, held in memory under the mark of all their nights: counted once after each change."""

from functools import cache
from typing import Any

from django.db.models import F

from director.desk.publish.read import Shown, marked_rows, shown
from director.desk.storage.latest import Latest
from director.party.models import PartySeason
from director.party.season.read import SeasonSheet, season_sheet

MOST_SEASONS = 8
"""How many seasons are held, those that visitors see and those of the desk."""
_SEASON = -1  # where the question is put together this stands for what is asked
_RULES = ("name", "figures", "best", "attendance", "by_group")

HELD_SEASONS = Latest[SeasonSheet](MOST_SEASONS)
"""Those of this process."""


def season_shown(season_id: int, *, published: bool = True) -> Shown | None:
    """Return what a season shows, of *published* nights or of all; ``None`` for none of them; one query."""
    return shown(_of_season(published), _SEASON, season_id)


def season_held(season: PartySeason, *, published: bool) -> SeasonSheet:
    """Return the standings of *season*, held ones where nothing it follows from has changed."""
    now = season_shown(season.pk, published=published)
    name = (season.pk, published, now.mark) if now else None
    sheet = HELD_SEASONS.find(name) if name else None
    if sheet is None:
        sheet = season_sheet(season, published=published)
        # What was changed while it was counted may be in one night of it and not in another.
        if name and season_shown(season.pk, published=published) == now:
            HELD_SEASONS.hold(name, sheet)
    return sheet


@cache
def _of_season(published: bool) -> tuple[str, tuple[Any, ...]]:
    nights = marked_rows().filter(club__party_seasons=_SEASON, sessions__party__season=F("club__party_seasons__name"))
    if published:
        nights = nights.filter(published_at__isnull=False)
    rules = {f"season_{rule}": F(f"club__party_seasons__{rule}") for rule in _RULES}
    return nights.annotate(**rules).order_by("date", "pk").query.sql_with_params()
