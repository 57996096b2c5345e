"""Step 1: the question, the movements that fit, the preview, and choosing one."""

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from director.boards.movement.offers import MovementPreferences
from director.boards.play.scores.result import enter_result
from director.boards.play.sessions import add_section
from director.models import Plan
from director.models.event import Contest
from movements.advice.advise import advise
from movements.registry import MOVEMENTS
from tests.director.boards.others import make_empty_section
from tests.director.pages import (
    HTMX,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    parse_page,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    field_address,
    make_night,
    make_section,
)

pytestmark = pytest.mark.django_db


def test_before_anything_is_asked_the_page_asks(desk):
    response = desk.get(field_address(make_section()))
    assert response.status_code == 200
    assert find_texts(response, "#advice p.muted") == [
        "Enter the number of pairs to see the movements that fit."
    ]


def test_answers_list_the_movements_that_fit_with_their_figures(desk):
    response = desk.get(field_address(make_section()), {"pairs": "13", "start": "19:15"})
    rows = [" ".join(row.split()) for row in find_texts(response, "#advice tbody tr")]
    assert rows[0] == ("Howell 13 × 2 24 1 round 100% 1 22:54 100 Choose")
    headlines = find_texts(response, "#advice tr.because summary")
    assert headlines == [
        "One winner · a pair meets all the others Why?",
        "Two winners · 7 of 13 pairs keep their tables Why?",
    ]
    reasons = find_texts(response, "#advice tr.because details p")
    assert reasons[0].startswith("One ranking for everyone: a pair meets all the others")
    assert reasons[1].startswith("N-S and E-W each have a winner")


@pytest.mark.parametrize(
    "question", [{"pairs": "14"}, {"pairs": "40", "minutes": "180"}, {"pairs": "3"}], ids=str
)
def test_at_most_four_picks_stand_first_and_the_rest_folds_open(desk, question):
    response = desk.get(field_address(make_section()), question)
    found = response.context["ask_form"].cleaned_data["offers"]
    assert 1 <= len(found.recommended) <= 4
    assert find_texts(response, "#advice td b") == [offer.label for offer in found.recommended]
    assert find_texts(response, "#advice .further tbody th a") == [
        offer.advice.name for offer in found.other_offers
    ]
    assert find_texts(response, "#advice .further summary") == [
        f"{len(found.other_offers)} more that fit"
    ] * bool(found.other_offers)
    listed = advise(int(question["pairs"]), minutes=int(question.get("minutes", 0)) or None)
    assert {offer.advice for offer in found.all_offers} == set(listed)
    assert found.recommended[0].advice == listed[0]


def test_htmx_gets_the_answers_alone(desk):
    url = field_address(make_section())
    part = desk.get(url, {"pairs": "13"}, **HTMX, HTTP_HX_TARGET="advice")
    whole = desk.get(url, {"pairs": "13"})
    assert part.templates[0].name == "boards/field/_advice.html"
    assert find_texts(part, "#advice tbody th a") == find_texts(whole, "#advice tbody th a")
    assert "HX-Request" in part.headers["Vary"]


def test_a_history_restore_gets_the_whole_page(desk):
    restore = HTMX | {"HTTP_HX_HISTORY_RESTORE_REQUEST": "true"}
    response = desk.get(
        field_address(make_section()), {"pairs": "13"}, **restore, HTTP_HX_TARGET="advice"
    )
    assert response.templates[0].name == "boards/field.html"


