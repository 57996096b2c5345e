"""Undone acts get an order of their own, and movements the act that came before them: the clock may jump back."""

from bisect import bisect_right
from typing import Any

from django.db import migrations

from director.migrations._fields import count, index, settle, steps


def numbers(apps: Any, schema_editor: Any) -> None:
    """Count the undos of every event, and say of each undo and of each first movement after which act it came."""
    using = schema_editor.connection.alias
    acts = apps.get_model("director", "Act").objects.using(using)
    for event_id in acts.order_by().values_list("event_id", flat=True).distinct():
        of_event = acts.filter(event_id=event_id)
        made = sorted(of_event.values_list("made_at", "number"))
        moments, latest = [moment for moment, _number in made], 0
        latest_by = [latest := max(latest, number) for _moment, number in made]
        undone = of_event.filter(undone_at__isnull=False).order_by("undone_at", "-number")
        for undone_no, (pk, number, moment) in enumerate(
            undone.values_list("pk", "number", "undone_at"), start=1
        ):
            earlier = bisect_right(moments, moment)
            after = max(number, latest_by[earlier - 1] if earlier else 0)
            acts.filter(pk=pk).update(undone_no=undone_no, undone_after=after)
        plans = apps.get_model("director", "Plan").objects.using(using)
        for plan in plans.filter(section__session__event_id=event_id, number=1).only("chosen_at"):
            before = [number for moment, number in made if moment < plan.chosen_at]
            plans.filter(pk=plan.pk).update(acts_before=max(before, default=0))
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = steps("0077_finals")

    operations = [
        migrations.AddField("act", "undone_no", count(null=True, blank=True)),
        migrations.AddField("act", "undone_after", count(null=True, blank=True)),
        migrations.AddField("plan", "acts_before", count(default=0)),
        migrations.RunPython(numbers),
        migrations.RemoveIndex("act", "acts_undone_last"),
        migrations.AddIndex("act", index("acts_undone_last", "event", "undone_no")),
        migrations.AlterModelOptions("message", {"ordering": ("session_id", "pk")}),
        migrations.AlterModelOptions("call", {"ordering": ("section_id", "pk")}),
    ]
