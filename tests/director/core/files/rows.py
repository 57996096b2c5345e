"""What is stored, in a form in which two databases can be compared: every number as its place in the order."""

import json
from collections import defaultdict

from django.apps import apps
from django.contrib.auth.models import User
from django.core import serializers

from director.core.files.backups.database import BACKUP_MODELS
from director.core.files.backups.numbers import get_numbering_model
from director.core.files.backups.records import serialize_records
from director.core.files.event_file import get_foreign_keys, get_models_by_label, make_event_archive
from director.models import Person

OTHERWISE = {
    "director.event": {
        "published_at",
        "removed_at",
        "created_at",
        # A period stops with the publication that began it.
        "corrections_until",
        "is_period_stopped",
    }
}
"""What another database has its own way with."""


def dump_all_records() -> str:
    """Return every record there is, as text."""
    return json.dumps(list(serialize_records(BACKUP_MODELS)), default=str)


def dump_night() -> str:
    """Return every record of the program but those that say what was done, and people, who stay on the club's list."""
    said = {"act", "standingsversion", "person"}
    models = [
        model
        for model in apps.get_app_config("director").get_models()
        if model._meta.model_name not in said
    ]
    return "\n".join(
        serializers.serialize("jsonl", model._base_manager.order_by("pk")) for model in models
    )


def dump_event_in_order(event) -> list:
    """Return the records of the file of *event* with every number as its place among those of its model."""
    content = json.loads(make_event_archive(event))
    places = _Places(content)
    for record in content["records"]:
        model = get_models_by_label()[record["model"]]
        record["pk"] = places.of(model, record["pk"])
        for field in get_foreign_keys(model):
            if field.name in record["fields"]:
                record["fields"][field.name] = places.of(
                    field.related_model, record["fields"][field.name]
                )
        for name in OTHERWISE.get(record["model"], ()):
            record["fields"].pop(name, None)
        for change in (
            record["fields"].get("changes", ()) if record["model"] == "director.act" else ()
        ):
            _order_change(change, places)
    return content["records"]


class _Places:
    """The place of every number among those of its model, in the order in which they come; people by their names."""

    def __init__(self, content):
        self._places = defaultdict(dict)
        self._places[Person] = {
            person["pk"]: f"{person['name']} {person['number']}" for person in content["people"]
        }
        self._places[User] = {account["pk"]: account["name"] for account in content["accounts"]}

    def of(self, model, number):
        if number is None:
            return None
        kept = self._places[get_numbering_model(model)]
        if model is Person:
            return kept.get(number)  # None for somebody who was removed from People
        return kept.setdefault(number, len(kept))


def _order_change(change, places):
    model = get_models_by_label()[change["model"]]
    change["pk"] = places.of(model, change["pk"])
    for side in ("before", "after"):
        for name, value in (change[side] or {}).items():
            field = model._meta.get_field(name.removesuffix("_id"))
            if field.is_relation:
                change[side][name] = places.of(field.related_model, value)
            elif field.primary_key:
                change[side][name] = places.of(model, value)


def list_records(content, label: str) -> list[dict]:
    """Return the records of a model in the *content* of an event file."""
    return [record for record in content["records"] if record["model"] == f"director.{label}"]
