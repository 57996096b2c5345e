"""A month's masterpoints: who has won how many, the workbook, and the federation's file."""

from datetime import date
from fractions import Fraction

import pytest

from director.additions.masterpoints.returns import compute_awards, make_scale_rule
from director.core.club.outcomes import EventOutcome, RankedEntrant
from director.core.night.publishing import publish_results
from director.event_kinds import get_event_kind
from director.models import Person, PersonNumber, Section
from director.models.event import Contest, Strata
from scoring.masterpoints import get_scale
from tests.cases import leave_to_slow
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import enter_all_results, make_demo_event, make_night

pytestmark = pytest.mark.django_db

PAGE = "/people/masterpoints/"
ABF = {"month": "2026-11", "scale": "abf-e"}


def make_published(*, day: int = 3, month: int = 11):
    """Return a published Mitchell of eight named pairs with results."""
    section = make_night(pairs=8)
    enter_all_results(section)
    event = section.session.event
    event.date = date(2026, month, day)
    event.save()
    publish_results(event=event)
    return event


def number_everybody(body: str = "ABF") -> None:
    for person in Person.objects.all():
        PersonNumber.objects.create(person=person, body=body, number=f"{100 + person.pk}")


def read_list(page) -> list[tuple[str, ...]]:
    """Return place, name, number, points and events of each player, in order."""
    return [tuple(cells) for cells in read_table_rows(page, ".standings")]


def rows(page) -> dict[str, tuple[str, ...]]:
    """Return number, name, points and events of each player, by name."""
    return {name: (number, name, *figures) for _place, name, number, *figures in read_list(page)}


@pytest.mark.parametrize("scale", leave_to_slow(["abf-e", "own"], but=1))
def test_the_links_of_the_page_download_what_it_shows(desk, scale):
    make_published()
    number_everybody()
    chosen = {"month": "2026-11", "last": "2026-12", "scale": scale, "table": "2: 1\n4: 5 3"}
    page = desk.get(PAGE, chosen)
    links = {link.text: link.get("href") for link in find_elements(page, "section a.button")}
    assert links.keys() == {"Print", "Excel", "CSV"} | ({"ABF file"} if scale == "abf-e" else set())
    for name, address in links.items():
        response = desk.get(address)
        assert response.status_code == 200, (name, response.content)
        assert response.content.startswith(b"%PDF") is (name == "Print")
        assert "november-2026-to-december-2026" in response["Content-Disposition"]


def test_a_player_without_a_number_is_named_before_the_file_fails(desk):
    make_published()
    page = desk.get(PAGE, ABF)
    warned = " ".join(find_texts(page, ".say"))
    assert all(name in warned for name in rows(page))
    refused = desk.get(f"{PAGE}abf/", ABF)
    assert refused.status_code == 404
    assert "has no ABF number" in refused.content.decode()


def test_the_club_s_own_table_awards_points_by_the_size_of_the_field(desk):
    make_published()
    own = {"month": "2026-11", "scale": "own", "table": "2: 1\n4: 5 3"}
    points = sorted(row[2] for row in rows(desk.get(PAGE, own)).values())
    assert points == ["3.00"] * 4 + ["5.00"] * 4
    # Nobody needs the number of a federation for it.
    assert find_texts(desk.get(PAGE, own), ".say") == []
    wrong = desk.get(PAGE, own | {"table": "four: 5 3"})
    assert wrong.status_code == 422
    assert "can’t be read" in find_errors(wrong)[0]


def test_the_page_begins_without_a_scale_and_without_a_return(desk):
    make_published()
    page = desk.get(PAGE)
    assert page.status_code == 200
    scales = find_elements(page, "select#id_scale option")
    assert scales[0].text == "Choose your scale"
    assert [option.text for option in scales if "selected" in option.attrib] == [
        "Choose your scale"
    ]
    assert find_texts(page, "textarea#id_table") == [""]
    assert find_errors(page) == []
    assert find_elements(page, ".standings") == find_elements(page, "section a.button") == []
    # The form can't be sent without a choice, nor with a table that isn't there.
    assert find_errors(desk.get(PAGE, {"month": "2026-11", "scale": ""})) == [
        "Choose a scale from the list."
    ]
    assert find_errors(desk.get(PAGE, {"month": "2026-11", "scale": "own", "table": " "})) == [
        "Type your table, such as “8: 8 6 4 2”."
    ]
    assert desk.get(f"{PAGE}xlsx/").status_code == 422


def test_an_impossible_month_or_scale_is_refused(desk):
    page = desk.get(PAGE, {"month": "November", "scale": "ebu"})
    assert page.status_code == 422
    assert find_errors(page) == [
        "Choose a scale from the list.",
        "Type a month such as 2026-11.",
    ]
    assert desk.get(f"{PAGE}xlsx/", {"month": "x"}).status_code == 422
    assert desk.get(f"{PAGE}docx/", ABF).status_code == 404


def list_ranks(event) -> list[int]:
    outcome = get_event_kind(event).compute_outcomes_by_event_id([event])[event.pk]
    assert outcome.boards_per_round > 0
    return [entrant.rank for entrant in outcome.entrants]