TOO_FEW = "Movements exist for 3 to 80 pairs."
BAD_QUESTIONS = [
    pytest.param({"pairs": "0"}, f"0 pairs have nobody to play against. {TOO_FEW}", id="no pairs"),
    pytest.param({"pairs": "1"}, f"1 pair has nobody to play against. {TOO_FEW}", id="one pair"),
    pytest.param(
        {"pairs": "-3"}, f"-3 pairs have nobody to play against. {TOO_FEW}", id="fewer than none"
    ),
    pytest.param(
        {"pairs": "2"},
        "A movement doesn’t work for 2 pairs. It takes 3 to 80 pairs; the nearest number that works is 3.",
        id="two pairs",
    ),
    pytest.param(
        {"pairs": "200"},
        "A movement doesn’t work for 200 pairs. It takes 3 to 80 pairs; the nearest number that works is 80.",
        id="200 pairs in one section",
    ),
    pytest.param(
        {"pairs": "abc"},
        "“abc” isn’t a number of pairs. Type a whole number in figures, such as 13.",
        id="letters",
    ),
    pytest.param(
        {"pairs": "13.5"},
        "“13.5” isn’t a number of pairs. Type a whole number in figures, such as 13.",
        id="half a pair",
    ),
    pytest.param(
        {"pairs": "9" * 5000},
        f"“{'9' * 20}” isn’t a number of pairs. Type a whole number in figures, such as 13.",
        id="a number of 5000 digits",
    ),
    pytest.param({"pairs": ""}, "Enter the number of pairs, such as 13.", id="nothing"),
    pytest.param(
        {"pairs": "13", "minutes": "0"},
        "0 minutes isn’t enough for one board, which takes 7.5. Allow more time.",
        id="no minutes",
    ),
    pytest.param(
        {"pairs": "13", "low": "28", "high": "24"},
        "28-24 isn’t a range of boards. Enter a smaller and a larger number, such as 24-28.",
        id="boards run backwards",
    ),
    pytest.param(
        {"pairs": "13", "low": "-5"},
        "The number of boards must be 1 or more, such as 24, not -5.",
        id="boards below nothing",
    ),
    pytest.param(
        {"pairs": "13", "high": "0"},
        "The number of boards must be 1 or more, such as 28, not 0.",
        id="no boards",
    ),
    pytest.param(
        {"pairs": "13", "low": "a few"},
        "“a few” isn’t a number of boards. Type a whole number in figures, such as 24.",
        id="boards in words",
    ),
    pytest.param(
        {"pairs": "13", "start": "25:99"},
        "Enter a time, such as 19:15.",
        id="no time of day",
    ),
    pytest.param(
        {"pairs": "13", "winners": "3"}, "Choose one winner, two, or either.", id="three winners"
    ),
]


@pytest.mark.parametrize(
    "headers", [{}, HTMX | {"HTTP_HX_TARGET": "advice"}], ids=["plain", "htmx"]
)
@pytest.mark.parametrize(("question", "sentence"), BAD_QUESTIONS)
def test_bad_question_is_answered_with_one_sentence(desk, question, sentence, headers):
    response = desk.get(field_address(make_section()), question, **headers)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]


def test_bad_question_keeps_what_was_typed(desk):
    response = desk.get(field_address(make_section()), {"pairs": "1", "minutes": "abc"})
    assert [field.value() for field in response.context["ask_form"]][:2] == ["1", "abc"]
    assert find_errors(response) == [
        "1 pair has nobody to play against. Movements exist for 3 to 80 pairs.",
        "“abc” isn’t a number of minutes. Type a whole number in figures, such as 210.",
    ]


def test_pairs_that_cannot_move_get_a_movement_in_which_so_many_stay(desk):
    asked = {"pairs": "12", "winners": "1", "stationary": "4"}
    response = desk.get(field_address(make_section()), asked)
    found = response.context["ask_form"].cleaned_data["offers"].all_offers
    assert found[0].advice.stationary >= 4
    assert f"{found[0].query}&".count("stationary=4&") == 1
    few = [offer.advice for offer in found if offer.advice.stationary < 4]
    assert [
        advice for advice in few if "of 4 pairs can keep their tables" not in advice.reason
    ] == []


def test_the_question_for_pairs_that_cannot_move_refuses_what_is_no_number(desk):
    response = desk.get(field_address(make_section()), {"pairs": "12", "stationary": "-1"})
    assert find_errors(response) == ["The number of pairs must be 0 or more, such as 2, not -1."]


def test_a_pair_that_keeps_its_table_stands_in_its_seat_also_when_the_boards_are_turned(desk):
    asked = {
        "pairs": "12",
        "key": "short-howell",
        "rounds": "8",
        "boards": "3",
        "round": "6",
        "pair": "10",
    }
    response = desk.get(field_address(make_section(), "movement/"), asked)
    schedule = response.context["schedule"]
    second = dict(schedule.grid)[2]
    assert [cell.text for cell in second[4:7]] == ["10 v 5", "10 v 6 ⇄", "10 v 7"]
    assert [(table.ns, table.ew) for table in schedule.room_map.tables if table.table_no == 2] == [
        ("10", "6")
    ]
    assert [arrow.kind for arrow in schedule.room_map.arrows if arrow.is_followed] == []
    stops = [(stop.table, stop.side) for stop in schedule.followed_rounds]
    assert stops[4:7] == [("2", "N-S"), ("2", "N-S, E-W cards"), ("2", "N-S")]
    place = schedule.room_tables[1]
    assert place.ns == "10"
    assert place.ew == "6"
    assert place.marks == ("arrow-switch: E-W hold the N-S cards",)
    assert place.moves[0] == "N-S stay"


