"""Records as an older version wrote them: without the fields that came later."""

from functools import cache
from typing import Any

from django.apps import apps
from django.db.migrations.loader import MigrationLoader


@cache
def list_later_fields(schema: str) -> dict[str, list[str]]:
    """Return the fields that came after the migration *schema*, by the label of their model."""
    loader = MigrationLoader(None, replace_migrations=False)
    former = loader.project_state(("director", schema)).apps
    later = {}
    for model in apps.get_app_config("director").get_models():
        label = model._meta.label_lower
        try:
            known = {field.name for field in former.get_model(label)._meta.get_fields()}
        except LookupError:
            continue
        later[label] = [
            field.name for field in model._meta.concrete_fields if field.name not in known
        ]
    return later


def forget_later_fields(record: dict[str, Any], schema: str) -> None:
    """Remove from *record* the fields that came after *schema*."""
    for name in list_later_fields(schema).get(record["model"], ()):
        record["fields"].pop(name, None)
