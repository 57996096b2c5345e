"""Of the draws for places a section keeps the seeds; the order that one gave is read from its act."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from director.desk.storage.acts_kept import acts_change


def seeds(draws):
    """Return the seeds of *draws*: bare, or with the order where that followed from past weeks."""
    return [draw["seed"] if isinstance(draw, dict) else draw for draw in draws]


def keep_seeds(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Keep the seed of every draw."""
    alias = schema_editor.connection.alias
    acts_change(apps, alias, "draws", lambda before, after: ({"draws": seeds(before)}, {"draws": seeds(after)}))
    for section in apps.get_model("director", "Section").objects.using(alias).all():
        if any(isinstance(draw, dict) for draw in section.draws):
            section.draws = seeds(section.draws)
            section.save(update_fields=["draws"])


def forget_seeds(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let everybody sit where they do: an older program would undo a draw by its seed, which is not enough for it."""
    apps.get_model("director", "Section").objects.using(schema_editor.connection.alias).update(draws=[])


class Migration(migrations.Migration):
    dependencies = [("director", "0035_cards_in_force")]

    operations = [migrations.RunPython(keep_seeds, forget_seeds)]
