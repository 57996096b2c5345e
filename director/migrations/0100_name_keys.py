"""People and bodies are told apart by a normalised name, which both databases compare alike."""

import unicodedata
from collections import Counter
from typing import Any

from django.db import migrations

from director.migrations._fields import add, once, remove, settle, small, steps, text

BATCH = 500


def folded(name: str) -> str:
    """Return the normalised form of *name*, as the program made it at this step."""
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFC", decomposed).split())


def fill_people(apps: Any, schema_editor: Any) -> None:
    """Fill the names. People of one name and number stay, the later ones marked as twins.

    SQLite folded only the capitals of ASCII, so it kept *Émile Zola* and *émile Zola* apart.
    """
    people = apps.get_model("director", "Person").objects.using(schema_editor.connection.alias)
    twins = Counter[tuple[int, str, str]]()
    batch = []
    for person in people.order_by("pk").only("club", "name", "number").iterator(chunk_size=BATCH):
        person.name_key = folded(person.name)
        same = person.club_id, person.name_key, person.number
        person.twin_no = twins[same]
        twins[same] += 1
        batch.append(person)
    people.bulk_update(batch, ["name_key", "twin_no"], batch_size=BATCH)
    settle(schema_editor)


def fill_bodies(apps: Any, schema_editor: Any) -> None:
    """Fill the bodies' names. A second number of one body stays, under the name with a figure."""
    numbers = apps.get_model("director", "PersonNumber").objects.using(
        schema_editor.connection.alias
    )
    bodies: dict[int, set[str]] = {}
    batch = list(numbers.order_by("pk"))
    for number in batch:
        known = bodies.setdefault(number.person_id, set())
        body, figure = number.body, 1
        while folded(number.body) in known:
            figure += 1
            number.body = f"{body[:35]} {figure}"
        number.body_key = folded(number.body)
        known.add(number.body_key)
    numbers.bulk_update(batch, ["body", "body_key"], batch_size=BATCH)
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = steps("0099_key_of_one_entry")

    operations = [
        *remove("person", rule="person_once_in_club"),
        *remove("personnumber", rule="one_number_a_body"),
        *add(
            "person",
            name_key=text(240, default="", editable=False, serialize=False),
            twin_no=small(default=0, editable=False),
        ),
        *add("personnumber", body_key=text(120, default="", editable=False, serialize=False)),
        migrations.RunPython(fill_people, migrations.RunPython.noop),
        migrations.RunPython(fill_bodies, migrations.RunPython.noop),
        *add("person", once("person_once_in_club", "club", "name_key", "number", "twin_no")),
        *add("personnumber", once("one_number_a_body", "person", "body_key")),
    ]
