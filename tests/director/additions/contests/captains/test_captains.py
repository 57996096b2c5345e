"""Captains send the results of their matches by private links, and confirm or dispute the other's."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.contests.captains.disputes import list_match_disputes
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.contests import Entrant
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import name_entry
from director.core.base.roles import Role
from director.core.night.kind_parts import PrintOptions
from director.core.night.links import (
    fetch_open_accesses_by_team,
    open_captain_addresses,
    open_entry_addresses,
)
from director.core.night.publishing import publish_results
from director.models import Access, Act, Match, TableWord
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_errors, find_texts
from tests.factories import make_account, sign_in

pytestmark = pytest.mark.django_db
NAMES = ("Elm", "Oak", "Ash", "Yew")


@pytest.fixture
def league(desk):
    section = make_section_to_draw()
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    for number, name in enumerate(NAMES, start=1):
        people = [f"{name} {seat}" for seat in ("North", "East", "South", "West")]
        name_entry(
            section=reload_drawn_section(section), pair_no=number, names=Entrant(people, team=name)
        )
    desk.post(reverse("session_captains_links", args=[section.ref]), {"act": "open"})
    return reload_drawn_section(section)


class Captain:
    """A captain with the page of a private link."""

    def __init__(self, section, team: int) -> None:
        self.token = fetch_open_accesses_by_team(section)[team].token
        self.team = team
        self.client = Client()

    @property
    def address(self) -> str:
        return f"/captain/{self.token}/"

    def page(self, query: str = ""):
        return self.client.get(f"{self.address}{query}")

    def send(self, code: str, home: str, away: str, unit: str = "imp", key: str = "", **more: str):
        """Type the result of a match, home team first as the page shows it."""
        shown = self.page(f"?match={code}")
        prefix = shown.context["form"].prefix
        data = {
            "key": key or shown.context["entry_key"],
            "match": code,
            f"{prefix}-home": home,
            f"{prefix}-away": away,
            f"{prefix}-unit": unit,
        }
        return self.client.post(self.address, data | more)

    def confirm(self, code: str, mark: str = ""):
        shown = self.page()
        own = next(each for each in shown.context["fixtures"] if each.code == code)
        data = {"act": "confirm", "key": shown.context["entry_key"], "match": code}
        return self.client.post(self.address, data | {"mark": mark or own.result_mark}, follow=True)

    def states(self) -> dict[str, str]:
        return {
            own.code: own.state_text for own in self.page().context["fixtures"] if own.state_text
        }


def find_first_match(league) -> tuple[str, Captain, Captain]:
    """Return a match of round 1 with its home and away captains."""
    own = Captain(league, 1).page().context["fixtures"][0]
    fixture = own.fixture
    return own.code, Captain(league, fixture.home_no), Captain(league, fixture.away_no)


def stored(code: str) -> MatchResult:
    round_no, home, away = map(int, code.split("-"))
    match = Match.objects.get(round_no=round_no, home=home, away=away)
    return (match.home_points, match.away_points, match.unit)


def decide(desk, league, take: int | str, page: str = "session_play"):
    """Press a button of the notice."""
    (dispute,) = list_match_disputes(reload_drawn_section(league))
    data = {"match": dispute.code, "seen": dispute.stored_text, "from": "play"}
    choice = dispute.choices[take] if isinstance(take, int) else None
    return desk.post(
        reverse("session_captains_decide", args=[league.ref]),
        data | {"take": choice.value if choice else take},
        follow=True,
    )


def test_a_sent_result_counts_and_waits_for_the_other_captain(desk, league):
    code, home, away = find_first_match(league)
    assert home.send(code, "40", "12").status_code == 302
    figures = ("40", "12") if code.endswith(f"{home.team}-{away.team}") else ("12", "40")
    assert stored(code) == (*figures, "imp")
    assert home.states()[code].startswith("waiting for")
    assert away.states()[code] == "waiting for you"
    fixtures = desk.get(reverse("session_results_fixtures", args=[league.ref]))
    (waiting,) = [text for text in find_texts(fixtures, ".match-rows small") if text]
    assert waiting == f"waiting for {away.team} {NAMES[away.team - 1]}"
    act = Act.objects.latest("number")
    assert f"IMPs, sent by team {home.team}." in act.words
    assert "Confirmed." in find_texts(away.confirm(code), "#messages")[0]
    assert home.states()[code] == away.states()[code] == "confirmed by both"
    assert list_match_disputes(reload_drawn_section(league)) == ()


def test_two_results_are_one_notice_with_a_press_for_each(desk, league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    response = away.send(code, "38", "14")
    assert response.status_code == 302
    assert "the director decides" in find_texts(away.page(), "#messages")[0]
    before = stored(code)
    for page in ("session_play", "session_results_fixtures"):
        shown = desk.get(reverse(page, args=[league.ref]))
        notice = find_texts(shown, "#disputes p")[0]
        low, high = sorted((home.team, away.team))
        said = {home.team: "40 : 12", away.team: "38 : 14"}
        if low != home.team:
            said = {team: " : ".join(text.split(" : ")[::-1]) for team, text in said.items()}
        expected = (
            f"Round 1, {low} {NAMES[low - 1]} against {high} {NAMES[high - 1]}: "
            f"Team {home.team} says {said[home.team]} IMPs, team {away.team} says "
            f"{said[away.team]} IMPs."
        )
        assert notice == expected
        assert find_texts(shown, "#disputes button") == [
            f"Keep {said[home.team]} IMPs",
            f"Take {said[away.team]} IMPs",
        ]
    assert stored(code) == before
    decide(desk, league, 1)
    assert sorted(stored(code)[:2]) == ["14", "38"]
    assert list_match_disputes(reload_drawn_section(league)) == ()
    assert code not in home.states()
    # The undo asks again.
    act = Act.objects.filter(event=league.session.event, undone_at__isnull=True).latest("number")
    undo_section(section=reload_drawn_section(league), number=act.number, user=None)
    assert stored(code) == before
    assert len(list_match_disputes(reload_drawn_section(league))) == 1


def test_the_result_that_counts_can_be_kept(desk, league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.send(code, "38", "14")
    before = stored(code)
    answer = decide(desk, league, 0)
    assert "stays." in find_texts(answer, "#messages")[0]
    assert stored(code) == before
    assert list_match_disputes(reload_drawn_section(league)) == ()
    again = decide_again(desk, league, code)
    assert "no longer disagree" in find_texts(again, "#messages")[0]


def decide_again(desk, league, code):
    data = {"match": code, "seen": "", "take": "keep"}
    return desk.post(reverse("session_captains_decide", args=[league.ref]), data, follow=True)


def test_a_result_that_the_director_changed_meanwhile_is_decided_again(desk, league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.send(code, "38", "14")
    data = {"match": code, "seen": "41 : 12 IMPs", "take": "keep"}
    response = desk.post(reverse("session_captains_decide", args=[league.ref]), data, follow=True)
    assert "has changed since you opened this page" in find_texts(response, "#messages")[0]
    assert len(list_match_disputes(reload_drawn_section(league))) == 1


def test_the_same_result_of_both_is_a_confirmation(league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.send(code, "40", "12")
    assert home.states()[code] == "confirmed by both"
    assert Match.objects.count() == 1


def test_a_captain_corrects_the_own_result_until_the_other_has_answered(league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    home.send(code, "41", "12")
    assert "41" in stored(code)
    away.confirm(code)
    home.send(code, "45", "12")
    assert "41" in stored(code)
    (dispute,) = list_match_disputes(reload_drawn_section(league))
    assert "45" in dispute.sentence


def test_a_dispute_is_withdrawn_by_confirming(league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.send(code, "38", "14")
    away.confirm(code)
    assert list_match_disputes(reload_drawn_section(league)) == ()
    assert home.states()[code] == "confirmed by both"


def test_a_form_that_is_sent_twice_is_stored_once(league):
    code, home, _away = find_first_match(league)
    for _press in range(2):
        home.send(code, "40", "12", key="the same form")
    assert Match.objects.get().version == 1
    assert TableWord.objects.count() == 1


def test_a_confirmation_of_another_result_is_refused(league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    mark = next(own.result_mark for own in away.page().context["fixtures"] if own.code == code)
    home.send(code, "41", "12")
    answer = away.confirm(code, mark=mark)
    assert "has changed since you opened this page" in find_texts(answer, "#messages")[0]
    assert away.states()[code] == "waiting for you"


@pytest.mark.parametrize(
    ("boxes", "sentence"),
    [
        (("25", "0", "vp"), "25 VPs isn’t a result of a match. Type a number from 0 to 20."),
        (("40", "", "imp"), "Type the result of both sides, or of neither to delete it."),
        (("forty", "12", "imp"), "“forty” isn’t a number. Type one such as 24 or 13.5."),
        (("", "", "imp"), "Type the result of both teams."),
    ],
)
def test_a_wrong_result_gets_one_sentence_and_stays_in_its_boxes(league, boxes, sentence):
    code, home, _away = find_first_match(league)
    response = home.send(code, *boxes)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert boxes[0] in response.content.decode()
    assert not Match.objects.exists()


def test_an_unlikely_margin_is_asked_about_once(league):
    code, home, _away = find_first_match(league)
    response = home.send(code, "90", "0")
    assert response.status_code == 422
    form = response.context["form"]
    again = home.send(code, "90", "0", **{f"{form.prefix}-asked-about": form.questioned_text})
    assert again.status_code == 302
    assert "90" in stored(code)


def test_no_captain_sends_the_match_of_others(league):
    captain = Captain(league, 1)
    codes = {own.code for own in captain.page().context["fixtures"]}
    other = next(
        own.code for own in Captain(league, 2).page().context["fixtures"] if own.code not in codes
    )
    data = {"key": "a", "match": other, f"{other}-home": "4", f"{other}-away": "1"}
    response = captain.client.post(captain.address, data, follow=True)
    assert response.status_code == 200
    assert not Match.objects.exists()
    refused = captain.client.post(
        captain.address, {"act": "confirm", "key": "b", "match": other}, follow=True
    )
    assert "Your team has no such match." in find_texts(refused, "#messages")[0]


def test_a_match_that_is_gone_is_reported(league):
    captain = Captain(league, 1)
    data = {"key": "k" * 32, "match": "9-1-2"}
    answer = captain.client.post(captain.address, data, follow=True)
    assert "Your team has no such match. Choose one from the list." in find_texts(answer, ".say")


def test_a_published_league_goes_on_and_a_final_one_is_closed(desk, league):
    code, home, _away = find_first_match(league)
    publish_results(event=league.session.event)
    assert home.send(code, "40", "12").status_code == 302
    event = reload_drawn_section(league).session.event
    event.corrections_until = event.published_at
    event.save()
    page = home.page()
    assert "These results are final." in " ".join(find_texts(page, ".say"))
    response = home.send(code, "41", "12")
    assert response.status_code == 422
    assert "40" in stored(code)


def test_a_closed_link_says_so_and_its_closing_is_undone(desk, league):
    captain = Captain(league, 1)
    links = reverse("session_captains_links", args=[league.ref])
    access = fetch_open_accesses_by_team(league)[1]
    closed = desk.post(links, {"act": "close-1", "access-1": access.pk}, follow=True)
    page = captain.page()
    assert page.status_code == 410
    assert find_texts(page, ".say") == [
        "This link was closed or replaced by the director. Ask for the new one."
    ]
    undo = re.search(r'action="([^"]*reopen=\d+)"', closed.content.decode()).group(1)
    desk.post(undo)
    assert captain.page().status_code == 200
    desk.post(links, {"act": "renew-1", "access-1": access.pk})
    assert captain.page().status_code == 410
    assert Captain(league, 1).page().status_code == 200
    desk.post(links, {"act": "close"})
    assert fetch_open_accesses_by_team(reload_drawn_section(league)) == {}
    assert Client().get("/captain/nosuchlink/").status_code == 404


def test_the_link_of_a_captain_is_not_that_of_the_team(league):
    own = open_entry_addresses(section=league, pairs=[1])[1]
    captain = open_captain_addresses(section=league, teams=[1])[1]
    assert own.token != captain.token
    assert Client().get(f"/my/{captain.token}/").status_code == 404
    assert Client().get(f"/captain/{own.token}/").status_code == 404
    assert Access.objects.filter(entry__pair_no=1, revoked_at__isnull=True).count() == 2


def test_links_are_printed_for_those_who_may_enter(desk, league):
    job = SectionJob(league, PrintOptions(program_url="http://club.example"))
    assert [slip.team_label for slip in job.get_added_sheets(MatchSheets).captain_slips] == [
        "1",
        "2",
        "3",
        "4",
    ]
    assert (
        job.get_added_sheets(MatchSheets)
        .captain_slips[0]
        .address.startswith("http://club.example/captain/")
    )
    assert (
        SectionJob(league, PrintOptions(program_url="")).get_added_sheets(MatchSheets).captain_slips
        == ()
    )
    reader = PrintOptions(program_url="http://club.example", can_open_links=False)
    assert SectionJob(league, reader).get_added_sheets(MatchSheets).captain_slips == ()


def test_captains_of_a_swiss_send_results_too(desk):
    section = make_drawn_section(desk, size=4, boards=4)
    desk.post(f"/sessions/{section.session_id}/draw/", {"action": "use"})
    section = reload_drawn_section(section)
    open_captain_addresses(section=section, teams=range(1, 5))
    code, home, away = find_first_match(section)
    home.send(code, "12", "3")
    away.confirm(code)
    assert home.states()[code] == "confirmed by both"


def test_pages_cost_the_same_however_many_matches_were_sent(desk, league):
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.send(code, "38", "14")
    addresses = [
        home.address,
        reverse("session_captains", args=[league.ref]),
        reverse("session_results_fixtures", args=[league.ref]),
    ]
    counts = [count_queries(desk, address) for address in addresses]
    for own in home.page().context["fixtures"][1:]:
        home.send(own.code, "20", "12")
    assert [count_queries(desk, address) for address in addresses] == counts


def test_no_viewer_reads_the_links(league):
    viewer = sign_in(make_account("vera", Role.VIEWER))
    response = viewer.get(reverse("session_captains", args=[league.ref]))
    assert response.status_code == 403
    assert fetch_open_accesses_by_team(league)[1].token not in response.content.decode()
