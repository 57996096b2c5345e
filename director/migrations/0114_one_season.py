"""Seasons of parties become seasons of any events, which parties belong to by their events."""

import unicodedata
from typing import Any

from django.db import migrations, models

from director.migrations._data import rewrite_acts, settle

LONGEST_NAME = 60
PARTY_SUFFIX = " (parties)"


def take_over_party_seasons(apps: Any, schema_editor: Any) -> None:
    """Make a season of each season of parties, with its rules and its events."""
    alias = schema_editor.connection.alias
    clubs = apps.get_model("director", "Club").objects.using(alias)
    party_seasons = apps.get_model("director", "PartySeason").objects.using(alias)
    for club in clubs.order_by("pk"):
        former_names = []
        for former in party_seasons.filter(club=club).order_by("pk"):
            former_names.append(former.name)
            season = make_season(
                apps,
                alias,
                club,
                name=former.name,
                points={"totals": "total"}.get(former.figures, former.figures),
                best=former.best,
                attendance=former.attendance,
                by_group=former.by_group,
                former_number=former.pk,
            )
            add_events(apps, alias, club, season, former.name)
        # A party could name a season that was not stored, and carried its jackpot by that name.
        for name in list_other_names(apps, alias, club, former_names):
            season = make_season(apps, alias, club, name=name, points="total")
            add_events(apps, alias, club, season, name)


def make_season(apps: Any, alias: str, club: Any, *, name: str, **rules: Any) -> Any:
    """Store a season of *club* under *name*, or under a longer one if the club has that name."""
    seasons = apps.get_model("director", "Season").objects.using(alias)
    used_keys = set(map(make_key, seasons.filter(club=club).values_list("name", flat=True)))
    free_name, number = name, 1
    while make_key(free_name) in used_keys:
        suffix = PARTY_SUFFIX if number == 1 else f"{PARTY_SUFFIX} {number}"
        free_name, number = f"{name[: LONGEST_NAME - len(suffix)]}{suffix}", number + 1
    return seasons.create(club=club, name=free_name, counting="people", **rules)


def make_key(name: str) -> str:
    """Return the form of *name* by which names are told apart."""
    return " ".join(unicodedata.normalize("NFD", name).casefold().split())


def add_events(apps: Any, alias: str, club: Any, season: Any, name: str) -> None:
    """Add the events of the parties of the season *name* to *season*."""
    events = list_parties(apps, alias, club).filter(season=name).order_by("pk")
    season_events = apps.get_model("director", "SeasonEvent").objects.using(alias)
    for event_id in dict.fromkeys(events.values_list("session__event", flat=True)):
        season_events.create(season=season, event_id=event_id)


def list_other_names(apps: Any, alias: str, club: Any, former_names: list[str]) -> list[str]:
    """Return the names of seasons that only parties have."""
    names = list_parties(apps, alias, club).exclude(season__in=["", *former_names])
    return list(dict.fromkeys(names.order_by("pk").values_list("season", flat=True)))


def list_parties(apps: Any, alias: str, club: Any) -> Any:
    parties = apps.get_model("director", "Party").objects.using(alias)
    return parties.filter(session__event__club=club)


def forget_names_in_acts(apps: Any, schema_editor: Any) -> None:
    """Take the name of the season out of the changes of parties, which have no such field now."""

    def without_season(change: Any) -> list[Any]:
        sides = {}
        for side in ("before", "after"):
            fields = change[side]
            sides[side] = fields and {key: fields[key] for key in fields if key != "season"}
        return [change | sides] if any(sides.values()) else []

    rewrite_acts(apps, schema_editor, "party", "season", without_season)
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0113_void_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="by_group",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="season",
            name="former_number",
            field=models.PositiveIntegerField(blank=True, null=True, unique=True),
        ),
        migrations.RunPython(
            code=take_over_party_seasons,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.RunPython(
            code=forget_names_in_acts,
            reverse_code=migrations.RunPython.noop,
        ),
        migrations.RemoveField(
            model_name="party",
            name="season",
        ),
        migrations.DeleteModel(
            name="PartySeason",
        ),
    ]
