"""One event as a file: every record that hangs on it, the people it names, and what was done when by whom.

The file is JSON: ``kind``, ``format``, ``schema`` (the last migration of the database it is of), ``club``, ``people``
(number in the file, name, number at the club), ``accounts`` (number in the file and name) and ``records``, each with
its model, its number and its fields.  Passwords, e-mail, private addresses and what was said by them are not in it.
"""

import json
from itertools import chain

from django.contrib.auth.models import User

from director.desk.backup.file import Record, plain
from director.desk.backup.older import newest_schema
from director.desk.whole.history import changes_sent, people_in
from director.desk.whole.rows import pointed_to, rows_of
from director.models import Act, Event, Person

KIND = "kalamazoo-event"
FORMAT = 1


def event_whole(event: Event) -> bytes:
    """Return *event* as a file that :func:`~director.desk.whole.write.event_take` reads; a query for each model."""
    records = [_without_others(record) for record in rows_of(event)]
    acts = [record["fields"] for record in records if record["model"] == Act._meta.label_lower]
    for act in acts:
        act["changes"] = changes_sent(act["changes"])
    named = chain.from_iterable(people_in(act["changes"]) for act in acts)
    people = pointed_to(records, Person) | set(named)
    content = {
        "kind": KIND,
        "format": FORMAT,
        "schema": newest_schema(),
        "club": event.club.name,
        "people": [
            {"pk": pk, "name": name, "number": number}
            for pk, name, number in event.club.people.order_by("pk").values_list("pk", "name", "number")
            if pk in people
        ],
        "accounts": [
            {"pk": pk, "name": name}
            for pk, name in User.objects.filter(pk__in=pointed_to(records, User)).values_list("pk", "username")
            if "@" not in name
        ],
        "records": records,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=plain).encode()


def _without_others(record: Record) -> Record:
    """Return *record* without the club it belongs to, which is another one elsewhere."""
    record["fields"].pop("club", None)
    return record