@pytest.mark.parametrize(
    ("wanted", "boards"),
    [
        ({}, None),
        ({"low": 18}, (18, 22)),
        ({"high": 18}, (14, 18)),
        ({"high": 3}, (1, 3)),
        ({"low": 9, "high": 9}, (9, 9)),
    ],
    ids=["nothing", "at least", "at most", "very few", "exactly"],
)
def test_open_end_of_the_boards_wanted_is_four_away(wanted, boards):
    assert MovementPreferences(13, **wanted).boards == boards


def test_preview_shows_the_whole_schedule_and_stores_nothing(desk):
    section = make_section()
    asked = {"pairs": "8", "key": "howell", "rounds": "7", "boards": "4", "start": "19:15"}
    response = desk.get(field_address(section, "movement/"), asked)
    assert response.status_code == 200
    first_table = ["8 v 1", "8 v 2", "8 v 3", "8 v 4", "8 v 5", "8 v 6", "8 v 7"]
    assert find_texts(response, ".rounds td b")[:7] == first_table
    assert find_texts(response, "#preview .status span") == [
        "4 tables", "7 × 4", "28 boards each", "no sit-outs", "one winner", "ends 22:57", "fairness 100"
    ]  # fmt: skip
    assert not Plan.objects.exists()


def test_figure_that_leads_to_its_reason_looks_so_in_field_too(desk):
    asked = {"pairs": "8", "key": "howell", "rounds": "7", "boards": "4"}
    response = desk.get(field_address(make_section(), "movement/"), asked)
    assert find_texts(response, "a.why-of") == ["100"]
    sheets = [
        link.get("href")
        for link in find_elements(response, "link")
        if "stylesheet" in link.get("rel")
    ]
    paths = [finders.find(address.removeprefix(settings.STATIC_URL)) for address in sheets]
    assert any(".why-of {" in Path(path).read_text(encoding="utf-8") for path in paths)


def test_preview_fills_in_what_was_left_open(desk):
    response = desk.get(
        field_address(make_section(), "movement/"), {"pairs": "16", "key": "mitchell"}
    )
    form = response.context["form"]
    assert form["rounds"].value() == 7
    assert form["boards"].value() == 4
    assert form["even"].value() == "skip"


@pytest.mark.parametrize(
    ("key", "pairs", "labels"),
    [
        ("mitchell", "15", ["Even number of tables", "Odd number of pairs"]),
        (
            "one-winner-mitchell",
            "15",
            ["Even number of tables", "Odd number of pairs", "Arrow-switch"],
        ),
        ("rover-mitchell", "13", ["Even number of tables"]),
    ],
)
def test_help_of_an_option_says_its_label_once(desk, key, pairs, labels):
    response = desk.get(field_address(make_section(), "movement/"), {"pairs": pairs, "key": key})
    words = " ".join(find_texts(response, "#preview .help"))
    assert [words.count(f"{label}: ") for label in labels] == [1] * len(labels)


def test_altered_options_are_followed_by_the_preview(desk):
    section = make_section()
    asked = {"pairs": "13", "key": "mitchell", "rounds": "7", "boards": "3"}
    for half, waiting in (
        ("ew", ["7", "1", "2", "3", "4", "5", "6"]),
        ("ns", ["7", "6", "5", "4", "3", "2", "1"]),
    ):
        response = desk.get(
            field_address(section, "movement/"),
            asked | {"half_table": half},
            **HTMX,
            HTTP_HX_TARGET="preview",
        )
        assert response.templates[0].name == "boards/field/_preview.html"
        grid = response.context["schedule"].grid
        assert [
            cells[number].sit_out
            for number in range(7)
            for _table, cells in grid
            if cells[number].sit_out
        ] == waiting


