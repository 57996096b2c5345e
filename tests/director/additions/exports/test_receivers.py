"""USEBIO by receiver: each file is read by a reader that is as strict as the receiver, and by our own import."""

import io
import random
import zipfile
from dataclasses import replace
from datetime import date
from xml.etree.ElementTree import fromstring

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from director.additions.exports.event import make_exported_event
from director.additions.exports.files.event_file import (
    ExportedEntry,
    ExportedEvent,
    ExportedSection,
    ExportedSession,
)
from director.additions.exports.files.usebio_receivers import (
    BRIDGEWEBS_RECEIVER,
    EBU_RECEIVER,
    GENERAL_RECEIVER,
    MYABF_RECEIVER,
    RECEIVERS,
    make_myabf_files,
)
from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.event import EventResults
from director.core.base.program import read_program_version
from director.core.files.exports import export_file, list_formats
from director.formats.errors import ExportError
from director.models import Club, EntryPlayer, Person
from director.models.event import Contest, RankingScope
from tests.director.additions.contests.draws.test_draws import make_drawn_section, post_draw
from tests.director.additions.exports.files.ebu import list_missing
from tests.director.additions.exports.files.myabf import MyabfError, upload_to_myabf
from tests.director.additions.exports.nights import (
    GIVEN,
    METHODS,
    WEIGHTED,
    list_export_tables,
    list_scored_lines,
    list_standings,
    make_export_event,
)
from tests.director.additions.exports.usebio_rules import list_breaches
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.director.boards.others import make_contest_section
from tests.factories import enter_all_results, make_club, make_night

pytestmark = pytest.mark.django_db

TAKEN = ["matchpoints", "butler", "cross-imps"]
TYPES = {"matchpoints": "MP_PAIRS", "butler": "BUTLER_PAIRS", "cross-imps": "CROSS_IMP"}


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


def read_in(data: bytes):
    make_club("Hill Club")
    return import_file(data=data, file_name="night.xml", club_name="Hill Club", again=True).event


def made(seed: int, **kwargs):
    return make_export_event(seed, ruled=(*GIVEN, *WEIGHTED), **kwargs)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scoring", TAKEN)
@pytest.mark.parametrize("key", ["mitchell", "howell"])
def test_myabf_takes_pairs(scoring, key, seed):
    """One and two winners, each way of scoring, with rulings, weighted scores, penalties and boards not played."""
    event = made(seed, scoring=scoring, key=key, pairs=8)
    data = only(event, MYABF_RECEIVER)
    stored = upload_to_myabf(data)
    assert event_of(data).get("EVENT_TYPE") == TYPES[scoring]
    rows = [row for group in EventResults(event).standings.groups for row in group.rows]
    assert len(stored) == sum(
        person.number != "" for person in Person.objects.filter(entries__isnull=False)
    )
    assert {row.place for row in stored} <= {int(row.place.rstrip("=")) for row in rows}
    imported = read_in(data)
    assert [[row[:4] for row in group] for _title, group in list_standings(imported)[0]] == [
        [row[:4] for row in group] for _title, group in list_standings(event)[0]
    ]


@pytest.mark.parametrize(
    "receiver", [GENERAL_RECEIVER, EBU_RECEIVER, BRIDGEWEBS_RECEIVER], ids=lambda each: each.key
)
@pytest.mark.parametrize("seed", range(2))
def test_other_files_read_back_the_same(receiver, seed):
    chance = random.Random(seed)
    event = made(
        seed,
        scoring=chance.choice([*METHODS]),
        letters=chance.choice(["A", "AB"]),
        sessions=chance.choice([1, 2]),
        key=chance.choice(["mitchell", "howell"]),
        pairs=2 * chance.randint(3, 4),
    )
    data = only(event, receiver)
    assert list_breaches(data, receiver) == []
    imported = read_in(data)
    assert list_standings(imported) == list_standings(event)
    assert list_scored_lines(imported) == list_scored_lines(event)


@pytest.mark.parametrize("scoring", [*METHODS])
@pytest.mark.parametrize("letters", ["A", "AB"])
@pytest.mark.parametrize("sessions", [1, 2])
def test_the_ebu_finds_everything(scoring, letters, sessions):
    event = made(5, scoring=scoring, letters=letters, sessions=sessions, pairs=6)
    data = only(event, EBU_RECEIVER)
    assert list_missing(data) == []
    told = event_of(data)
    assert told.findtext("P2P_CHARGE_RATE") == "10"
    assert told.findtext("MASTER_POINT_SCALE") == "Club"
    assert told.findtext("BOARDS_PER_ROUND") == "2"


