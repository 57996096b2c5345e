"""Reading nights in: official figures met, people found again, bad files refused with nothing stored."""

import io
import re
from dataclasses import replace
from datetime import date
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
from director.models import Club, Event, Person, Result
from scoring.display import format_percent, format_rounded
from scoring.errors import ScoringError
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    SESSIONS,
    is_nothing_stored,
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


@pytest.mark.parametrize("name", SESSIONS)
def test_the_figures_of_the_file_and_ours_do_not_differ(name):
    assert read_in(name).warnings == ()


def test_a_figure_that_differs_is_named():
    data = replace_in_fixture(
        HOWELL,
        ("<NS_MATCH_POINTS>10</NS_MATCH_POINTS>", "<NS_MATCH_POINTS>9</NS_MATCH_POINTS>"),
        ("<TOTAL_SCORE>128.77</TOTAL_SCORE>", "<TOTAL_SCORE>128.70</TOTAL_SCORE>"),
        ("<PLACE>8</PLACE>", "<PLACE>7</PLACE>"),
    )
    assert list(read_in(data=data).warnings) == [
        "Pair 1: the file has 128.70 points, 47.69%, place 7; here it has 128.77 points, 47.69%, place 8. "
        "All its results match, so the total was changed, or unplayed boards count differently.",
        "Board 1, 6 against 10: the file gives 9.00 and 0.00 points; here it gets 10.00 and 0.00. "
        "The rest of the board matches, so the points of this result were changed.",
    ]


def test_many_differences_are_counted():
    warnings = read_in(options={"neuberg": "no", "board_points": "adjusted"}).warnings
    assert warnings[0] == (
        "12 of 12 totals differ, as 6 of 161 results do: the file was scored with other options."
    )
    assert len(warnings) == 7


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


def test_a_night_with_two_winners_numbers_e_w_after_n_s():
    imported = read_in("club-mitchell-13-pairs")
    event, section = imported.event, fetch_first_section(imported.event.pk)
    assert event.name == "Club pairs"
    assert event.date.isoformat() == "2022-07-21"
    assert event.club.name == "Example Club"
    assert event.source == "club-mitchell-13-pairs.xml, Example 26-Jul-22"
    assert event.is_published is False
    assert event.scoring == "matchpoints"
    assert section.winners == 2
    assert section.ew_offset == 7
    assert section.session.clock == "over"
    assert list(section.entries.values_list("pair_no", flat=True)) == [*range(1, 8), *range(9, 15)]
    assert section.get_label(9) == "2 E-W"
    seated = section.entries.get(pair_no=9).entry_players.values_list(
        "person__name", "person__number"
    )
    assert list(seated) == [("Edith Ivy", "1010"), ("Fred Rowan", "1012")]


def test_results_are_stored_as_a_director_would_type_them(director):
    section = fetch_first_section(read_in(user=director).event.pk)
    texts_stored = dict(
        section.results.counted().filter(board_no__in=(1, 26)).values_list("pk", "counted")
    )
    assert set(texts_stored.values()) >= {"A5050"}
    assert section.results.exclude(round_no=None).count() == 0
    assert set(section.results.values_list("entered_by__username", flat=True)) == {"dora"}
    assert section.results.filter(board_no=12).count() == 5


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


def test_the_score_of_the_file_wins_over_its_contract_and_is_named():
    data = replace_in_fixture(HOWELL, ("<SCORE>-90</SCORE>", "<SCORE>-120</SCORE>"))
    imported = read_in(data=data)
    assert imported.warnings[0] == (
        "Board 6, N-S 7 against E-W 10: 2C by W with 8 tricks scores -90 with E-W vulnerable, but the file has -120. "
        "The file’s score is imported; check it."
    )
    stored = Result.objects.get(board_no=6, ns=7, ew=10)
    assert stored.text == "-120"
    assert stored.ns_score == -120


def test_the_usual_habits_are_named_options():
    assert read_in().event.scoring_options["board_points"] == "bare"


def test_an_option_goes_before_the_usual_habits():
    event = read_in(options={"board_points": "adjusted"}).event
    assert event.scoring_options["board_points"] == "adjusted"


def test_an_unknown_option_is_refused_and_nothing_is_stored():
    with pytest.raises(ScoringError) as caught:
        read_in(options={"moon": "full"})
    assert str(caught.value).startswith(
        "Unknown option “moon” for matchpoints. Choose from per_beaten, "
    )
    assert is_nothing_stored()


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


@pytest.mark.parametrize(
    ("named", "clubs", "expected"),
    [
        pytest.param("", [], "Example Club", id="the club of the file"),
        pytest.param("", ["Riverside Club"], "Riverside Club", id="the club of this database"),
        pytest.param("Hill Club", [], "Hill Club", id="a new club"),
        pytest.param(
            "Hill Club", ["Riverside Club", "Hill Club"], "Hill Club", id="a club that is named"
        ),
    ],
)
def test_a_night_belongs_to_a_club(named, clubs, expected):
    for name in clubs:
        make_club(name)
    assert read_in(club_name=named).event.club.name == expected
    assert Club.objects.count() == len({*clubs, expected})