def test_preview_leaves_sources_to_the_documentation(desk):
    response = desk.get(
        field_address(make_section(), "movement/"),
        {"pairs": "14", "key": "mitchell", "boards": "4"},
    )
    helps = find_texts(response, "#preview .help")
    assert helps[-1].endswith("Shaded: where pair 1 E-W plays.")
    assert not any("Source" in text for text in helps)


BAD_MOVEMENTS = [
    pytest.param({"pairs": "40", "key": "howell"},
                 "Howell doesn’t work for 40 pairs. It takes 3 to 36 pairs; the nearest number that works is 36.",
                 id="too many pairs"),
    pytest.param({"pairs": "8", "key": "howell", "rounds": "9"},
                 "Howell for 8 pairs takes 1 to 7 rounds, not 9: one more round would repeat opponents or boards.",
                 id="too many rounds"),
    pytest.param({"pairs": "8", "key": "howell", "boards": "7"},
                 "Howell takes 1 to 6 boards per round, not 7.",
                 id="too many boards per round"),
    pytest.param({"pairs": "8", "key": "chess"},
                 f"Unknown movement “chess”. Did you mean {MOVEMENTS[0].key} or {MOVEMENTS[1].key}?",
                 id="no such movement"),
    pytest.param({"pairs": "8"}, "No movement was chosen. Go back and choose one from the list.",
                 id="no movement named"),
    pytest.param({"pairs": "3", "key": "mitchell", "even": "skip"},
                 "Mitchell: with 3 pairs and even=skip, pair 2 would never play. Choose even=share.",
                 id="somebody would never play"),
]  # fmt: skip


@pytest.mark.parametrize(
    "headers", [{}, HTMX | {"HTTP_HX_TARGET": "preview"}], ids=["plain", "htmx"]
)
@pytest.mark.parametrize(("asked", "sentence"), BAD_MOVEMENTS)
def test_impossible_movement_is_answered_with_one_sentence(desk, asked, sentence, headers):
    response = desk.get(field_address(make_section(), "movement/"), asked, **headers)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]


def test_choosing_stores_the_plan_and_sets_the_clock(desk):
    section = make_section()
    asked = {"pairs": "13", "key": "mitchell", "rounds": "6", "boards": "4", "half_table": "ns"}
    response = desk.post(field_address(section, "movement/"), asked)
    assert response.status_code == 302
    assert response.url == field_address(section)
    plan = Plan.objects.get(section=section)
    assert plan.key == "mitchell"
    assert plan.contestants == 13
    assert plan.rounds == 6
    assert plan.boards_per_set == 4
    assert plan.options == [["half_table", "ns"]]
    section.session.refresh_from_db()
    assert section.session.round_minutes == 32
    page = desk.get(response.url)
    assert find_texts(page, "#messages p") == ["Movement saved: Mitchell, 7 tables, 13 pairs."]
    assert find_texts(page, ".sheet h2")[0] == "Mitchell for 13 pairs"


@pytest.mark.parametrize(
    ("asked", "opened"),
    [
        ({}, "Rounds"),
        ({"tab": "comparisons"}, "Comparisons"),
        ({"tab": "sections"}, "Sections and sessions"),
        ({"round": "3", "pair": "9"}, "Room"),
        ({"pair": "9"}, "Follow a pair"),
        ({"tab": "chess"}, "Rounds"),
    ],
    ids=str,
)
def test_one_part_of_the_chosen_movement_is_shown_at_a_time(desk, asked, opened):
    response = desk.get(field_address(make_night(pairs=13)), asked)
    names = ["Rounds", "Room", "Comparisons", "Follow a pair", "Files", "Sections and sessions"]
    assert find_texts(response, ".tabs a") == names
    assert [tab.name for tab in response.context["tabs"] if tab.is_open] == [opened]
    parts = (".rounds", ".map", "svg.pairs .names text", "#follow")
    assert [bool(find_elements(response, part)) for part in parts] == [
        name == opened for name in names[:4]
    ]


def test_another_movement_is_asked_for_in_place_of_the_parts(desk):
    response = desk.get(field_address(make_night(pairs=13)), {"tab": "change"})
    assert response.context["ask_form"]["pairs"].value() == "13"
    assert find_texts(response, ".tabs") == []
    assert find_texts(response, ".end a")[0] == "Cancel"


