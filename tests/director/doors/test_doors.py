"""What one door takes, every door takes, or the first door refuses it with a sentence.

The forms of a night's pages are used one after the other, with odd values in their boxes. What is
taken goes through undo and redo, a backup that is restored in an empty database, and the file of the
event in another club. It must come out equal, every page must open, and both calculations must agree.
Forms are found by reading the pages, so a new form joins by itself.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from director.core.base.roles import Role, get_role
from director.models import Event
from tests.director.doors import checks, values
from tests.director.doors.databases import Place, drop_databases, has_postgres
from tests.director.doors.houses import House, make_house
from tests.director.doors.page_forms import Door, fill, is_page
from tests.director.pages import HTMX, find_texts
from tests.factories import make_director

pytestmark = pytest.mark.django_db

STEPS = 40
"""Pages that are opened in one example to send a form, before the club is restored and exported."""
PAGES_LOOKED_AT = 30
"""Pages that are opened afterwards, here and where the club is restored. A night has 400."""
NIGHTS_USED = (
    "party before the draw",
    "eight teams",
    "cut-in tables",
    "five tables",
    "nine Swiss pairs",
    "no movement",
    "two eights",
    "Skat in series",
    "party by cards",
)


@dataclass
class Trail:
    """What was sent in an example, for the message of a failure, and how often each door took something."""

    lines: list[str] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)


def use_doors(name: str, seed: int, trail: Trail, *, steps: int, places: Sequence[Place]) -> None:
    """Use some doors of the night *name*, and look at the club afterwards."""
    chance = Random(f"{name} {seed}")
    trail.lines.clear()
    house = make_house(name, make_director())
    client = Client()
    for _step in range(steps):
        sign_in(client)
        doors = house.open_some(client, chance)
        if doors:
            send(client, chance.choice(doors), chance, trail)
    sign_in(client)
    for path in draw_paths(house, chance):
        house.open_page(client, path)
    checks.refuse_different_figures()
    opened = chance.choice(places)
    for place in places:
        paths = draw_paths(house, chance) if place is opened else []
        checks.restore_elsewhere(place, paths)
    for event in Event.objects.all():
        checks.import_elsewhere(event, opened)


def draw_paths(house: House, chance: Random) -> list[str]:
    """Return some of the pages of *house*."""
    return chance.sample(house.paths, min(PAGES_LOOKED_AT, len(house.paths)))


def sign_in(client: Client) -> None:
    """Sign a director in, whatever happened to the accounts."""
    directors = (user for user in User.objects.order_by("pk") if is_director(user))
    client.force_login(next(directors, None) or make_director("one more"))


def is_director(user: User) -> bool:
    """Return whether *user* may sign in as a director."""
    return user.is_active and user.has_usable_password() and get_role(user) is Role.DIRECTOR


def send(client: Client, door: Door, chance: Random, trail: Trail) -> None:
    """Fill the form of *door* and send it."""
    event = Event.objects.order_by("pk").first()
    number, undone = checks.latest_act(event), checks.list_undone_acts(event)
    before = checks.state_of_club()
    if door.boxes == "json":
        sent = values.draw_message(chance)
        response = client.post(door.address, json.dumps(sent), content_type="application/json")
    else:
        sent = fill(door, chance)
        response = client.post(door.address, sent, **(HTMX if door.is_htmx else {}))
    trail.lines.append(f"{door.path} {door.address} {sent}: {response.status_code}")
    if not is_taken(response):
        return
    trail.taken[door.name] += 1
    has_one_act = event.acts.filter(number__gt=number).count() == 1
    if (
        has_one_act
        and checks.list_undone_acts(event) == undone
        and checks.has_new_act(event, number)
    ):
        checks.undo_and_redo(event, before)


def is_taken(answer: HttpResponse) -> bool:
    """Return whether *answer* doesn't refuse what was sent. A refusal must say why."""
    assert answer.status_code < 500
    if answer.status_code < 400:
        return True
    has_sentence = (
        bool(find_texts(answer, ".bad") or find_texts(answer, ".say"))
        if is_page(answer)
        else answer.content
    )
    assert has_sentence or answer.status_code in (403, 404, 405, 429), "refused without a sentence"
    return False


@pytest.fixture(scope="module")
def places(tmp_path_factory, ready_database):
    """Where clubs are restored: in SQLite, and in PostgreSQL if a server answers."""
    folder = tmp_path_factory.mktemp("doors")
    vendors = ["sqlite", "postgresql"] if has_postgres() else ["sqlite"]
    yield [Place(vendor, folder, ready_database) for vendor in vendors]
    drop_databases()


# Not Hypothesis: a form may have 300 boxes, more than it draws choices for, and to shrink a failure
# makes it no simpler. The boxes are filled by a seed, which a failure names.
@pytest.mark.doors
@pytest.mark.slow
@pytest.mark.parametrize("name", NIGHTS_USED)
def test_values_taken_by_one_door_are_taken_by_every_door(name, pytestconfig, places):
    end = time.monotonic() + pytestconfig.option.seconds / len(NIGHTS_USED)
    trail = Trail()
    values.prepare_event_files()
    for seed in count(int(os.environ.get("DOORS_SEED", "0"))):
        use_and_roll_back(name, seed, trail, steps=STEPS, places=places)
        if time.monotonic() > end:
            break
    assert trail.taken


def use_and_roll_back(name: str, seed: int, trail: Trail, **kwargs) -> None:
    """Use doors of the night *name*, and undo all at the end. A failure tells what was sent."""
    with transaction.atomic():
        try:
            use_doors(name, seed, trail, **kwargs)
        except Exception as error:
            error.add_note("\n".join([f"{name}, seed {seed}:", *trail.lines[-5:]]))
            raise
        finally:
            transaction.set_rollback(True)
