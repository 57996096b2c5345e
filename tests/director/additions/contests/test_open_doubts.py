"""Open doubts: a knock-out whose drawn winner has lost since is nowhere given away unasked."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import set_match_void
from director.additions.exports.sending.page import (
    list_offered_files,
    read_club_receivers,
    send_file,
)
from director.boards.contests import Entrant
from director.boards.play.seats.seating import name_entry
from director.core.night.kind_parts import DoubtKind, PublishedKind
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.event_kinds import ask_kind
from director.models import Event
from tests.director.additions.contests.draws.test_bracket import (
    draw_next_round,
    enter_winning_slam,
    start_knock_out,
)
from tests.director.additions.contests.draws.test_draws import draw_address, reload_drawn_section
from tests.director.additions.contests.test_divisions import make_league
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db
TURNED = "In round 1, team 4 now wins, but round 2 was drawn with team 1."


@pytest.fixture
def turned(desk):
    """A finished knock-out of four, of which a semi-final was corrected after the final."""
    section = start_knock_out(desk, 4)
    enter_winning_slam(section, 1, 1)
    enter_winning_slam(section, 1, 2)
    section = draw_next_round(desk, section, ())
    enter_winning_slam(section, 2, 1)
    return reload_drawn_section(section)


def list_kinds(section) -> list[DoubtKind]:
    event = Event.objects.get(pk=section.session.event_id)
    return [doubt.kind for doubt in ask_kind(event, PublishedKind).list_open_doubts(event)]


def test_publish_and_make_final_ask_about_a_turned_winner(desk, turned):
    event = turned.session.event
    enter_winning_slam(turned, 1, 4)
    assert DoubtKind.TURNED_WINNER in list_kinds(turned)
    refused = desk.post(reverse("event_publish", args=[event.pk]))
    assert refused.status_code == 422
    assert TURNED in " ".join(find_texts(refused, ".bad"))
    assert draw_address(turned) in refused.text
    assert not Event.objects.get(pk=event.pk).is_published
    desk.post(reverse("event_publish", args=[event.pk]), {"anyway": "1"})
    assert Event.objects.get(pk=event.pk).is_published
    refused = desk.post(reverse("event_final", args=[event.pk]))
    assert TURNED in " ".join(find_texts(refused, ".bad"))


def test_results_and_visitors_are_told_after_publishing_too(desk, client, turned):
    event = turned.session.event
    publish_results(event=event, hours=24)
    public = reverse("event_standings", args=[event.pk])
    as_json = reverse("event_json", args=[event.pk])
    client.logout()
    assert TURNED not in client.get(public).text
    assert "doubts" not in client.get(as_json).json()
    enter_winning_slam(turned, 1, 4)
    assert f"Not settled yet: {TURNED}" in find_texts(client.get(public), "p.warn")
    doubts = client.get(as_json).json()["doubts"]
    assert {"kind": "another winner", "text": TURNED} in doubts


def test_the_flag_on_results_names_both_teams_and_leads_to_the_draw(desk, turned):
    name_entry(section=turned, pair_no=4, names=Entrant((), "Elm"))
    publish_results(event=turned.session.event, hours=24)
    enter_winning_slam(turned, 1, 4)
    page = desk.get(reverse("session_results", args=[turned.ref]))
    assert "Round 1: team 4 (Elm) now wins, not team 1" in find_texts(page, "a.flag")
    assert draw_address(turned) in [flag.get("href") for flag in find_elements(page, "a.flag")]


def test_nothing_is_in_doubt_once_the_result_is_corrected_back(desk, turned):
    enter_winning_slam(turned, 1, 4)
    assert DoubtKind.TURNED_WINNER in list_kinds(turned)
    enter_winning_slam(turned, 1, 1)
    assert DoubtKind.TURNED_WINNER not in list_kinds(turned)
    assert set(find_drawn_contest(reload_drawn_section(turned)).rounds[1].playing_contestants) == {
        1,
        2,
    }


def test_sending_asks_about_a_turned_winner_first(desk, turned, settings, tmp_path):
    accounts = tmp_path / "sending.conf"
    accounts.write_text(
        "[email]\nhost = smtp.example.org\nfrom = club@example.org\n"
        "[addresses]\nCounty = county@example.org\n"
    )
    accounts.chmod(0o600)
    settings.SENDING_FILE = accounts
    enter_winning_slam(turned, 1, 4)
    ((key, receiver),) = read_club_receivers().items()
    form, _label = list_offered_files(receiver, has_results=False)[0]
    with pytest.raises(DeskError) as asked:
        send_file(event=turned.session.event, receiver_key=key, format_key=form, user=None)
    assert TURNED in str(asked.value)
    assert asked.value.params["needs_confirmation"]


def test_a_void_match_of_a_league_is_asked_about():
    session = make_league("A")
    section = session.sections.get()
    assert list_kinds(section) == []
    set_match_void(section=section, key=(1, 1, 4), is_void=True, user=None)
    assert list_kinds(section) == [DoubtKind.VOID]
