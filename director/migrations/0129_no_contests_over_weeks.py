"""Make an event over weeks the round robin, Swiss or knock-out that it is; its dates become remarks.

The last days of the rounds of a drawn contest become the days of its rounds.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from director.migrations._data import remove_field_from_acts, rewrite_acts, settle

DRAWN_KEYS = ("knock-out", "swiss-teams", "swiss-pairs")
MAX_REMARK_LENGTH = 120


def make_remark(*parts: str) -> str:
    return ", ".join(filter(None, parts))[:MAX_REMARK_LENGTH]


def format_date(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def move_dates_to_remarks(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the date of each match before its place, and the last day of a round to its matches."""
    alias = schema_editor.connection.alias
    matches = apps.get_model("director", "Match").objects.using(alias)
    for match in matches.filter(date__isnull=False):
        match.remark = make_remark(format_date(match.date), match.remark)
        match.save(update_fields=["remark"])
    plans = apps.get_model("director", "Plan").objects.using(alias)
    plans = plans.filter(in_force=True, section__session__event__is_long_running=True)
    for plan in plans.exclude(key__in=DRAWN_KEYS).select_related("section__session"):
        _move_last_days(plan, matches)
    settle(schema_editor)


def _move_last_days(plan: Any, matches: Any) -> None:
    section = plan.section
    days_by_round = dict(section.session.round_dates.values_list("from_round", "date"))
    for round_no, home, away in sorted(set(_iter_meetings(plan))):
        day = days_by_round.get(round_no)
        if day is None:
            continue
        match, _is_new = matches.get_or_create(
            section=section, round_no=round_no, home=home, away=away
        )
        if match.date is None:
            match.remark = make_remark(f"by {format_date(day)}", match.remark)
            match.save(update_fields=["remark"])


def _iter_meetings(plan: Any) -> Iterator[tuple[int, int, int]]:
    for round_no, ns, ew in plan.rows.values_list("round_no", "ns", "ew"):
        if ns and ew and ns != ew:
            yield round_no, min(ns, ew), max(ns, ew)


def delete_last_days(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the last days of rounds whose matches have them now."""
    alias = schema_editor.connection.alias
    drawn_plans = (
        apps.get_model("director", "Plan")
        .objects.using(alias)
        .filter(in_force=True, key__in=DRAWN_KEYS)
    )
    round_dates = apps.get_model("director", "RoundDate").objects.using(alias)
    round_dates.filter(session__event__is_long_running=True).exclude(
        session__in=list(drawn_plans.values_list("section__session", flat=True))
    ).delete()
    settle(schema_editor)


def change_acts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the history have remarks in place of dates and places, and no settings of such events."""

    def with_remarks(change: dict[str, Any]) -> list[dict[str, Any]]:
        return [change | {side: _with_remark(change[side]) for side in ("before", "after")}]

    for field in ("date", "venue"):
        rewrite_acts(apps, schema_editor, "match", field, with_remarks)
    for field in ("is_long_running", "weeks_taken"):
        remove_field_from_acts(apps, schema_editor, "event", field)
    settle(schema_editor)


def _with_remark(fields: dict[str, Any] | None) -> dict[str, Any] | None:
    if not fields or not {"date", "venue"} & set(fields):
        return fields
    day, venue = fields.get("date"), fields.get("venue")
    day_text = format_date(date.fromisoformat(day)) if day else ""
    others = {name: value for name, value in fields.items() if name not in ("date", "venue")}
    return others | {"remark": make_remark(day_text, venue or "")}


class Migration(migrations.Migration):
    dependencies = [("director", "0128_tokens_of_programs")]

    operations = [
        migrations.RenameField("match", "venue", "remark"),
        migrations.AlterField(
            "match",
            "remark",
            models.CharField(blank=True, default="", max_length=MAX_REMARK_LENGTH),
        ),
        migrations.RunPython(move_dates_to_remarks, migrations.RunPython.noop),
        migrations.RunPython(delete_last_days, migrations.RunPython.noop),
        migrations.RunPython(change_acts, migrations.RunPython.noop),
        migrations.RemoveField("match", "date"),
        migrations.RemoveField("event", "is_long_running"),
        migrations.RemoveField("event", "weeks_taken"),
    ]