def test_a_session_is_a_file_of_its_own_for_myabf():
    event = made(2, sessions=2, pairs=6)
    found = files(event, MYABF_RECEIVER)
    assert list(found) == ["session-1.xml", "session-2.xml"]
    for data in found.values():
        upload_to_myabf(data)
    second = event_of(found["session-2.xml"])
    assert second.findtext("EVENT_DESCRIPTION") == f"{event.name}, session 2"


@pytest.mark.parametrize("key", ["mitchell", "howell"])
def test_sections_ranked_together_are_one_list_for_myabf(key):
    event = made(4, letters="AB", key=key, pairs=6)
    data = only(event, MYABF_RECEIVER)
    upload_to_myabf(data)
    (section,) = read_usebio(data).sections
    numbers = {pair.number for pair in section.pairs}
    assert min(numbers) == 101
    assert max(numbers) > 200
    (source,) = make_exported_event(list_export_tables(event)).sessions
    figures = {(pair.total, pair.rank) for pair in section.pairs}
    assert len(section.pairs) == sum(len(section.entries) for section in source.sections)
    assert len(figures) > 1
    assert {len(board.lines) for board in section.boards} >= {6}


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


def test_sections_with_different_winners_have_numbers_of_their_own():
    event = make_export_event(6, letters="AB", pairs=6, extras=False, penalty=False)
    section = fetch_section(event.sessions.get().sections.order_by("letter").last().ref)
    section.winners = 1
    section.save(update_fields=["winners"])
    data = only(reload_event(event), MYABF_RECEIVER)
    upload_to_myabf(data)
    assert event_of(data).findtext("WINNER_TYPE") == "1"
    read_usebio(data)


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


def test_names_that_xml_could_read_otherwise_and_numbers_of_another_union():
    section = make_night(pairs=6)
    enter_all_results(section)
    first, second, *_rest = Person.objects.order_by("pk")
    Person.objects.filter(pk=first.pk).update(name="<b>Ann & Bob</b>", number="J123456")
    Person.objects.filter(pk=second.pk).update(number="0218650")
    stored = upload_to_myabf(only(section.session.event, MYABF_RECEIVER))
    assert [(row.number, row.partner) for row in stored if row.number == 218650] == [
        (218650, "<B>Ann & Bob</B>")
    ]


@pytest.mark.parametrize("left", [0, 1])
def test_a_pair_of_one_player_or_of_none(left):
    section = make_night(key="howell", pairs=6)
    enter_all_results(section)
    entry = section.entries.get(pair_no=2)
    players = list(EntryPlayer.objects.filter(entry=entry))
    for player in players[left:]:
        player.delete()
    data = only(section.session.event, MYABF_RECEIVER)
    upload_to_myabf(data)
    (pair,) = [each for each in event_of(data).iter("PAIR") if each.findtext("PAIR_NUMBER") == "2"]
    assert [player.findtext("PLAYER_NAME") for player in pair.iter("PLAYER")][left:] == ["?"] * (
        2 - left
    )
    imported = read_in(data)
    assert not Person.objects.filter(club=imported.club, name="?").exists()


def test_boards_that_myabf_cannot_show_are_left_out():
    section = make_night(key="howell", pairs=6, boards_per_set=1)
    enter_all_results(section)
    sheets = EventResults(reload_event(section.session.event)).first_session
    board_1 = [line for line in sheets.lines.all if line.board_no == 1]
    for line in board_1[1:]:
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text="", user=None)
    data = only(section.session.event, MYABF_RECEIVER)
    upload_to_myabf(data)
    boards = [board.findtext("BOARD_NUMBER") for board in event_of(data).iter("BOARD")]
    assert "1" not in boards
    with pytest.raises(MyabfError):
        upload_to_myabf(only(section.session.event, BRIDGEWEBS_RECEIVER))


