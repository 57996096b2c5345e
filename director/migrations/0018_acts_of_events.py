"""The journal of parties becomes that of every event, second step: acts get their event, changes their full names."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from director.desk.backup.automatic import acts_have_parties

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
    if not acts_have_parties(schema_editor.connection):
        return
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    of_parties = acts.filter(party__isnull=False).select_related("party__session")
    for act in of_parties.iterator(chunk_size=200):
        act.event_id = act.party.session.event_id
        act.changes = [change | {"model": LABELS.get(change["model"], change["model"])} for change in act.changes]
        act.save(update_fields=["event", "changes"])


def acts_of_parties(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give every act back to the party of its event; those of other kinds have no place in the older form."""
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    parties = apps.get_model("director", "Party").objects.using(schema_editor.connection.alias)
    party_of = dict(parties.values_list("session__event_id", "pk"))
    short = {label: name for name, label in LABELS.items()}
    acts.exclude(event_id__in=parties.values("session__event_id")).delete()
    for act in acts.iterator(chunk_size=200):
        act.party_id = party_of[act.event_id]
        act.changes = [change | {"model": short.get(change["model"], change["model"])} for change in act.changes]
        act.save(update_fields=["party", "changes"])


class Migration(migrations.Migration):
    dependencies = [("director", "0017_journal_of_every_event")]

    operations = [migrations.RunPython(acts_of_events, acts_of_parties)]
