"""USEBIO by receiver: each file is read by a reader that is as strict as the receiver, and by our own import."""

import io
import zipfile
from dataclasses import replace
from datetime import date
from xml.etree.ElementTree import fromstring

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from director.additions.exports.files.event_file import (
    ExportedEntry,
    ExportedEvent,
    ExportedSection,
    ExportedSession,
)
from director.additions.exports.files.usebio_receivers import (
    MYABF_RECEIVER,
    make_myabf_files,
)
from director.core.files.exports import export_file
from director.formats.errors import ExportError
from director.models import Club, Person
from director.models.event import RankingScope
from tests.cases import leave_to_slow
from tests.director.additions.exports.files.myabf import upload_to_myabf
from tests.director.additions.exports.nights import (
    GIVEN,
    WEIGHTED,
    list_export_tables,
    make_export_event,
)
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db


def files(event, receiver) -> dict[str, bytes]:
    """Return the files of *event* for *receiver* by name."""
    Club.objects.update(club_number="4680")
    file = export_file(list_export_tables(event), "usebio", receiver=receiver.key)
    if file.suffix == ".xml":
        return {"": file.content}
    with zipfile.ZipFile(io.BytesIO(file.content)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def only(event, receiver) -> bytes:
    (content,) = files(event, receiver).values()
    return content


def event_of(data: bytes):
    return fromstring(data.split(b"\n", 2)[2]).find("EVENT")  # noqa: S314


def made(seed: int, **kwargs):
    return make_export_event(seed, ruled=(*GIVEN, *WEIGHTED), **kwargs)


def test_large_sections_keep_their_numbers_apart():
    """Without a database: pair 101 of section A isn't pair 1 of section B."""
    entry = ExportedEntry(1, "", "A", "", "", (), 1, 5, None, "1")
    large = tuple(replace(entry, number=number) for number in range(1, 130))
    sections = tuple(ExportedSection(letter, 1, large, ()) for letter in "AB")
    day = date(2026, 11, 17)
    session = ExportedSession(1, sections, method="butler", has_scale=False, date=day)
    event = ExportedEvent(1, "Hill", "Night", day, "pairs", "", (session,), ())
    ((file,), numbers) = make_myabf_files(event), set()
    for section in file.event.sections:
        numbers |= {entry.number for entry in section.entries}
    assert len(numbers) == 2 * len(large)


@pytest.mark.slow
def test_sections_ranked_apart_are_files_of_their_own_for_myabf():
    event = made(3, letters="AB", pairs=6)
    type(event).objects.filter(pk=event.pk).update(places=RankingScope.SECTION)
    found = files(reload_event(event), MYABF_RECEIVER)
    assert list(found) == ["session-1-a.xml", "session-1-b.xml"]
    for data in found.values():
        upload_to_myabf(data)


def test_sit_outs_and_missing_numbers():
    section = make_night(pairs=7, boards_per_set=2)
    enter_all_results(section)
    Person.objects.update(number="")
    data = only(section.session.event, MYABF_RECEIVER)
    assert upload_to_myabf(data) == []
    assert {len(pair.findall("PLAYER")) for pair in event_of(data).iter("PAIR")} == {2}
    assert all(
        player.find("NATIONAL_ID_NUMBER") is not None for player in event_of(data).iter("PLAYER")
    )


def test_without_results_myabf_gets_nothing():
    event = make_night(pairs=6).session.event
    with pytest.raises(ExportError, match="No results have been entered"):
        files(event, MYABF_RECEIVER)


@pytest.mark.parametrize(
    ("form", "receiver", "sentence"),
    leave_to_slow(
        [
            (
                "usebio",
                "acbl",
                "Unknown receiver “acbl”. Choose one of general, ebu, myabf, bridgewebs.",
            ),
            ("pbn", "ebu", "pbn files are the same for everybody. Leave the receiver out."),
        ],
        but=1,
    ),
)
def test_a_receiver_that_nobody_knows(form, receiver, sentence, tmp_path):
    event = made(1, pairs=6)
    output = str(tmp_path / "night")
    with pytest.raises(CommandError, match=sentence.replace(".", r"\.")):
        call_command(
            "export", str(event.pk), "--format", form, "--receiver", receiver, "--output", output
        )


def test_page_offers_usebio_of_each_session(desk):
    event = made(2, sessions=2, pairs=6)
    section = event.sessions.first().sections.first()
    page = desk.get(f"/sessions/{section.session.pk}/results/?tab=export").content.decode()
    assert "USEBIO for the union, session 2" in page
    response = desk.get(
        f"/events/{event.pk}/export/", {"file": "usebio?receiver=general&session=2"}
    )
    assert response.status_code == 200
    assert b"SESSION_COUNT>1<" in response.content
    wrong = desk.get(f"/events/{event.pk}/export/", {"file": "usebio?session=x"})
    assert wrong.status_code == 404
