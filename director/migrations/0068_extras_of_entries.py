"""Handicaps, strata and carry-over of pairs become columns of their entries, their units columns of the section."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import migrations

from director.migrations._fields import acts_rewrite, add, remove, settle, steps, text

COLUMNS = ("handicap", "stratum", "carry_over")
UNITS = ("handicap_unit", "carry_over_unit", "strata")
STRATA = [
    ("below", "A stratum counts those below it too"),
    ("apart", "Each stratum counts by itself"),
]


def units_of(extras: dict[str, Any]) -> dict[str, str]:
    return {name: extras.get(name, "") for name in UNITS}


def pairs_of(extras: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {
        number: dict(zip(COLUMNS, own, strict=True))
        for number, own in extras.get("pairs", {}).items()
    }


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Put on every entry what its pair has, and what it had into the acts that changed it."""
    entries = apps.get_model("director", "Entry").objects.using(schema_editor.connection.alias)
    for section in apps.get_model("director", "Section").objects.using(
        schema_editor.connection.alias
    ):
        if section.extras:
            for number, own in pairs_of(section.extras).items():
                entries.filter(section=section, pair_no=int(number)).update(**own)
            for name, value in units_of(section.extras).items():
                setattr(section, name, value)
            section.save(update_fields=UNITS)
    acts_rewrite(apps, schema_editor, "section", "extras", partial(parted, entries))
    settle(schema_editor)


def parted(entries: Any, change: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield *change* of a section without extras, and the changes of its entries; of a whole section it names none."""
    sides = before, after = change["before"], change["after"]
    was, now = ((side or {}).pop("extras", {}) for side in sides)
    if units_of(was) != units_of(now) and None not in sides:
        before |= units_of(was)
        after |= units_of(now)
    if before != after:
        yield change
    were, are, nothing = pairs_of(was), pairs_of(now), dict.fromkeys(COLUMNS, "")
    for entry in (
        entries.filter(section=change["pk"], pair_no__in={*were, *are}) if None not in sides else ()
    ):
        states = {
            "before": were.get(str(entry.pair_no), nothing),
            "after": are.get(str(entry.pair_no), nothing),
        }
        if states["before"] != states["after"]:
            yield {"model": "director.entry", "pk": entry.pk, **states}


class Migration(migrations.Migration):
    dependencies = steps("0067_team_mates_at_one_table")

    operations = [
        *add(
            "entry",
            handicap=text(40, blank=True, default=""),
            stratum=text(1, blank=True, default=""),
            carry_over=text(40, blank=True, default=""),
        ),
        *add(
            "section",
            handicap_unit=text(6, blank=True, default=""),
            carry_over_unit=text(6, blank=True, default=""),
            strata=text(5, blank=True, choices=STRATA, default=""),
        ),
        migrations.RunPython(carry_over),
        *remove("section", "extras"),
    ]
