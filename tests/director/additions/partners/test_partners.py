"""Partners from session to session: the page and the list on paper."""

from datetime import date
from urllib.parse import urlencode

import pytest
from django.test import Client

from director.additions.seasons.settings import add_season, add_season_events
from director.boards.play.seats.seating import name_entry
from director.models import Event
from director.pdf.page import MARGIN
from movements.partners import make_partner_plan
from tests.cases import leave_to_slow
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.director.pdf.reading import PAPER_CASES, read_page_sizes, read_pages
from tests.factories import make_club, make_night

pytestmark = pytest.mark.django_db

URL = "/partners/"
FOUR = "Ada Ash\nBert Birch\n\nCleo Cole\n Dora Dunn "


def address(**asked) -> str:
    return f"{URL}?{urlencode(asked)}"


def named(count: int, name: str = "Player") -> str:
    return "\n".join(f"{name} {number}" for number in range(1, count + 1))


def sheet_pages(desk, paper: str, **asked):
    club = make_club()
    club.paper = paper
    club.save()
    response = desk.get(f"{URL}sheet.pdf", asked)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    pages = read_pages(response.content)
    assert [fault for page in pages for fault in page.faults(MARGIN - 1)] == []
    return response, pages


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        pytest.param(
            {"key": "club-rotation", "players": 5},
            [
                ["1", "5–2, 4–3 1 sits out."],
                ["2", "1–3, 5–4 2 sits out."],
                ["3", "2–4, 1–5 3 sits out."],
                ["4", "3–5, 2–1 4 sits out."],
                ["5", "4–1, 3–2 5 sits out."],
            ],
            id="an odd club",
        ),
        pytest.param(
            {"key": "mixed-rotation", "players": 4},
            [["1", "1–3, 2–4"], ["2", "1–4, 2–3"]],
            id="ladies and gentlemen",
        ),
        pytest.param(
            {"key": "edgewood", "players": 4}, [["1", "1–4, 2–3"], ["2", "1–3, 2–4"]], id="edgewood"
        ),
        pytest.param(
            {"key": "edgewood", "players": 4, "spouses": "never"},
            [["1", "1–4, 2–3"]],
            id="edgewood without spouses",
        ),
    ],
)
def test_every_session_is_shown(desk, asked, rows):
    response = desk.get(address(**asked))
    assert response.status_code == 200
    assert read_table_rows(response) == rows


def test_promises_numbering_and_source_are_told(desk):
    response = desk.get(address(key="edgewood", players=8, spouses="never"))
    assert find_texts(response, ".promises li") == [
        "Two men who swap partners swap them with each other.",
        "Couples are never partners.",
        "Nobody has the same partner twice.",
    ]
    assert find_texts(response, "#partners .head p") == ["8 players, 3 sessions · spouses: never"]
    assert (
        "Gentlemen are 1 to 4, ladies 5 to 8; 1 and 5 are a couple, and so on to 4 and 8."
        in find_texts(response, "#partners p")
    )
    assert find_texts(response, "#partners .help") == [
        "Source: Whist and Duplicate Whist, 11th edition 1900, pages 46-47 (spouses=never: derived)."
    ]


def test_names_stand_beside_their_numbers(desk):
    response = desk.get(address(key="mixed-rotation", players=4, names=FOUR))
    assert find_texts(response, "tbody .names") == [
        "1–3 Ada Ash & Cleo Cole", "2–4 Bert Birch & Dora Dunn",
        "1–4 Ada Ash & Dora Dunn", "2–3 Bert Birch & Cleo Cole",
    ]  # fmt: skip
    (link,) = find_elements(response, "#partners .button")
    assert desk.get(link.get("href")).headers["Content-Type"] == "application/pdf"


def test_options_come_with_the_system_that_has_them(desk):
    assert find_texts(desk.get(URL), "#options label") == []
    response = desk.get(address(key="edgewood", players=""))
    assert find_texts(response, "#options label") == ["Couples as partners"]
    left_over = desk.get(address(key="club-rotation", players=4, spouses="never"))
    assert left_over.status_code == 200
    assert len(read_table_rows(left_over)) == 3


