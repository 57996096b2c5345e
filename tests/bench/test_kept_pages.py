"""What an entry and a page cost in processor time, right after a change and again: ``-s`` prints the figures.

``pytest -n 0 -s -m bench tests/bench/test_kept_pages.py``.  An event of one section of 7 tables,
one of 50, and one of 26 sections of 8 tables; a party of 40.  ``KEPT_ROUNDS`` says how often each
is measured (9), of which the middle is printed.
"""

import os
import statistics
from collections.abc import Callable
from time import process_time

import pytest
from django.core.cache import caches
from django.test import Client

from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.core.night.links.opening import open_table_addresses
from director.core.night.publishing import publish_results
from director.models import Person, Result, Section
from tests.bench.club import _make_sections_of_tonight, make_seven_tables
from tests.bench.test_standings_page import played
from tests.director.party.parties import enter_winner, make_seated_party, play_round
from tests.factories import FIRST_NAMES, LAST_NAMES, make_club, make_director

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
ROUNDS = int(os.environ.get("KEPT_ROUNDS", "9"))


def fifty_tables() -> Section:
    """Return a section of 100 pairs that play 26 boards."""
    section = played(50)
    section.session.event.unpublish()
    section.session.event.corrections_until = None
    section.session.event.save()
    return fetch_section(section.session_id)


def many_sections() -> Section:
    """Return the first of 26 sections of 16 pairs."""
    club = make_club()
    names = (
        f"{FIRST_NAMES[index % 14]} {LAST_NAMES[index // 14 % 14]} {index}"
        for index in range(26 * 32)
    )
    people = Person.objects.bulk_create(Person(club=club, name=name) for name in names)
    return _make_sections_of_tonight(people, 26)[0]


FIELDS = {"7 tables": make_seven_tables, "50 tables": fifty_tables, "26 sections": many_sections}


def measure_median(act: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Return the middle of the milliseconds that *act* takes of the processor, each time after *before*."""
    took = []
    for _round in range(ROUNDS + 1):
        before()
        start = process_time()
        act()
        took.append(1000 * (process_time() - start))
    return statistics.median(took[1:])


def print_row(field: str, what: str, took: float) -> None:
    """Print a line of the table."""
    print(f"\n| {field} | {what} | {took:.1f} ms |", end="")  # noqa: T201


def page(client: Client, path: str) -> Callable[[], object]:
    """Return what asks for a page."""

    def ask() -> None:
        response = client.get(path)
        assert response.status_code == 200, (path, response.status_code)

    return ask


@pytest.mark.parametrize("field", FIELDS)
def test_an_entry_and_the_pages_after_it(field):
    section = FIELDS[field]()
    desk, visitor, event = Client(), Client(), section.session.event
    desk.force_login(make_director())
    token = open_table_addresses(session=section.session, section=section, tables=[1])[1].token
    place, home = fetch_section(section.session_id).ref, event.get_absolute_url()
    pk = Result.objects.filter(section=section, board_no=1).earliest("ns").pk
    texts = ("4SS=", "4SS-1")

    def enter() -> None:
        """Enter a result by the page of its board, as the desk does."""
        line = Result.objects.get(pk=pk)
        key, text = f"1-{line.ns}-{line.ew}", texts[line.text == texts[0]]
        typed = {f"text-{key}": text, f"shown-{key}": line.text, f"version-{key}": line.version}
        response = desk.post(f"/sessions/{place}/scores/boards/1/", typed, HTTP_HX_REQUEST="true")
        assert response.status_code == 200

    def change() -> None:
        """Enter a result from elsewhere."""
        line = Result.objects.get(pk=pk)
        text = texts[line.text == texts[0]]
        enter_result(
            section=fetch_section(place),
            board_no=1,
            ns=line.ns,
            ew=line.ew,
            text=text,
            user=None,
        )

    caches["pages"].clear()
    scores, standings = f"/sessions/{place}/scores/boards/1/", f"/sessions/{place}/results/"
    state = page(Client(), f"/t/{token}/state.json")
    print_row(field, "entry, not published", measure_median(enter))
    print_row(field, "Scores after a change", measure_median(page(desk, scores), change))
    print_row(field, "Scores again", measure_median(page(desk, scores)))
    print_row(field, "standings of the desk", measure_median(page(desk, standings), change))
    print_row(field, "state of a phone after a change", measure_median(state, change))
    print_row(field, "state of a phone again", measure_median(state))
    publish_results(event=event)
    print_row(field, "entry, published", measure_median(enter))
    print_row(field, "Scores after a change, published", measure_median(page(desk, scores), change))
    for name, path in {"standings": "", "recap": "recap/", "results.json": "results.json"}.items():
        print_row(
            field,
            f"public {name} after a change",
            measure_median(page(visitor, home + path), change),
        )
        print_row(field, f"public {name} again", measure_median(page(visitor, home + path)))


def test_the_evening_page_of_a_party():
    party = make_seated_party(players=40, named=True)
    play_round(party)
    desk, sides = Client(), iter(range(10**6))
    desk.force_login(make_director())
    play = page(desk, f"/parties/{party.pk}/play/")
    print_row(
        "party of 40",
        "Play after a change",
        measure_median(play, lambda: enter_winner(party, 1, next(sides) % 2)),
    )
    print_row("party of 40", "Play again", measure_median(play))
    results = page(desk, f"/parties/{party.pk}/results/")
    print_row(
        "party of 40",
        "Results after a change",
        measure_median(results, lambda: enter_winner(party, 1, next(sides) % 2)),
    )
    print_row("party of 40", "Results again", measure_median(results))
