"""What the steps are written with: fields and operations in as few words as they have facts."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Cast

NULL = {"blank": True, "null": True}


def text(length: int, **more: Any) -> models.CharField:
    return models.CharField(max_length=length, **more)


def small(**more: Any) -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(**more)


def count(**more: Any) -> models.PositiveIntegerField:
    return models.PositiveIntegerField(**more)


def moment(**more: Any) -> models.DateTimeField:
    return models.DateTimeField(**more)


def flag(default: bool) -> models.BooleanField:
    return models.BooleanField(default=default)


def data(default: type) -> models.JSONField:
    return models.JSONField(blank=True, default=default)


def part_of(model: str, name: str = "+", **more: Any) -> models.ForeignKey:
    """Return a field that names the *model* that a record belongs to and goes with."""
    return models.ForeignKey(f"director.{model}", models.CASCADE, related_name=name, **more)


def kept(model: str, name: str = "+", **more: Any) -> models.ForeignKey:
    """Return a field that names a record of *model* which cannot go before this one."""
    return models.ForeignKey(f"director.{model}", models.PROTECT, related_name=name, **more)


def somebody(**more: Any) -> models.ForeignKey:
    """Return a field that names who did something, as long as they have an account."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, **more
    )


def once(name: str, *fields: str, **more: Any) -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=fields, name=name, **more)


def check(name: str, condition: models.Q) -> models.CheckConstraint:
    return models.CheckConstraint(condition=condition, name=name)


def index(name: str, *fields: str, **more: Any) -> models.Index:
    return models.Index(fields=fields, name=name, **more)


def create(
    name: str, /, *rules: Any, ordered: tuple = (), plural: str = "", **fields: Any
) -> migrations.CreateModel:
    """Return the operation that makes a model with *fields* besides its key, and constraints and indexes as *rules*."""
    options: dict[str, Any] = {"ordering": ordered} if ordered else {}
    if plural:
        options["verbose_name_plural"] = plural
    for what, kind in (("constraints", models.BaseConstraint), ("indexes", models.Index)):
        if found := [rule for rule in rules if isinstance(rule, kind)]:
            options[what] = found
    if not any(field.primary_key for field in fields.values()):
        key = models.BigAutoField(
            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
        )
        fields = {"id": key, **fields}
    return migrations.CreateModel(name, list(fields.items()), options)


def add(model: str, /, *rules: Any, **fields: Any) -> list[migrations.operations.base.Operation]:
    """Return the operations that give *model* more *fields*, and constraints and indexes as *rules*."""
    return [
        *(migrations.AddField(model, name, field) for name, field in fields.items()),
        *(
            migrations.AddIndex(model, rule)
            if isinstance(rule, models.Index)
            else migrations.AddConstraint(model, rule)
            for rule in rules
        ),
    ]


def remove(model: str, *fields: str, rule: str = "") -> list[migrations.operations.base.Operation]:
    """Return the operations that take *fields* and the constraint *rule* from *model*."""
    first = [migrations.RemoveConstraint(model, rule)] if rule else []
    return [*first, *(migrations.RemoveField(model, name) for name in fields)]


def steps(*names: str) -> list[tuple[str, str]]:
    """Return the nodes of the steps of these names."""
    return [("director", name) for name in names]


def settle(schema_editor: Any) -> None:
    """Have foreign keys checked now: PostgreSQL alters no table whose rows wait for it."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def acts_rewrite(
    apps: Any, schema_editor: Any, model: str, field: str, parted: Callable[[Any], Iterable[Any]]
) -> None:
    """Have every change of *field* of *model*, or of a part of it, in an act be what *parted* makes of the change."""
    label, acts = (
        f"director.{model}",
        apps.get_model("director", "Act").objects.using(schema_editor.connection.alias),
    )

    def is_of_field(change: Any) -> bool:
        names = {
            name.partition("/")[0] for side in ("before", "after") for name in change[side] or ()
        }
        return change["model"] == label and field in names

    for act in acts.annotate(text=Cast("changes", models.TextField())).filter(
        text__contains=f'"{label}"'
    ):
        if any(map(is_of_field, act.changes)):
            changes = (
                (parted(change) if is_of_field(change) else (change,)) for change in act.changes
            )
            act.changes = list(chain.from_iterable(changes))
            act.save(update_fields=["changes"])
