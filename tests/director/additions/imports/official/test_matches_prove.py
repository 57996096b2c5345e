"""Files of teams whose matches have scores: they show the method and the scale, and what differs."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from director.additions.imports.official.figures import make_printed_figure
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_first_section
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file, make_event_tables
from director.models import Event
from director.models.event import Contest
from tests.director.additions.imports.store.test_teams import (
    list_standings,
    make_event_with_results,
)
from tests.director.boards.paper.nights_out import NIGHTS

pytestmark = pytest.mark.django_db

SCORINGS = [
    ("board-a-match", {}),
    ("board-a-match", {"win": "1"}),
    ("team-imps", {}),
    ("team-imps", {"victory_points": "discrete"}),
    ("team-imps", {"victory_points": "acbl-20"}),
    ("team-imps", {"victory_points": "none"}),
    ("patton", {}),
    ("patton", {"aggregate": "imps"}),
]
_BOTH_FIGURES = re.compile(
    "<TEAM_SCORE>[^<]*</TEAM_SCORE><OPPOSING_TEAM_SCORE>[^<]*</OPPOSING_TEAM_SCORE>"
    "<TEAM_VICTORY_POINTS>([^<]*)</TEAM_VICTORY_POINTS>"
    "<OPPOSING_TEAM_VICTORY_POINTS>([^<]*)</OPPOSING_TEAM_VICTORY_POINTS>"
)
_ONE_FIGURE = r"<TEAM_SCORE>\1</TEAM_SCORE><OPPOSING_TEAM_SCORE>\2</OPPOSING_TEAM_SCORE>"


def make_scored_event(scoring: str, options: dict[str, str]) -> Event:
    """Return the event of six teams that all met, scored by *scoring* with *options*."""
    event = make_event_with_results(Contest.TEAMS, key="round-robin", size=6, boards_per_set=6)
    Event.objects.filter(pk=event.pk).update(scoring=scoring, scoring_options=options)
    event.refresh_from_db()
    return event


def write_foreign_usebio(event: Event, *, has_one_figure: bool = False) -> str:
    """Return the USEBIO file of *event* as another program writes it, without our own words."""
    text = export_file(make_event_tables(event), "usebio").content.decode()
    text = re.sub(r"<\?kalamazoo.*?\?>", "", text)
    if has_one_figure:
        text = _BOTH_FIGURES.sub(_ONE_FIGURE, text).replace(".00<", "<")
    return text


def name_methods(text: str, board_method: str, match_method: str) -> bytes:
    """Return *text* with other names of its methods, none if they are empty."""
    for tag, method in (("BOARD", board_method), ("MATCH", match_method)):
        element = f"<{tag}_SCORING_METHOD>{method}</{tag}_SCORING_METHOD>" if method else ""
        text = re.sub(f"<{tag}_SCORING_METHOD>[^<]*</{tag}_SCORING_METHOD>", element, text)
    return text.encode()


@pytest.mark.slow
@pytest.mark.parametrize(("scoring", "options"), SCORINGS)
@pytest.mark.parametrize(("board_method", "match_method"), [("IMPS", "VPS"), ("", "")])
@pytest.mark.parametrize("has_one_figure", [False, True])
def test_match_scores_show_the_method_whatever_the_file_calls_it(
    scoring, options, board_method, match_method, has_one_figure
):
    event = make_scored_event(scoring, options)
    text = write_foreign_usebio(event, has_one_figure=has_one_figure)
    data = name_methods(text, board_method, match_method)
    report = import_file(data=data, file_name="teams.xml", again=True)
    assert report.event.scoring == scoring
    assert report.event.scoring_options.items() >= options.items()
    assert list_standings(report.event) == list_standings(event)
    assert report.differences == ()
    assert "all 15 matches" in " ".join(report.notes)


@pytest.mark.slow
def test_a_scale_that_nobody_names_is_found_from_the_matches():
    scale = "0:10-10,1:11-9,3:12-8,6:14-6,12:16-4,20:18-2,30:20-0"
    event = make_scored_event("team-imps", {"victory_points": "own", "own_scale": scale})
    report = import_file(
        data=name_methods(write_foreign_usebio(event), "IMPS", "VPS"),
        file_name="teams.xml",
        again=True,
    )
    assert report.event.scoring_options["victory_points"] == "own"
    assert list_standings(report.event) == list_standings(event)
    assert report.differences == ()
    notes = " ".join(report.notes)
    assert "all 15 matches" in notes
    assert "The scale of victory points was found from the matches." in notes


@pytest.mark.slow
def test_points_that_change_with_equal_margins_are_no_scale():
    scale = "0:10-10,1:11-9,3:12-8,6:14-6,12:16-4,20:18-2,30:20-0"
    event = make_scored_event("team-imps", {"victory_points": "own", "own_scale": scale})
    # One match has more points than a larger margin gets.
    text = write_foreign_usebio(event).replace(
        "<TEAM_VICTORY_POINTS>12.00</TEAM_VICTORY_POINTS>",
        "<TEAM_VICTORY_POINTS>19.00</TEAM_VICTORY_POINTS>",
    )
    assert "19.00" in text
    report = import_file(data=text.encode(), file_name="teams.xml", again=True)
    assert report.event.scoring_options["victory_points"] != "own"
    assert report.differences


def test_points_of_pairs_inside_a_match_are_not_those_of_teams():
    event = make_scored_event("board-a-match", {})
    text = name_methods(write_foreign_usebio(event), "PAB", "PAB").decode()
    points = "<NS_CROSS_IMP_POINTS>3.50</NS_CROSS_IMP_POINTS><EW_CROSS_IMP_POINTS>-3.50</EW_CROSS_IMP_POINTS>"
    text = text.replace("</TRAVELLER_LINE>", f"{points}</TRAVELLER_LINE>").replace(
        "<WINNER_TYPE>",
        "<PAIRWISE_SCORING_METHOD>CROSS_IMPS</PAIRWISE_SCORING_METHOD><WINNER_TYPE>",
        1,
    )
    report = import_file(data=text.encode(), file_name="teams.xml", again=True)
    assert report.event.scoring == "board-a-match"
    assert report.differences == ()
    assert list_standings(report.event) == list_standings(event)


@pytest.mark.slow
def test_point_a_board_is_board_a_match():
    event = make_scored_event("board-a-match", {})
    data = name_methods(write_foreign_usebio(event), "PAB", "PAB")
    report = import_file(data=data, file_name="teams.xml", again=True)
    assert report.event.scoring == "board-a-match"
    assert list_standings(report.event) == list_standings(event)


@pytest.mark.slow
def test_totals_alone_show_the_method_if_all_of_them_match():
    event = make_scored_event("board-a-match", {})
    text = re.sub(
        "<(OPPOSING_)?TEAM_SCORE>[^<]*</(OPPOSING_)?TEAM_SCORE>", "", write_foreign_usebio(event)
    )
    report = import_file(data=name_methods(text, "IMPS", ""), file_name="teams.xml", again=True)
    assert report.event.scoring == "board-a-match"
    assert list_standings(report.event) == list_standings(event)


@pytest.mark.slow
def test_a_match_that_differs_is_named_with_both_scores():
    event = make_scored_event("team-imps", {})
    text = write_foreign_usebio(event)
    match = next(iter(EventResults(event).first_session.scored.ranking.matches))
    points = f"{float(match.score[0]):.2f}"
    changed = text.replace(f"<TEAM_VICTORY_POINTS>{points}<", "<TEAM_VICTORY_POINTS>1.23<", 1)
    report = import_file(data=changed.encode(), file_name="teams.xml", again=True)
    sentence = report.differences[0]
    assert sentence.startswith(f"Round {match.round_no}, {match.home} against {match.away}: ")
    assert "the file gives 1.23 and" in sentence
    assert f"here it gets {points} and" in sentence
    assert "all 12 totals, percentages and places" in " ".join(report.notes)


@pytest.mark.slow
def test_matches_by_an_unknown_scale_have_one_sentence():
    event = make_scored_event("team-imps", {})
    text = re.sub(
        "(TEAM_VICTORY_POINTS>)([0-9.]+)<",
        lambda found: f"{found[1]}{float(found[2]) ** 2:.2f}<",
        write_foreign_usebio(event),
    )
    report = import_file(data=text.encode(), file_name="teams.xml", again=True)
    assert report.differences[0].endswith("by a method or scale that isn’t known here.")
    assert len(report.differences) == 1


def change_places(text: str, places: dict[int, int]) -> bytes:
    """Return a file of teams in which each old place of *places* is another one."""
    return re.sub(
        "<PLACE>([0-9]+)=?</PLACE>",
        lambda found: f"<PLACE>{places.get(int(found[1]), int(found[1]))}</PLACE>",
        text,
    ).encode()


@pytest.mark.slow
def test_only_a_place_against_the_order_of_totals_was_entered_by_hand():
    event = make_scored_event("team-imps", {})
    text = write_foreign_usebio(event)
    assert len({row[3] for row in list_standings(event)}) == 6
    report = import_file(data=change_places(text, {1: 2, 2: 1}), file_name="teams.xml", again=True)
    by_hand = [text for text in report.differences if "entered by hand" in text]
    assert len(by_hand) == len(report.differences) == 2
    # The order is that of the totals, so other teams were ranked with them.
    shifted = {place: place + 2 for place in range(1, 7)}
    report = import_file(data=change_places(text, shifted), file_name="teams.xml", again=True)
    assert len(report.differences) == 1
    assert "ranks other pairs together, or breaks ties otherwise" in report.differences[0]


def test_a_difference_of_a_millionth_is_none():
    figure = make_printed_figure(Decimal("52.777779"), 2)
    assert figure is not None
    assert figure.is_rounded_from(Fraction(950, 18))
    assert not figure.is_rounded_from(Fraction(950, 18) + Fraction(1, 1000))


@pytest.mark.slow
@pytest.mark.parametrize("night", ["Swiss pairs", "Swiss pairs, sit-outs"])
@pytest.mark.parametrize("scoring", ["swiss-pairs", "swiss-pairs-imps"])
def test_a_swiss_of_pairs_is_scored_by_its_matches_if_their_scores_say_so(desk, night, scoring):
    event = NIGHTS[night](desk)
    event.scoring, event.scoring_options = scoring, {}
    event.save()
    data = write_foreign_usebio(event).encode()
    report = import_file(data=data, file_name="swiss.xml", again=True)
    assert report.event.scoring == scoring
    assert list_standings(report.event) == list_standings(event)
    assert report.doubts == report.differences == ()
    assert fetch_first_section(report.event.pk).plan.rounds == 2


@pytest.mark.slow
def test_other_match_scores_of_pairs_are_left_out_and_said(desk):
    event = NIGHTS["Swiss pairs"](desk)
    text = re.sub("(NS_VICTORY_POINTS>)[^<]*<", r"\g<1>1.11<", write_foreign_usebio(event))
    report = import_file(data=text.encode(), file_name="swiss.xml", again=True)
    assert report.event.scoring == "matchpoints"
    assert any("the scores of 6 matches" in doubt for doubt in report.doubts)
