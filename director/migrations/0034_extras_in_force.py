"""What pairs have besides their points is kept as it is in force; what it was before is read from the acts."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from director.desk.storage.acts_kept import FormerAct, acts_change, acts_insert

WORDS = "Handicaps, strata and carry-over: changed."
_SAID = {"by", "at"}


def in_force(states):
    """Return the last of *states*, without who made it and when."""
    return {name: value for name, value in states[-1].items() if name not in _SAID} if states else {}


def keep_last(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the last state of every section, and make acts of those that came before the journal."""
    alias = schema_editor.connection.alias

    def kept(before, after):
        was, now = in_force(before), in_force(after)
        return ({}, {}) if was == now else ({"extras": was}, {"extras": now})

    first = acts_change(apps, alias, "extras", kept)
    sections = apps.get_model("director", "Section").objects.using(alias)
    for section in sections.select_related("session__event"):
        acts_insert(apps, alias, section, former_acts(first.get(section.pk, section.extras)))
        section.extras = in_force(section.extras)
        section.save(update_fields=["extras"])


def former_acts(states):
    """Yield the acts that made the *states* that no act knows of, one after the other."""
    for at, state in enumerate(states):
        before, after = in_force(states[:at]), in_force(states[: at + 1])
        changed = {"before": {"extras": before}, "after": {"extras": after}}
        yield FormerAct(**changed, kind="extras", words=WORDS, by=state.get("by", ""), at=state.get("at", ""))


def keep_list(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep what is in force as a list of one state."""
    alias = schema_editor.connection.alias

    def listed(extras):
        return [extras | {"by": "", "at": ""}] if extras else []

    acts_change(apps, alias, "extras", lambda before, after: ({"extras": listed(before)}, {"extras": listed(after)}))
    for section in apps.get_model("director", "Section").objects.using(alias).all():
        section.extras = listed(section.extras)
        section.save(update_fields=["extras"])


class Migration(migrations.Migration):
    dependencies = [("director", "0033_leads")]

    operations = [
        migrations.RunPython(keep_last, keep_list),
        migrations.AlterField("section", "extras", models.JSONField(blank=True, default=dict)),
    ]