# -- twice -------------------------------------------------------------------------------------------------------------


def test_the_same_file_twice_is_refused():
    event = read_in().event
    with pytest.raises(DeskError) as caught:
        read_in()
    assert str(caught.value) == (
        f"Club pairs on 27 July 2022 has already been imported from club-howell-12-pairs.xml, Example 26-Jul-22, "
        f"as event {event.pk}. Nothing was imported."
    )
    assert Event.objects.count() == 1
    assert Result.objects.count() == 161


def test_the_same_file_twice_is_stored_again_if_asked():
    first, again = read_in().event, read_in(again=True).event
    assert first.pk != again.pk
    assert Event.objects.count() == 2
    assert Person.objects.count() == 24


def test_the_same_night_is_known_under_another_file_name_and_with_a_name_put_right():
    event = read_in().event
    data = replace_in_fixture(HOWELL, ("<PLAYER_NAME>", "<PLAYER_NAME>Dr "))
    with pytest.raises(DuplicateImportError) as caught:
        import_file(data=data, file_name="copy (2).xml")
    assert caught.value.params["event_id"] == event.pk


def test_other_results_under_the_same_file_name_are_another_night():
    read_in()
    read_in(
        data=replace_in_fixture(
            HOWELL,
            ("<TRICKS>7</TRICKS>", "<TRICKS>6</TRICKS>"),
            ("<SCORE>90</SCORE>", "<SCORE>-50</SCORE>"),
        )
    )
    assert Event.objects.count() == 2


def test_a_night_off_the_lists_may_be_read_in_again():
    move_to_archive(event=read_in().event)
    assert read_in().event.removed_at is None


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


def test_another_file_of_the_same_night_is_another_event():
    read_in()
    make_club("Hill Club")
    read_in(data=read_fixture(), club_name="Hill Club")
    assert Event.objects.count() == 2


# -- people ------------------------------------------------------------------------------------------------------------


def with_player(player, pair=0):
    """Return the source with the first player of a pair replaced."""
    source = read_usebio(read_fixture())
    pairs = list(source.sections[0].pairs)
    pairs[pair] = replace(pairs[pair], players=(player, *pairs[pair].players[1:]))
    return with_section(source, pairs=tuple(pairs))


def seated_first(imported):
    return (
        fetch_first_section(imported.event.pk).entries.get(pair_no=1).entry_players.first().person
    )


def import_source(source, club=None):
    return import_event(club=club or make_club(), source=source, file_name="x.xml")


@pytest.mark.parametrize(
    ("known", "player", "found", "warned"),
    [
        pytest.param(
            [("Ada Ash", "1002")],
            ("Ada Ash", "1002"),
            ("Ada Ash", "1002"),
            [],
            id="by name and number",
        ),
        pytest.param(
            [("Ada Ashe", "1002")],
            ("Ada Ash", "1002"),
            ("Ada Ashe", "1002"),
            [
                "Number 1002 is Ada Ashe at the club but Ada Ash in the file. The club’s name is used."
            ],
            id="by number, the club’s name kept",
        ),
        pytest.param(
            [("ada ash", "")],
            ("Ada Ash", "1002"),
            ("ada ash", "1002"),
            [],
            id="by name, number learned",
        ),
        pytest.param(
            [("Ada Ash", "77")],
            ("Ada Ash", "1002"),
            ("Ada Ash", "1002"),
            [],
            id="other number, other person",
        ),
        pytest.param(
            [("Ada Ash", "77")],
            ("Ada Ash", ""),
            ("Ada Ash", "77"),
            [],
            id="by name, no number in the file",
        ),
        pytest.param([], ("Ada Ash", ""), ("Ada Ash", ""), [], id="new"),
        pytest.param(
            [("Ada Ash", "1002")],
            ("Guest", "1002"),
            ("Ada Ash", "1002"),
            ["Number 1002 is Ada Ash at the club but Guest in the file. The club’s name is used."],
            id="by number, called a guest",
        ),
        pytest.param([], ("Guest", "1002"), ("Guest", ""), [], id="a guest of a foreign number"),
        pytest.param(
            [("Ada Ash", "77"), ("Ada Ash", "78")],
            ("Ada Ash", ""),
            ("Ada Ash", ""),
            [
                "2 people of the club are called Ada Ash and the file has no number; one more was added. "
                "If two are the same, merge them in People."
            ],
            id="which of two",
        ),
        pytest.param(
            [("Ada Ash", "77"), ("Ada Ash", "")],
            ("Ada Ash", ""),
            ("Ada Ash", ""),
            [],
            id="the one without",
        ),
        pytest.param(
            [],
            ("Ada Ash", "Addy"),
            ("Ada Ash", ""),
            [
                "“Addy” of Ada Ash isn’t a membership number and was left out. Add it in People if it is right."
            ],
            id="no number at all",
        ),
        pytest.param(
            [], ("Ada Ash", "9" * 21), ("Ada Ash", ""), [], id="a number too long to keep"
        ),
    ],
)
def test_people_are_found_by_number_then_by_name(known, player, found, warned):
    club = make_club()
    for name, number in known:
        Person.objects.create(club=club, name=name, number=number)
    imported = import_source(with_player(SourcePlayer(player[0], player[1], "")), club)
    person = seated_first(imported)
    assert (person.name, person.number) == found
    assert list(imported.warnings) == warned