@pytest.mark.slow
@pytest.mark.parametrize(("boards_per_set", "awarded"), [(4, 3), (5, 2)])
def test_a_night_in_imps_awards_the_top_third_from_five_boards_a_round(
    desk, boards_per_set, awarded
):
    section = make_night(pairs=12, boards_per_set=boards_per_set)
    enter_all_results(section)
    event = section.session.event
    event.scoring, event.date = "butler", date(2026, 11, 3)
    event.save()
    publish_results(event=event)
    # Of six pairs of a direction: the top third, or the top half in short matches.
    count = sum(rank <= awarded for rank in list_ranks(event))
    assert len(rows(desk.get(PAGE, ABF))) == 2 * count
    event.scoring = "matchpoints"
    event.save()
    assert len(rows(desk.get(PAGE, ABF))) == 2 * sum(rank <= 3 for rank in list_ranks(event))


def test_the_list_begins_with_most_points(desk):
    make_published()
    listed = read_list(desk.get(PAGE, ABF))
    points = [float(row[3]) for row in listed]
    assert points == sorted(points, reverse=True)
    assert [row[0] for row in listed] == ["1="] * 4 + ["5="] * 4


# An official page: ACBL Live for Clubs, event 1427915. Eleven pairs in one field, B to 200
# masterpoints and C to 50. Place, stratum and award, the best first.
OFFICIAL_PAIRS = (
    (1, "A", "0.94"),
    (1, "A", "0.94"),
    (3, "A", "0.55"),
    (4, "B", "0.42"),
    (5, "A", "0"),
    (6, "C", "0.29"),
    (7, "B", "0"),
    (7, "B", "0"),
    (9, "C", "0"),
    (10, "A", "0"),
    (11, "B", "0"),
)


def make_official_outcome() -> EventOutcome:
    entrants = [
        RankedEntrant(
            name="",
            people=(),
            starter_count=2,
            group="",
            rank=rank,
            total=Fraction(0),
            stratum=stratum,
        )
        for rank, stratum, _award in OFFICIAL_PAIRS
    ]
    return EventOutcome(tuple(entrants), is_complete=True, boards_per_round=2)


def test_strata_are_paid_as_on_an_official_page():
    rule = make_scale_rule(get_scale("acbl-open"), {"B": 200, "C": 50})
    awards = compute_awards(make_official_outcome(), rule, entrants_per_table=2, is_in_imps=False)
    assert awards == [Fraction(award) for _rank, _stratum, award in OFFICIAL_PAIRS]


def test_a_federation_without_strata_pays_the_whole_field_only():
    rule = make_scale_rule(get_scale("abf-e"), {"B": 200, "C": 50})
    awards = compute_awards(make_official_outcome(), rule, entrants_per_table=2, is_in_imps=False)
    # Five of eleven pairs: the top half, rounded down.
    assert [bool(award) for award in awards] == [True] * 5 + [False] * 6


def test_a_stratum_without_a_limit_is_named(desk):
    event = make_published()
    section = Section.objects.get(session__event=event)
    section.strata = Strata.BELOW
    section.save()
    for entry, letter in zip(section.entries.order_by("pair_no"), "AABBBBBB", strict=True):
        entry.stratum = letter
        entry.save()
    acbl = {"month": "2026-11", "scale": "acbl-open"}
    (line,) = find_texts(desk.get(PAGE, acbl), ".nights p")
    assert line.endswith("Stratum B: type the limit above for awards.")
    limited = desk.get(PAGE, acbl | {"limit_b": "750"})
    assert "Stratum" not in find_texts(limited, ".nights p")[0]
    # North-South and East-West have four pairs each, and three of them are below the limit.
    assert len(rows(limited)) >= len(rows(desk.get(PAGE, acbl)))
    wrong = desk.get(PAGE, acbl | {"limit_b": "many"})
    assert find_errors(wrong) == [
        "“many” isn’t a number of masterpoints. Type a whole number in figures, such as 750."
    ]


@pytest.mark.parametrize(
    ("scale", "reason"),
    leave_to_slow(
        [
            ("abf-e", "The ABF has other awards for teams, which aren’t built in."),
            ("acbl-open", "The ACBL has other awards for teams, which aren’t built in."),
        ],
        but=1,
    ),
)
def test_teams_earn_by_the_club_s_own_table_only(desk, scale, reason):
    event = make_demo_event(Contest.TEAMS)
    publish_results(event=event)
    assert (
        reason in find_texts(desk.get(PAGE, {"month": "2026-11", "scale": scale}), ".nights p")[0]
    )
    own = desk.get(PAGE, {"month": "2026-11", "scale": "own", "table": "4: 5 3"})
    (line,) = find_texts(own, ".nights p")
    assert "tables, " in line
    assert reason not in line
    assert rows(own)


def test_before_a_scale_is_chosen_the_months_with_nights_are_listed(desk):
    make_published(month=10)
    make_published(month=11)
    make_published(month=11, day=10)
    unpublished = make_night(pairs=8).session.event
    unpublished.date = date(2026, 11, 17)
    unpublished.save()
    assert read_table_rows(desk.get(PAGE), "#months") == [
        ["November 2026", "2", "1"],
        ["October 2026", "1", ""],
    ]


def test_more_months_cost_no_more(desk):
    make_published(month=10)
    few = count_queries(desk, PAGE)
    make_published(month=11)
    make_published(month=12)
    assert count_queries(desk, PAGE) == few
