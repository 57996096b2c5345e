"""From release 0.1.0 to 0.2.0: what is read of results, official figures, and a journal of every event."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from director.migrations._data import settle

LABELS = {
    "party": "director.party",
    "player": "director.partyplayer",
    "result": "director.partyresult",
    "round": "director.partyround",
    "session": "director.session",
    "sheet": "director.skatsheet",
}


def carry_over(apps: Any, schema_editor: Any) -> None:
    """Give acts the event of their party, and their changes the full names of their models."""
    alias = schema_editor.connection.alias
    acts = apps.get_model("director", "Act").objects.using(alias)
    for act in acts.select_related("party__session").iterator(chunk_size=200):
        act.event_id = act.party.session.event_id
        act.changes = [
            change | {"model": LABELS.get(change["model"], change["model"])}
            for change in act.changes
        ]
        act.save(update_fields=["event", "changes"])
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0011_skat_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=150)),
                ("address", models.CharField(max_length=45)),
                ("succeeded", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name", "at"], name="attempts_by_name"),
                    models.Index(fields=["address", "at"], name="attempts_by_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="OfficialLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("ns_points", models.CharField(blank=True, max_length=20)),
                ("ew_points", models.CharField(blank=True, max_length=20)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="official_lines",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "board_no", "ns", "ew"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "board_no", "ns", "ew"),
                        name="official_line_once_on_board",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OfficialTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pair_no", models.PositiveSmallIntegerField()),
                ("total", models.CharField(blank=True, max_length=20)),
                ("percent", models.CharField(blank=True, max_length=20)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="official_totals",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "pair_no"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "pair_no"), name="official_total_once"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="result",
            name="reading",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="result",
            name="undoes",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="resultversion",
            name="undoes",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.RemoveConstraint(
            model_name="partyact",
            name="act_once_in_party",
        ),
        migrations.RenameModel(
            old_name="PartyAct",
            new_name="Act",
        ),
        migrations.AlterModelOptions(
            name="act",
            options={"ordering": ("event_id", "-number")},
        ),
        migrations.AddField(
            model_name="act",
            name="press",
            field=models.CharField(blank=True, max_length=24),
        ),
        migrations.AddField(
            model_name="act",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="acts",
                to="director.event",
            ),
        ),
        migrations.AddField(
            model_name="act",
            name="again_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="agains",
                to="director.act",
            ),
        ),
        migrations.RunPython(
            code=carry_over,
        ),
        migrations.RemoveField(
            model_name="act",
            name="party",
        ),
        migrations.AlterField(
            model_name="act",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="acts",
                to="director.event",
            ),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="act_once_in_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.UniqueConstraint(
                condition=models.Q(("press", ""), _negated=True),
                fields=("event", "press", "kind"),
                name="press_done_once_in_event",
            ),
        ),
    ]