@pytest.mark.parametrize(
    ("asked", "sentence"),
    leave_to_slow(
        [
            pytest.param(
                {"key": "edgewood", "players": 7},
                "Edgewood schedule doesn’t work for 7 players. It takes an even number of players, 4 to 80; the nearest "
                "numbers that work are 6 and 8.",
                id="a single lady",
            ),
            pytest.param(
                {"key": "edgewood", "players": 10, "spouses": "never"},
                "Edgewood schedule: spouses=never doesn’t work with an odd number of couples (5), one of which has "
                "nobody to swap with. Choose spouses=sometimes, or 8 or 12 players.",
                id="odd couples apart",
            ),
            pytest.param(
                {"key": "edgewood", "players": 8, "spouses": "always"},
                "Edgewood schedule: option spouses can’t be “always”. Choose sometimes or never.",
                id="no such choice",
            ),
            pytest.param(
                {"key": "club-rotation", "players": ""},
                "Type the number of players, such as 12.",
                id="no number",
            ),
            pytest.param(
                {"key": "club-rotation", "players": "x"},
                "“x” isn’t a number of players. Type a whole number in figures, such as 12.",
                id="letters",
            ),
            pytest.param(
                {"key": "howell", "players": 8},
                "There is no such system. Choose one from the list.",
                id="no such system",
            ),
            pytest.param(
                {"key": "club-rotation", "players": 5, "names": FOUR},
                "There are 4 names for 5 players. Type a name for each player, one per line, or none.",
                id="too few names",
            ),
            pytest.param(
                {"key": "club-rotation", "players": 3, "names": FOUR},
                "There are 4 names for 3 players. Type a name for each player, one per line, or none.",
                id="too many names",
            ),
            pytest.param(
                {"key": "club-rotation", "players": 4, "names": "Ada Ash"},
                "There is 1 name for 4 players. Type a name for each player, one per line, or none.",
                id="one name",
            ),
            pytest.param(
                {"key": "club-rotation", "players": 4, "names": "Ada\nBert\nCleo\nADA"},
                "ADA is on the list twice, as players 1 and 4. Delete one, or add a number to tell them apart.",
                id="a name twice",
            ),
            pytest.param(
                {"key": "club-rotation", "players": 4, "names": "Ada\n" + "B" * 81},
                "The name of player 2 has 81 characters. Use at most 80.",
                id="a long name",
            ),
        ],
        but=1,
    ),
)
def test_an_impossible_request_is_refused_in_one_sentence_and_stays_typed(desk, asked, sentence):
    response = desk.get(address(**asked))
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    form = response.context["form"]
    assert form["players"].value() == str(asked["players"])
    assert form["names"].value() == asked.get("names")
    refused = desk.get(f"{URL}sheet.pdf", asked)
    assert (refused.status_code, *find_texts(refused, ".say.bad")) == (422, sentence)


@pytest.mark.parametrize("tail", ["", "sheet.pdf"], ids=["page", "paper"])
def test_signed_out_nothing_is_shown(tail):
    assert Client().get(URL + tail).url == f"/sign-in/?next={URL}{tail}"


def test_nights_lead_here(desk):
    assert URL in [element.get("href") for element in find_elements(desk.get("/nights/"), "main a")]


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_numbers_on_paper(desk, paper):
    response, (page,) = sheet_pages(desk, paper, key="club-rotation", players=5)
    assert [tuple(map(round, size)) for size in read_page_sizes(response.content)] == [
        {"a4": (595, 842), "letter": (612, 792)}[paper]
    ]
    assert [text for text in page.texts if "–" in text] == [
        "5–2, 4–3",
        "1–3, 5–4",
        "2–4, 1–5",
        "3–5, 2–1",
        "4–1, 3–2",
    ]
    for text in (
        "Club rotation of partners",
        "Sits out",
        "All players partner each other exactly once.",
    ):
        assert text in page.plain


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_names_on_paper_and_who_sits_out(desk, paper):
    _, (page,) = sheet_pages(
        desk, paper, key="club-rotation", players=3, names="Ada Ash\nBert Birch\nCleo Cole"
    )
    assert [text for text in page.texts if "&" in text or "sits out" in text] == [
        "Cleo Cole & Bert Birch", "Ada Ash sits out",
        "Ada Ash & Cleo Cole", "Bert Birch sits out",
        "Bert Birch & Ada Ash", "Cleo Cole sits out",
    ]  # fmt: skip


def play_session(rows, names, on):
    """Return an event in which *names* sit as *rows* have them, one pair a row."""
    section = make_night(pairs=len(rows), named=False)
    Event.objects.filter(pk=section.session.event_id).update(date=on)
    for pair_no, players in enumerate(rows, 1):
        name_entry(
            section=section, pair_no=pair_no, names=[names[player - 1] for player in players]
        )
    return section.session.event


def test_sessions_lead_to_their_evenings_and_these_to_the_standings(desk):
    names = named(8).splitlines()
    plan = make_partner_plan("club-rotation", players=8)
    sessions = [[row.players for row in plan.rows if row.session_no == number] for number in (1, 2)]
    events = [
        play_session(rows, names, date(2026, 11, 3 + 7 * index))
        for index, rows in enumerate(sessions)
    ]
    page = desk.get(address(key="club-rotation", players=8, names=named(8)))
    links = [(link.text, link.get("href")) for link in find_elements(page, "#partners tbody a")]
    assert links == [
        ("3 Nov 2026", f"/sessions/{events[0].sessions.get().pk}/results/"),
        ("10 Nov 2026", f"/sessions/{events[1].sessions.get().pk}/results/"),
    ]
    season = add_season(club=events[0].club, name="Winter")
    add_season_events(season=season, event_ids=[event.pk for event in events])
    page = desk.get(address(key="club-rotation", players=8, names=named(8)))
    assert [link.get("href") for link in find_elements(page, "#partners .help a")] == [
        f"/club-seasons/{season.pk}/"
    ]


def test_an_evening_of_other_partners_is_not_linked(desk):
    plan = make_partner_plan("club-rotation", players=8)
    rows = [row.players for row in plan.rows if row.session_no == 1]
    others = [(rows[0][0], rows[1][0]), (rows[0][1], rows[1][1]), *rows[2:]]
    play_session(others, named(8).splitlines(), date(2026, 11, 3))
    page = desk.get(address(key="club-rotation", players=8, names=named(8)))
    assert find_elements(page, "#partners tbody a") == []
    assert (
        "Once the pairs of a session have played, its evening is linked here."
        in page.content.decode()
    )


def test_queries_do_not_grow_with_the_size(desk):
    make_club()
    small = count_queries(desk, address(key="club-rotation", players=4, names=named(4)))
    assert count_queries(desk, address(key="club-rotation", players=60, names=named(60))) == small