def test_the_number_of_the_club_stands_in_for_that_of_the_federation():
    person = seated_first(import_source(with_player(SourcePlayer("Ada Ash", "", "club-7"))))
    assert (person.name, person.number) == ("Ada Ash", "club-7")


def test_a_number_that_several_names_share_means_nothing():
    source = with_player(SourcePlayer("Visitor One", "0", ""))
    pairs = list(source.sections[0].pairs)
    pairs[1] = replace(
        pairs[1], players=(SourcePlayer("Visitor Two", "0", ""), *pairs[1].players[1:])
    )
    imported = import_source(with_section(source, pairs=tuple(pairs)))
    visitors = Person.objects.filter(name__startswith="Visitor").values_list("name", "number")
    assert sorted(visitors) == [("Visitor One", ""), ("Visitor Two", "")]
    assert imported.warnings == ()


def seated_twice(name, number=""):
    """Return the evening with a player of that name and number in pairs 1 and 2."""
    source = with_player(SourcePlayer(name, number, ""))
    pairs = list(source.sections[0].pairs)
    player = SourcePlayer(name.lower(), number, "")
    pairs[1] = replace(pairs[1], players=(player, *pairs[1].players[1:]))
    return with_section(source, pairs=tuple(pairs))


def test_namesakes_in_two_pairs_are_two_people():
    imported = import_source(seated_twice("Visitor"))
    section = fetch_first_section(imported.event.pk)
    assert [section.entries.get(pair_no=number).players.count() for number in (1, 2)] == [2, 2]
    assert list(imported.warnings) == [
        "visitor is in pair 1 and in pair 2: taken for two people, the second as visitor (2). If they are one, merge "
        "them in People."
    ]
    source = replace(seated_twice("Visitor"), date=date(2026, 1, 2))
    import_source(source, club=imported.event.club)
    visitors = Person.objects.filter(name__istartswith="visitor").values_list("name", flat=True)
    assert sorted(visitors) == ["Visitor", "visitor (2)"]


@pytest.mark.parametrize("name", ["GiB", "~~M45910", "Robot"])
def test_robots_sit_at_several_tables_without_a_word(name):
    imported = import_source(seated_twice(name))
    assert imported.warnings == ()
    assert Person.objects.filter(name__istartswith=name).count() == 2


def test_somebody_in_two_pairs_by_number_sits_in_the_first():
    imported = import_source(seated_twice("Visitor", "4711"))
    section = fetch_first_section(imported.event.pk)
    assert [section.entries.get(pair_no=number).players.count() for number in (1, 2)] == [2, 1]
    assert list(imported.warnings) == [
        "Visitor is in pair 1 and in pair 2; the second place was left empty. Correct it in Seats."
    ]


def test_a_name_too_long_is_refused_and_nothing_is_stored():
    with pytest.raises(DeskError) as caught:
        import_source(with_player(SourcePlayer("A" * 81, "", "")))
    assert str(caught.value) == f"The name “{'A' * 40}…” has more than 80 letters. Shorten it."
    assert Event.objects.count() == 0
    assert Person.objects.count() == 0


def test_a_file_is_read_from_a_stream():
    assert (
        import_file(data=io.BytesIO(read_fixture()), file_name="x.xml").event.name == "Club pairs"
    )


# -- names that are none -----------------------------------------------------------------------------------------------


def test_a_player_without_a_name_is_nobody_and_is_warned_of():
    name = usebio.read_root(HOWELL).find(".//PAIR/PLAYER/PLAYER_NAME").text
    imported = read_in(
        data=replace_in_fixture(
            HOWELL, (f"<PLAYER_NAME>{name}</PLAYER_NAME>", "<PLAYER_NAME> </PLAYER_NAME>")
        )
    )
    assert not Person.objects.filter(name="").exists()
    assert Person.objects.count() == 23
    assert [text for text in imported.warnings if "named" in text] == [
        "Pair 1 has 1 player named. Correct the names after importing."
    ]


def test_a_player_without_a_name_is_found_by_number():
    club = make_club()
    ada = Person.objects.create(club=club, name="Ada Ash", number="1002")
    assert seated_first(import_source(with_player(SourcePlayer("", "1002", "")), club)) == ada


def test_names_are_stored_without_signs_nobody_sees():
    data = replace_in_fixture(HOWELL, ("<PLAYER_NAME>", "<PLAYER_NAME>\u202eX\u200b\u2066 "))
    read_in(data=data)
    assert [
        name for name in Person.objects.values_list("name", flat=True) if not name.isprintable()
    ] == []
    assert Person.objects.filter(name__startswith="X ").count() == 1


def test_leads_of_a_file_are_kept_as_they_are_written_here():
    imported = read_in()
    leads = Result.objects.filter(section__session__event=imported.event).values_list(
        "lead", flat=True
    )
    assert {"H2", "CA", "SK"} <= set(leads)
