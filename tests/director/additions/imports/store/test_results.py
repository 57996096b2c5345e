"""Reading nights in: official figures met, people found again, bad files refused with nothing stored."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.imports.formats.source.model import SourcePlayer
from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.store.event import import_event, import_file
from director.boards.movement.sections import fetch_first_section
from director.core.night.events import move_to_archive
from director.errors import DeskError, DuplicateImportError
from director.formats.result import ResultInFile
from director.models import Event, Person
from scoring.display import format_percent, format_rounded
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    SESSIONS,
    read_fixture,
    replace_in_fixture,
)
from tests.director.boards.scored import fetch_session_sheets
from tests.factories import make_club
from tests.scoring.printed import usebio

pytestmark = pytest.mark.django_db


def read_in(name=HOWELL, data=None, **settings):
    return import_file(data=data or read_fixture(name), file_name=f"{name}.xml", **settings)


def with_section(source, **changes):
    """Return *source* with its only section changed."""
    ((section,),) = source.sessions
    return replace(source, sessions=((replace(section, **changes),),))


def sheets_of(imported):
    return fetch_session_sheets(fetch_first_section(imported.event.pk))


def official_pairs(name):
    """Return number, direction, total, percentage and place of each pair as the file has them."""
    pairs = []
    for pair in usebio.read_root(name).iter("PAIR"):
        text = pair.findtext("PAIR_NUMBER")
        percent = pair.findtext("PERCENTAGE")
        pairs.append(
            (
                int(text.rstrip("NSEW")),
                text.lstrip("0123456789"),
                Fraction(pair.findtext("TOTAL_SCORE")),
                Fraction(percent) if percent else None,
                int(pair.findtext("PLACE")),
            )
        )
    return sorted(pairs)


def official_points(name):
    """Return board, pairs, points of N-S and of E-W of each line as the file has them."""
    unit = "CROSS_IMP_POINTS" if "cross-imp" in name else "MATCH_POINTS"
    return sorted(
        (
            int(board.findtext("BOARD_NUMBER")),
            *(int(line.findtext(f"{side}_PAIR_NUMBER").rstrip("NSEW")) for side in ("NS", "EW")),
            *(Fraction(line.findtext(f"{side}_{unit}")) for side in ("NS", "EW")),
        )
        for board in usebio.read_root(name).iter("BOARD")
        for line in board.iter("TRAVELLER_LINE")
    )


def number(label):
    return int(label.split()[0])


def rounded(points):
    return Fraction(format_rounded(points))


# -- the official figures ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SESSIONS)
def test_points_of_every_line_are_the_official_ones(name):
    sheets = sheets_of(read_in(name))
    ours = [
        (
            board.board_no,
            number(line.ns.label),
            number(line.ew.label),
            rounded(line.ns.points),
            rounded(line.ew.points),
        )
        for board in sheets.boards
        for line in board.lines
    ]
    assert ours == official_points(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SESSIONS)
def test_totals_percentages_and_places_are_the_official_ones(name):
    sheets = sheets_of(read_in(name))
    official = official_pairs(name)
    ours = sorted(
        (
            number(row.label),
            row.direction,
            rounded(row.total),
            None if row.percent is None else Fraction(format_percent(row.percent)),
            int(row.place.rstrip("=")),
        )
        for group in sheets.standings.groups
        for row in group.rows
    )
    given = [pair[3] is not None for pair in official]
    assert [
        (*row[:3], row[3] if has else None, row[4]) for row, has in zip(ours, given, strict=True)
    ] == official


@pytest.mark.slow
def test_only_the_first_differences_are_sentences():
    mark = '<BOARD EVENT_TYPE="MP_PAIRS">'
    first, *boards = read_fixture().decode().split(mark)
    changed_boards = [
        re.sub(r"<NS_MATCH_POINTS>[0-9.]+", "<NS_MATCH_POINTS>7.77", board, count=2)
        for board in boards
    ]
    warnings = read_in(data=mark.join([first, *changed_boards]).encode()).warnings
    assert len(warnings) == 11
    assert re.fullmatch(r"… and [0-9]+ more figures differ\.", warnings[-1])


# -- what is stored ----------------------------------------------------------------------------------------------------


def test_a_score_without_a_contract_stays_a_bare_score():
    source = read_usebio(read_fixture())
    board = replace(
        source.sections[0].boards[0],
        lines=tuple(
            line._replace(result=ResultInFile(score=line.result.score))
            for line in source.sections[0].boards[0].lines
        ),
    )
    imported = import_event(
        club=make_club(), source=with_section(source, boards=(board,)), file_name="bare.xml"
    )
    stored = (
        fetch_first_section(imported.event.pk)
        .results.counted()
        .values_list("counted", "counted_score")
    )
    assert sorted(stored) == sorted(
        (f"{line.result.score:+d}", line.result.score) for line in board.lines
    )


def test_a_scoring_without_a_method_is_refused_and_nothing_is_stored():
    source = replace(read_usebio(read_fixture()), scoring="moonlight")
    club = make_club()
    with pytest.raises(DeskError) as caught:
        import_event(club=club, source=source, file_name="x.xml")
    assert str(caught.value).startswith(
        "Scoring by moonlight isn’t supported. Choose one of matchpoints, "
    )
    assert Event.objects.count() == 0
    assert Person.objects.count() == 0


# -- twice -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_night_is_known_under_another_file_name_and_with_a_name_put_right():
    event = read_in().event
    data = replace_in_fixture(HOWELL, ("<PLAYER_NAME>", "<PLAYER_NAME>Dr "))
    with pytest.raises(DuplicateImportError) as caught:
        import_file(data=data, file_name="copy (2).xml")
    assert caught.value.params["event_id"] == event.pk


@pytest.mark.slow
def test_a_night_off_the_lists_is_not_restored_beside_its_copy(desk):
    """Both would count in seasons and on pages of players."""
    archived = read_in().event
    move_to_archive(event=archived)
    copy = read_in().event
    Event.objects.filter(pk=copy.pk).update(name="Renamed")
    page = desk.post(reverse("event_restore", args=[archived.pk]), follow=True)
    assert f"is on the list, as event {copy.pk}." in page.content.decode()
    archived.refresh_from_db()
    assert archived.removed_at
    move_to_archive(event=Event.objects.get(pk=copy.pk))
    desk.post(reverse("event_restore", args=[archived.pk]))
    archived.refresh_from_db()
    assert archived.removed_at is None
    with pytest.raises(DuplicateImportError):
        read_in()


# -- people ------------------------------------------------------------------------------------------------------------


def with_player(player, pair=0):
    """Return the source with the first player of a pair replaced."""
    source = read_usebio(read_fixture())
    pairs = list(source.sections[0].pairs)
    pairs[pair] = replace(pairs[pair], players=(player, *pairs[pair].players[1:]))
    return with_section(source, pairs=tuple(pairs))


def import_source(source, club=None):
    return import_event(club=club or make_club(), source=source, file_name="x.xml")


def seated_twice(name, number=""):
    """Return the evening with a player of that name and number in pairs 1 and 2."""
    source = with_player(SourcePlayer(name, number, ""))
    pairs = list(source.sections[0].pairs)
    player = SourcePlayer(name.lower(), number, "")
    pairs[1] = replace(pairs[1], players=(player, *pairs[1].players[1:]))
    return with_section(source, pairs=tuple(pairs))


@pytest.mark.slow
def test_somebody_in_two_pairs_by_number_sits_in_the_first():
    imported = import_source(seated_twice("Visitor", "4711"))
    section = fetch_first_section(imported.event.pk)
    assert [section.entries.get(pair_no=number).players.count() for number in (1, 2)] == [2, 1]
    assert list(imported.warnings) == [
        "Visitor is in pair 1 and in pair 2; the second place was left empty. Correct it in Seats."
    ]