def test_a_movement_is_chosen_in_the_list(desk):
    section = make_section()
    listed = desk.get(field_address(section), {"pairs": "13", "start": "19:15"})
    button = find_elements(listed, "#advice button")[0]
    assert desk.post(button.get("formaction")).url == field_address(section)
    assert Plan.objects.get(section=section).key == "howell"


def test_any_round_shows_who_sits_where_and_who_moves_where(desk):
    section = make_night(pairs=13)
    response = desk.get(
        field_address(section), {"round": "3", "pair": "9"}, **HTMX, HTTP_HX_TARGET="schedule"
    )
    assert response.templates[0].name == "boards/field/_schedule.html"
    places = response.context["schedule"].room_tables
    assert (places[3].ns, places[3].ew, places[3].boards, places[3].moves) == (
        "4", "2", "16–18", ("N-S stay", "E-W to table 5", "boards to table 3")
    )  # fmt: skip
    assert places[3].ns_names == "Dora Ash Dunn & Ida Gray 3"
    assert places[3].is_followed is True
    assert places[1].ew == "–"
    assert places[1].ew_names == ""
    assert places[1].marks == ("2 N-S sits out",)


def test_following_a_pair_shows_its_whole_evening(desk):
    section = make_night(key="howell", pairs=9)
    response = desk.get(field_address(section), {"pair": "9"})
    stops = [
        (
            contest_round.round_no,
            contest_round.table,
            contest_round.side,
            contest_round.opponents,
        )
        for contest_round in response.context["schedule"].followed_rounds
    ]
    assert stops == [
        (1, "3", "N-S", "8"), (2, "3", "E-W", "1"), (3, "4", "N-S", "5"), (4, "5", "E-W", "7"), (5, "2", "N-S", "6"),
        (6, "5", "N-S", "2"), (7, "4", "E-W", "4"), (8, "2", "E-W", "3"), (9, "1", "", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "round_no", "pair_no"),
    [
        ({"round": "99", "pair": "99"}, 7, 8),
        ({"round": "x", "pair": "-1"}, 1, 8),
        ({"round": "0", "pair": "3"}, 1, 3),
    ],
    ids=["beyond the last", "not numbers", "below the first"],
)
def test_round_and_pair_outside_the_movement_become_the_nearest(desk, asked, round_no, pair_no):
    schedule = desk.get(field_address(make_night(pairs=13)), asked).context["schedule"]
    assert (schedule.round_no, schedule.pair_no) == (round_no, pair_no)


def test_shared_boards_and_bye_stand_are_reported(desk):
    section = make_night(pairs=12, options={"even": "share"})
    response = desk.get(field_address(section), {"tab": "room"})
    assert find_texts(response, "#schedule .rest") == [
        "Boards 10–12 rest on the bye-stand between tables 3 and 4."
    ]
    assert find_texts(desk.get(field_address(section)), ".rounds td b")[0] == "1 v 1 ="


def test_change_after_results_is_refused_with_what_would_be_lost(desk):
    section = make_night(pairs=8)
    enter_result(section=section, board_no=1, ns=1, ew=5, text="4SS=", user=None)
    sentence = (
        "You can’t pick a new movement: 1 result depends on this one. Use Change movement to keep it, or delete it in "
        "Scores first."
    )
    page = desk.get(field_address(section), {"tab": "change"})
    (warning,) = find_texts(page, ".say.warn")
    assert warning.removesuffix(" Change movement") == sentence
    assert find_texts(page, "#advice") == []
    response = desk.post(
        field_address(section, "movement/"),
        {"pairs": "8", "key": "howell", "rounds": "7", "boards": "4"},
    )
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert Plan.objects.get(section=section).key == "mitchell"


def test_a_night_played_elsewhere_needs_no_movement(desk):
    section = make_section()
    event = section.session.event
    event.source = "night.xml"
    event.save()
    response = desk.get(field_address(section))
    assert find_texts(response, ".say") == [
        "This event was imported with its results, so it needs no movement."
    ]
    assert find_texts(response, "form.ask") == []


