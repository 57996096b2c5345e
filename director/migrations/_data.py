"""What migrations that change stored records share."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from django.db import models
from django.db.models.functions import Cast


def settle(schema_editor: Any) -> None:
    """Check foreign keys now, because PostgreSQL alters no table with pending checks."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def rewrite_acts(
    apps: Any,
    schema_editor: Any,
    model: str,
    field: str,
    part_change: Callable[[Any], Iterable[Any]],
) -> None:
    """Replace each change of *field* of *model* in an act by what *part_change* makes of it.

    A change of a part of the field, such as ``"extras/handicap"``, counts too.
    """
    label = f"director.{model}"
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)

    def is_of_field(change: Any) -> bool:
        names = {
            name.partition("/")[0] for side in ("before", "after") for name in change[side] or ()
        }
        return change["model"] == label and field in names

    acts_as_text = acts.annotate(text=Cast("changes", models.TextField()))
    for act in acts_as_text.filter(text__contains=f'"{label}"'):
        if any(map(is_of_field, act.changes)):
            changes = (
                part_change(change) if is_of_field(change) else (change,) for change in act.changes
            )
            act.changes = list(chain.from_iterable(changes))
            act.save(update_fields=["changes"])


def remove_field_from_acts(apps: Any, schema_editor: Any, model: str, field: str) -> None:
    """Take *field* out of the changes of *model* in the history, where its model no longer has it.

    A change of nothing else is removed.
    """

    def without_field(change: Any) -> Iterable[Any]:
        sides = {}
        for side in ("before", "after"):
            fields = change[side]
            sides[side] = fields and {
                name: value for name, value in fields.items() if name.partition("/")[0] != field
            }
        return [change | sides] if any(sides.values()) else []

    rewrite_acts(apps, schema_editor, model, field, without_field)