@pytest.mark.parametrize("receiver", RECEIVERS, ids=lambda each: each.key)
@pytest.mark.parametrize(
    "contest", [Contest.TEAMS, Contest.INDIVIDUAL, "swiss-pairs", "swiss-teams"]
)
def test_events_that_are_not_pairs(contest, receiver, desk):
    if isinstance(contest, str) and contest.startswith("swiss"):
        kind = Contest.TEAMS if contest == "swiss-teams" else Contest.PAIRS
        section = make_drawn_section(desk, contest=kind, key=contest, size=6)
        post_draw(desk, section)
        section = fetch_section(section.session_id)
    else:
        section = make_contest_section(contest)
    enter_all_results(section)
    event = reload_event(section.session.event)
    if receiver is MYABF_RECEIVER:
        with pytest.raises(ExportError, match="Choose another receiver"):
            files(event, receiver)
        return
    data = only(event, receiver)
    assert list_breaches(data, receiver) == []
    if receiver is EBU_RECEIVER and contest != Contest.INDIVIDUAL:
        assert [lack for lack in list_missing(data) if "BOARDS_PER_ROUND" not in lack] == []


def test_without_results_myabf_gets_nothing():
    event = make_night(pairs=6).session.event
    with pytest.raises(ExportError, match="No results have been entered"):
        files(event, MYABF_RECEIVER)


def test_the_general_file_has_nothing_more(tmp_path):
    event = made(1, pairs=6)
    Club.objects.update(club_number="4680")
    call_command("export", str(event.pk), "--format", "usebio", "--output", str(tmp_path / "a.xml"))
    options = ["--format", "usebio", "--receiver", "general", "--output", str(tmp_path / "b.xml")]
    call_command("export", str(event.pk), *options)
    content = (tmp_path / "a.xml").read_bytes()
    assert content == (tmp_path / "b.xml").read_bytes() == only(event, GENERAL_RECEIVER)
    for tag in (b"CLUB_ID_NUMBER", b"PROGRAM_VERSION", b"P2P_CHARGE_RATE", b"<PAIRS>", b"_SCALE"):
        assert tag not in content


@pytest.mark.parametrize(
    ("form", "receiver", "sentence"),
    [
        (
            "usebio",
            "acbl",
            "Unknown receiver “acbl”. Choose one of general, ebu, myabf, bridgewebs.",
        ),
        ("pbn", "ebu", "pbn files are the same for everybody. Leave the receiver out."),
    ],
)
def test_a_receiver_that_nobody_knows(form, receiver, sentence, tmp_path):
    event = made(1, pairs=6)
    output = str(tmp_path / "night")
    with pytest.raises(CommandError, match=sentence.replace(".", r"\.")):
        call_command(
            "export", str(event.pk), "--format", form, "--receiver", receiver, "--output", output
        )


def test_only_one_format_has_receivers_and_files_name_the_release():
    assert [known.key for known in list_formats() if known.receivers] == ["usebio"]
    release = read_program_version()
    named = f"<PROGRAM_VERSION>{release}</PROGRAM_VERSION>".encode()
    assert named in only(made(1, pairs=6), EBU_RECEIVER)


def test_one_session_of_several_is_a_file_of_its_own():
    event = made(2, sessions=2, pairs=6)
    file = export_file(list_export_tables(event), "usebio", session_no=2)
    told = event_of(file.content)
    assert told.findtext("SESSION_COUNT") == "1"
    (source,) = read_usebio(file.content).sessions
    whole = read_usebio(only(event, GENERAL_RECEIVER)).sessions
    assert source[0].boards == whole[1][0].boards
    with pytest.raises(ExportError) as refused:
        export_file(list_export_tables(event), "usebio", session_no=3)
    assert str(refused.value) == "The event has no session 3 in this format. Choose another."


def test_page_offers_usebio_of_each_session(desk):
    event = made(2, sessions=2, pairs=6)
    section = event.sessions.first().sections.first()
    page = desk.get(f"/sessions/{section.session.pk}/results/?tab=export").content.decode()
    assert "USEBIO for your union, session 2" in page
    response = desk.get(
        f"/events/{event.pk}/export/", {"file": "usebio?receiver=general&session=2"}
    )
    assert response.status_code == 200
    assert b"SESSION_COUNT>1<" in response.content
    wrong = desk.get(f"/events/{event.pk}/export/", {"file": "usebio?session=x"})
    assert wrong.status_code == 404
