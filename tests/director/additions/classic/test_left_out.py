"""Without the addition, events that its methods score say so, and are back with it."""

import pytest
from django.core.management import CommandError, call_command

from director.additions.imports.store.event_file import read_event_file
from director.additions.imports.store.event_import import import_event_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import import_result
from director.core.files.event_file import make_event_archive
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Event, Result, Season, Stage
from director.models.season import SeasonEvent
from scoring.classic.register import PAIR_METHODS
from scoring.classic.team_matches import FOUR_PAIRS, FOURS
from scoring.registry import (
    SCORING_METHODS,
    TEAM_METHODS,
    get_default_method,
    list_methods_for_game,
)
from tests.factories import make_club, make_director, make_night

OLD_METHODS = (*PAIR_METHODS, FOUR_PAIRS, FOURS)
SENTENCE = "was set up without the scoring method of this event (howell-losses)."


@pytest.fixture
def old_event():
    """Return a published event scored by an old method, which a season counts."""
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    for number, line in enumerate(fetch_section_lines(section).all):
        import_result(section=section, line=line, text=("4SS=", "3NTE-1")[number % 2], user=None)
    event = set_scoring(section=section, scoring="howell-losses", options={})
    publish_results(event=event)
    season = Season.objects.create(club=event.club, name="Winter")
    SeasonEvent.objects.create(season=season, event=event)
    return event


@pytest.fixture
def leave_out(settings):
    """Return a function that takes the old methods out of the program."""

    def take_out():
        settings.HAS_ALL_ADDITIONS = False
        for methods in (SCORING_METHODS, TEAM_METHODS):
            methods[:] = [method for method in methods if method not in OLD_METHODS]

    former_methods = SCORING_METHODS[:], TEAM_METHODS[:]
    yield take_out
    SCORING_METHODS[:], TEAM_METHODS[:] = former_methods


@pytest.mark.parametrize(
    ("game", "default_key", "keys_of_game"),
    [
        ("whist", "average", []),
        ("auction", "matchpoints", ["excess"]),
        ("auction-1914", "matchpoints", ["excess"]),
    ],
)
def test_games_of_1900_are_scored_by_the_methods_that_remain(
    leave_out, game, default_key, keys_of_game
):
    leave_out()
    common_keys = ["matchpoints", "ascherman", "aggregate", "average"]
    assert [method.key for method in list_methods_for_game(game)] == [*common_keys, *keys_of_game]
    assert get_default_method(game).key == default_key
    assert get_default_method(game, "teams").key == "team-imps"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/", "/nights/", "/events/new/", "/results/", "/results/feed.atom", "/club-seasons/{season}/"],
)
def test_lists_leave_out_events_of_old_methods(client, old_event, leave_out, address):
    leave_out()
    client.force_login(make_director())
    response = client.get(address.format(season=Season.objects.get().pk))
    assert response.status_code == 200
    assert old_event.name not in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/events/{event}/",
        "/events/{event}/export/xlsx/",
        "/sessions/{session}/",
        "/sessions/{session}/field/",
        "/sessions/{session}/scores/",
        "/sessions/{session}/results/",
    ],
)
def test_an_event_of_an_old_method_says_so_and_is_back_with_it(
    client, old_event, leave_out, address
):
    client.force_login(make_director())
    address = address.format(event=old_event.pk, session=old_event.sessions.get().pk)
    response = client.get(address)
    assert response.status_code in {200, 302}, response.content.decode()
    leave_out()
    response = client.get(address)
    assert response.status_code == 404
    assert SENTENCE in response.content.decode()
    assert Result.objects.exists()


@pytest.mark.django_db
def test_a_stage_of_an_old_method_says_so(client, old_event, leave_out):
    session = old_event.sessions.get()
    session.stage = Stage.objects.create(event=old_event, number=2, scoring="howell-losses")
    session.save()
    Event.objects.update(scoring="matchpoints")
    leave_out()
    client.force_login(make_director())
    assert old_event.name not in client.get("/results/").content.decode()
    response = client.get(f"/sessions/{session.pk}/results/")
    assert response.status_code == 404
    assert SENTENCE in response.content.decode()


@pytest.mark.django_db
def test_commands_and_files_refuse_an_event_of_an_old_method(old_event, leave_out):
    file = read_event_file(make_event_archive(old_event))
    leave_out()
    with pytest.raises(CommandError, match=r"scoring method of this event \(howell-losses\)"):
        call_command("standings", str(old_event.pk))
    with pytest.raises(DeskError, match=r"scoring method of this event \(howell-losses\)"):
        import_event_file(club=make_club("Elsewhere"), file=file)
    assert Event.objects.count() == 1
