"""The journal of parties becomes that of every event: an act belongs to its event, and names the models it changed."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

LABELS = {
    "party": "director.party",
    "player": "director.partyplayer",
    "result": "director.partyresult",
    "round": "director.partyround",
    "session": "director.session",
    "sheet": "director.skatsheet",
}


def acts_of_events(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every act the event of its party, and its changes the full names of their models."""
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    for act in acts.select_related("party__session").iterator(chunk_size=200):
        act.event_id = act.party.session.event_id
        act.changes = [change | {"model": LABELS.get(change["model"], change["model"])} for change in act.changes]
        act.save(update_fields=["event", "changes"])


def acts_of_parties(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every act back to the party of its event."""
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    parties = apps.get_model("director", "Party").objects.using(schema_editor.connection.alias)
    short = {label: name for name, label in LABELS.items()}
    for act in acts.iterator(chunk_size=200):
        act.party_id = parties.get(session__event_id=act.event_id).pk
        act.changes = [change | {"model": short[change["model"]]} for change in act.changes]
        act.save(update_fields=["party", "changes"])


class Migration(migrations.Migration):
    # PostgreSQL changes no table whose rows wait for their foreign keys to be checked in the same transaction.
    atomic = False

    dependencies = [("director", "0016_undone_results")]

    operations = [
        migrations.RemoveConstraint("partyact", "act_once_in_party"),
        migrations.RemoveConstraint("partyact", "press_done_once_in_party"),
        migrations.RenameModel("PartyAct", "Act"),
        migrations.AddField(
            "act",
            "event",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="director.event"
            ),
        ),
        migrations.AlterField(
            "act",
            "party",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="party_acts", to="director.party"
            ),
        ),
        migrations.AlterModelOptions("act", {"ordering": ("event", "-number")}),
        migrations.RunPython(acts_of_events, acts_of_parties),
        migrations.RemoveField("act", "party"),
        migrations.AlterField(
            "act",
            "event",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="director.event"),
        ),
        migrations.AddField(
            "act",
            "again_of",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="agains",
                to="director.act",
            ),
        ),
        migrations.AddConstraint("act", models.UniqueConstraint(fields=("event", "number"), name="act_once_in_event")),
        migrations.AddConstraint(
            "act",
            models.UniqueConstraint(
                condition=models.Q(("press", ""), _negated=True),
                fields=("event", "press", "kind"),
                name="press_done_once_in_event",
            ),
        ),
    ]
