"""The file of a whole event in which somebody wrote: refused in a sentence, or every page of what is taken opens."""

import json

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from director.core.files.event_file import make_event_archive
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.errors import ImportFileError
from director.models.event import Contest
from director.party.play.play import seat_next_round
from tests.director.boards.others import make_contest_section
from tests.director.core.files.test_event_file import import_elsewhere
from tests.director.party.parties import enter_winner, make_seated_party
from tests.factories import enter_all_results, make_director, make_played_section

pytestmark = pytest.mark.django_db

VALUES = [
    None,
    True,
    -1,
    7,
    10**6,
    1.5,
    "x",
    "",
    [],
    ["x"],
    [[]],
    {},
    {"1": "x"},
    {"1": {"x": None}},
]


def make_party():
    party = make_seated_party(players=12, named=True, method="points", goal=10)
    for table_no in range(1, 4):
        enter_winner(party, table_no, None, points=(10, table_no))
    seat_next_round(party=party, round_no=1, user=None)
    enter_winner(party, 1, None, points=(4, 10))
    return party.session.event


def make_boards(contest):
    section = make_played_section() if contest == Contest.PAIRS else make_contest_section(contest)
    if contest != Contest.PAIRS:
        enter_all_results(section)
    return section.session.event


def make(contest):
    """Return what the file of a small event of a *contest* holds."""
    event = make_party() if contest == Contest.PROGRESSIVE else make_boards(contest)
    return json.loads(make_event_archive(event))


@pytest.mark.slow
@pytest.mark.parametrize("contest", Contest)
def test_every_page_of_what_is_taken_opens(client, contest):
    content = make(contest)
    client.force_login(make_director("judge"))

    @given(data=st.data())
    def opens(data):
        label = data.draw(
            st.sampled_from(sorted({record["model"] for record in content["records"]})),
            label="model",
        )
        records = [record["fields"] for record in content["records"] if record["model"] == label]
        at, key = data.draw(
            st.sampled_from([leaf for fields in records for leaf in leaves(fields)]), label="leaf"
        )
        value = data.draw(st.sampled_from(VALUES), label="value")
        former, at[key] = at[key], value
        try:
            with transaction.atomic():
                open_pages(client, json.dumps(content).encode())
                transaction.set_rollback(True)
        finally:
            at[key] = former

    opens()


def leaves(at):
    """Yield every value of *at* that holds no other, as what holds it and its key there."""
    for key, value in list(at.items() if isinstance(at, dict) else enumerate(at)):
        yield from leaves(value) if value and isinstance(value, dict | list) else [(at, key)]


def open_pages(client, data):
    """Open every page of the event of the file *data*, unless it is refused."""
    try:
        event = import_elsewhere(data, again=True)
    except (DeskError, ImportFileError):
        return
    for address in (
        *get_event_kind(event).list_desk_addresses(event),
        event.get_absolute_url(),
    ):
        assert client.get(address, follow=True).status_code in (200, 409, 422), address