def test_too_few_places_for_the_names_is_refused_and_the_preview_stays(desk):
    section = make_night(pairs=13)
    response = desk.post(
        field_address(section, "movement/"), {"pairs": "12", "key": "howell", "rounds": "11"}
    )
    assert response.status_code == 422
    assert find_errors(response) == [
        "This movement has 12 places, but 13 have names. Remove those who aren’t playing in Seats first. Open Seats"
    ]
    assert (
        find_elements(response, ".bad a")[0].get("href") == f"/sessions/{section.session_id}/seats/"
    )
    assert response.context["schedule"].movement.contestants == 12
    # The focus is on the way out, and the head still describes the stored movement.
    focused = [part for part in parse_page(response).iter() if "autofocus" in part.attrib]
    assert [part.text for part in focused] == ["Open Seats"]
    assert "two winners" in response.content.decode()
    assert Plan.objects.get(section=section).contestants == 13


def test_signed_out_nothing_is_shown_or_stored(client: Client):
    section = make_section()
    for tail in ("", "movement/"):
        url = field_address(section, tail)
        response = client.get(url)
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={url}"
    assert (
        client.post(
            field_address(section, "movement/"), {"pairs": "8", "key": "howell"}
        ).status_code
        == 403
    )
    assert not Plan.objects.exists()


def test_queries_do_not_grow_with_the_size(desk):
    small, large = make_night(pairs=6), make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1)
    assert count_queries(desk, field_address(small)) == count_queries(desk, field_address(large))
    enter_all_results(small)
    enter_all_results(large)
    assert count_queries(desk, field_address(small)) == count_queries(desk, field_address(large))
    asked = "movement/?key=mitchell&pairs="
    assert count_queries(desk, field_address(small, f"{asked}6")) == count_queries(
        desk, field_address(large, f"{asked}{LARGE_FIELD_PAIRS}")
    )


@pytest.mark.parametrize(("boards", "is_questioned"), [("10", True), ("24", False)])
def test_an_evening_of_few_boards_is_questioned_and_not_refused(desk, boards, is_questioned):
    section = make_section()
    page = desk.get(f"/sessions/{section.session_id}/field/?pairs=13&high={boards}")
    text = " ".join(find_texts(page, "#advice"))
    assert (f"Only {boards} boards in all" in text) is is_questioned
    assert find_elements(page, "#advice button")


def test_suggestions_for_players_differ_in_their_figures_and_have_no_fairness(desk):
    section = make_empty_section(Contest.INDIVIDUAL)
    page = desk.get(f"/sessions/{section.session_id}/field/?players=12")
    picks = page.context["ask_form"].cleaned_data["offers"].recommended
    figures = [
        (pick.facts.rounds_and_boards, pick.facts.boards, pick.facts.opponents_met)
        for pick in picks
    ]
    assert len(set(figures)) == len(figures) > 1
    assert "Fairness" not in " ".join(find_texts(page, "#advice"))


def test_another_section_is_asked_for_the_boards_of_the_first(desk):
    first = make_night(pairs=14, boards_per_set=4)
    second = add_section(section=first, letter="B", user=None)
    page = desk.get(f"/sessions/{second.ref}/field/")
    form = page.context["ask_form"]
    assert (form.initial["low"], form.initial["high"]) == (28, 28)


def test_each_file_of_a_movement_says_what_it_is_for(desk):
    section = make_night()
    page = desk.get(f"/sessions/{section.session_id}/field/?tab=files")
    assert find_texts(page, "#schedule li b") == [
        "CSV grid",
        "Movement text",
        "BridgeScorer YAML",
        "JSON",
    ]
    assert len(find_texts(page, "#schedule li .muted")) == 4


@pytest.mark.parametrize(
    ("limits", "is_met"),
    [
        pytest.param({"cupboard": "28"}, lambda advice: advice.boards_in_play <= 28, id="boards"),
        pytest.param({"board_copies": "1"}, lambda advice: advice.copies == 1, id="copies"),
        pytest.param(
            {"no_sharing": "on"}, lambda advice: not advice.has_shared_boards, id="sharing"
        ),
        pytest.param(
            {"no_carrying": "on"}, lambda advice: advice.plan_key != "short-howell", id="carrying"
        ),
    ],
)
def test_movements_beyond_the_club_s_limits_are_not_offered(desk, limits, is_met):
    response = desk.get(field_address(make_section()), {"pairs": "24", **limits})
    found = response.context["ask_form"].cleaned_data["offers"].all_offers
    assert len(found) > 1
    assert [offer.advice.name for offer in found if not is_met(offer.advice)] == []
    # The limits go along to the movement and back.
    ((name, value),) = limits.items()
    value = "True" if value == "on" else value
    assert all(f"{name}={value}" in offer.query for offer in found)
    assert "More, in use" in find_texts(response, "form.ask summary")


