"""Requests that cannot be taken: a stale page, a signed-out one, and what cannot be read at all."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from director.additions.seasons.settings import add_season
from director.core.base import address as addresses
from director.core.pages.refusals import OLD_PAGE_MESSAGE, SIGN_IN_MESSAGE, SIGNED_OUT_MESSAGE
from director.urls import urlpatterns
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import make_seated_party
from tests.factories import make_club, make_played_section

HTMX = {"HTTP_HX_REQUEST": "true"}
PEOPLE = {"name": "Ada Ash\nline", "number": "17"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict(director):
    """A browser with the director signed in that checks the token, and has seen one page."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(director)
    browser.get("/people/")
    return browser


def fields(page) -> dict[str, str]:
    boxes = find_elements(page, "main form input") + find_elements(page, "main form textarea")
    return {
        box.get("name"): box.get("value") or (box.text or "").removeprefix("\n") for box in boxes
    }


class TestOldPage:
    STALE = {"csrfmiddlewaretoken": "a" * 32}

    @pytest.mark.parametrize(
        "origin", [{}, {"HTTP_ORIGIN": "https://elsewhere.example"}], ids=["unknown", "other"]
    )
    def test_offers_nothing_to_a_form_of_another_site(self, strict, origin):
        refused = strict.post("/people/new/", PEOPLE | self.STALE, **origin)
        assert find_texts(refused, "main p.say") == [
            f"{OLD_PAGE_MESSAGE} Go back one page, reload it and send it again."
        ]
        assert fields(refused) == {}


class TestSignedOut:
    def test_tells_the_script_in_one_sentence(self, client):
        refused = client.post("/people/new/", PEOPLE, **HTMX)
        assert refused.status_code == 403
        assert refused.content.decode() == f"{SIGNED_OUT_MESSAGE} {SIGN_IN_MESSAGE}"


class TestUnreadable:
    def sentence(self, page) -> str:
        assert page.status_code == 400
        return find_texts(page, "main p.say")[0]

    def test_own_network_address_is_answered(self, client):
        host = addresses.detect_lan_address() or "127.0.0.1"
        assert client.get("/sign-in/", headers={"host": f"{host}:8000"}).status_code == 200

    def test_any_name_is_answered_where_a_setting_says_so(self, client, settings):
        settings.ANSWERED_HOSTS = settings.ALLOWED_HOSTS = ["*"]
        assert client.get("/sign-in/", headers={"host": "any.example"}).status_code == 200

    @pytest.mark.parametrize("charset", ["utf-7", "latin-1"])
    def test_other_alphabet(self, desk, charset):
        page = desk.post(
            "/people/new/",
            b"name=x",
            content_type=f"application/x-www-form-urlencoded; charset={charset}",
        )
        assert self.sentence(page) == (
            "What the browser sent can’t be read, so nothing was saved. Go back and send it again."
        )


class TestLongNumbers:
    @pytest.mark.parametrize("event", [10**9, 10**25, -1, -(10**25)])
    @pytest.mark.parametrize(
        "command",
        [
            ("standings",),
            ("export", "--format", "csv"),
            ("print", "--kind", "standings", "--output", "x.pdf"),
        ],
        ids=lambda command: command[0],
    )
    def test_command_says_there_is_no_such_event(self, db, command, event):
        name, *more = command
        with pytest.raises(CommandError) as refused:
            call_command(name, *more, "--", str(event))
        assert str(refused.value) == f"There is no event {event}; there are no events yet."


class TestOnlySent:
    """What is answered where an address is opened that does its work only when a button is pressed."""

    SENTENCE = "Use the button on the previous page."

    @staticmethod
    def opened(desk):
        """Return by address what the desk gets from every address that asks for numbers at most."""
        night, party = make_played_section(), make_seated_party()
        number = {
            "event_id": night.session.event_id,
            "result_id": night.results.first().pk,
            "ref": night.session_id,
        }
        for pattern in urlpatterns:
            asked = set(pattern.pattern.converters)
            if asked & {"uid", "token", "form"}:
                continue
            numbers = {name: number.get(name, 1) for name in asked}
            if pattern.name.startswith("party") and "ref" in asked:
                numbers["ref"] = party.pk
            path = reverse(pattern.name, kwargs=numbers)
            yield path, desk.get(path)

    @pytest.mark.slow
    def test_every_address_that_is_no_page_says_so_and_leads_on(self, desk):
        refused = {path: page for path, page in self.opened(desk) if page.status_code == 405}
        assert {"/people/new/", "/sign-out/", "/accounts/link/"} < set(refused)
        assert len(refused) > 30
        for path, page in refused.items():
            assert find_texts(page, "h1") == ["Nothing was changed"], path
            assert find_texts(page, "main p.say")[-1] == self.SENTENCE, (
                path
            )  # what the page before told stands above it
            assert "POST" in page["Allow"], path
            (on,) = find_elements(page, "main a")
            assert desk.get(on.get("href")).status_code in (200, 302), path

    def test_head_gets_the_same_answer_without_a_body(self, desk):
        response = desk.head("/people/new/")
        assert response.status_code == 405
        assert response["Allow"] == "POST"
        assert response.content == b""

    def test_somebody_signed_out_signs_in_first(self, client):
        assert client.get("/people/new/").url == "/sign-in/?next=/people/new/"
        assert find_texts(client.get("/sign-out/"), "h1") == ["Nothing was changed"]


def make_file_addresses() -> list[str]:
    """Return the addresses of files that can't be made of a night without hands or results."""
    played, party = make_played_section(published=False), make_seated_party(players=12)
    season = add_season(club=make_club(), name="Winter")
    return [
        reverse("event_export", args=[played.session.event_id, "site"]),
        f"{reverse('event_files', args=[party.session.event_id])}?file=site",
        f"{reverse('event_files', args=[played.session.event_id])}?file=csv%3Ftable%3Dnone",
        reverse("session_hands_pbn", args=[played.ref]),
        f"{reverse('session_print_pdf', args=[played.ref])}?paper=a4",
        f"{reverse('party_print_pdf', args=[party.pk])}?paper=a4",
        reverse("club_season_pdf", args=[season.pk]),
        reverse("club_season_file", args=[season.pk, "none"]),
        f"{reverse('people_masterpoints_file', args=['csv'])}?scale=none",
        f"{reverse('partners_pdf')}?plan=none",
    ]


@pytest.mark.slow
def test_a_file_that_cannot_be_made_is_a_page_with_a_way_back(client, director):
    client.force_login(director)
    for address in make_file_addresses():
        refused = client.get(address)
        assert refused.status_code in (404, 409, 422), address
        assert refused.headers["Content-Type"].startswith("text/html"), address
        [sentence] = find_texts(refused, "main .say.bad")
        assert sentence.endswith("."), address
        way_back = find_elements(refused, "main a.button")[0].get("href")
        assert client.get(way_back).status_code in (200, 422), address