def test_boards_per_round_are_weighed_and_never_the_end_of_the_list(desk):
    response = desk.get(
        field_address(make_section()), {"pairs": "14", "winners": "1", "per_round": "3"}
    )
    found = response.context["ask_form"].cleaned_data["offers"].all_offers
    assert found[0].advice.boards_per_set == 3
    assert {offer.advice.boards_per_set for offer in found} > {3}


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        pytest.param(
            {"cupboard": "none"},
            "“none” isn’t a number of boards. Type a whole number in figures, such as 32.",
            id="letters",
        ),
        pytest.param(
            {"board_copies": "0"},
            "The number of sets must be 1 or more, such as 1, not 0.",
            id="no set",
        ),
        pytest.param(
            {"per_round": "9"},
            "The number of boards must be at most 6, such as 3, not 9.",
            id="too many in a round",
        ),
    ],
)
def test_a_limit_that_makes_no_sense_gets_one_sentence(desk, limits, sentence):
    response = desk.get(field_address(make_section()), {"pairs": "14", **limits})
    assert response.status_code == 422
    assert sentence in find_errors(response)


def test_one_winner_in_a_large_field_is_a_condition_and_has_figures(desk):
    response = desk.get(field_address(make_section()), {"pairs": "40", "winners": "1"})
    rows = [" ".join(row.split()) for row in find_texts(response, "#advice tr.because")]
    assert [row for row in rows if row.startswith("Two winners")] == []
    assert "fairness 56.09 of 100" in rows[0]
    assert "Next is One-winner appendix Mitchell 11 × 2" in rows[0]
    assert "Two sections of 20 pairs, each with its own winner and boards, are fairer" in (
        response.content.decode()
    )


@pytest.mark.parametrize(
    ("key", "pairs", "sentence"),
    [
        pytest.param(
            "howell",
            "14",
            "The best known for 14 pairs in 13 rounds is 91.3, and no movement can have more than 98.73.",
            id="bound",
        ),
        pytest.param("howell", "8", "is 100, and no movement can have more.", id="perfect"),
        pytest.param("mitchell", "14", "", id="two winners"),
    ],
)
def test_comparisons_name_the_best_known_fairness(desk, key, pairs, sentence):
    url = field_address(make_section(), "movement/")
    response = desk.get(url, {"key": key, "pairs": pairs, "tab": "comparisons"})
    text = " ".join(response.content.decode().split())
    assert sentence in text
    assert ("The best known" in text) is bool(sentence)
    assert "/help/what-fairness-means.md" in text


def test_the_club_s_equipment_and_preferences_are_remembered_for_the_next_night(desk):
    section = make_section()
    liked = {"cupboard": "32", "board_copies": "2", "sitting": "much", "familiar": "must"}
    question = {"pairs": "14", "key": "mitchell", "rounds": "7", "boards": "4"}
    desk.post(field_address(section, "movement/"), question | liked)
    ask = desk.get(field_address(make_section())).context["ask_form"]
    assert {name: ask.initial[name] for name in liked} == liked
    assert ask.has_filled_limits
    assert "pairs" not in ask.initial


def test_a_worth_changes_what_is_suggested(desk):
    question = {"pairs": "36", "winners": "2", "board_copies": "2"}
    usual = (
        desk.get(field_address(make_section()), question).context["ask_form"].cleaned_data["offers"]
    )
    question["equal_boards"] = "not"
    careless = (
        desk.get(field_address(make_section()), question).context["ask_form"].cleaned_data["offers"]
    )
    assert usual.recommended[0].advice.plan_key == "web-mitchell"
    assert careless.recommended[0].advice.plan_key == "mitchell"


def test_an_unknown_worth_is_refused(desk):
    response = desk.get(field_address(make_section()), {"pairs": "14", "familiar": "very"})
    assert "Choose not, a little, much or must." in response.content.decode()


def test_a_preview_warns_of_what_a_movement_lacks(desk):
    question = {"key": "howell", "pairs": "20", "rounds": "9", "boards": "3"}
    response = desk.get(field_address(make_section(), "movement/"), question)
    assert "pairs are compared unevenly" in " ".join(response.content.decode().split())
