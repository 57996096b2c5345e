"""What really happened: findings of what is stored, their choices with figures, settled by one press and undone."""

import random
from contextlib import suppress

import pytest
from django.utils import timezone

from director.additions.rulings.irregularities import (
    count_open_problems,
    fetch_section_check,
    is_played_as_planned,
)
from director.additions.rulings.problems import settle_problems
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import import_result
from director.errors import DeskError
from director.models import Award, Event, Result
from scoring.errors import ScoringError
from scoring.laws import irregularities
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
)
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import (
    LARGE_FIELD_PAIRS,
    make_night,
    make_sections,
)

pytestmark = pytest.mark.django_db


def problem_address(section, tail=""):
    return f"/sessions/{section.session_id}/happened/{tail}"


def enter_rounds(section, *, rounds, but=()):
    """Enter every line of so many rounds as planned, but not those of *but*: round and table."""
    lines = fetch_section_lines(section)
    for number, line in enumerate(lines.all):
        if line.round_no <= rounds and (line.round_no, line.table_no) not in but:
            text = ("4SS=", "4SS-1", "3NTN+1", "PASS", "2HE=")[number * 7 % 5]
            import_result(section=section, line=line, text=text, user=None)


def store_unforeseen_result(section, board_no, ns, ew, round_no, table_no):
    """Store a result that the movement does not foresee."""
    made = {"text": "PASS", "ns_score": 0, "entered_at": timezone.now()}
    return Result.objects.create(
        section=section,
        board_no=board_no,
        ns=ns,
        ew=ew,
        round_no=round_no,
        table_no=table_no,
        **made,
    )


@pytest.fixture
def section():
    """Five tables, two rounds: in the second, table 2 (2 N-S against 1 E-W) played set D in place of C."""
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, rounds=3, but={(2, 2), *((3, table) for table in range(1, 6))})
    lines = fetch_section_lines(section)
    planned = lines.get_table_lines(2, 2)
    other = lines.get_table_lines(2, 3)
    for line in other:
        store_unforeseen_result(section, line.board_no, planned[0].ns, planned[0].ew, 2, 2)
    return section


def stored(section):
    """Everything that is stored of the lines of *section*."""
    results = section.results.order_by("board_no", "ns", "ew").values(
        "board_no", "ns", "ew", "text", "version"
    )
    awards = Award.objects.filter(result__section=section).order_by("pk")
    return list(results), list(
        awards.values("result__board_no", "text", "kind", "in_force", "ns_fault", "ns_law")
    )


def awards(section):
    given = Award.objects.filter(result__section=section, in_force=True).order_by(
        "result__board_no", "result__ns", "pk"
    )
    return [
        (award.result.board_no, award.result.ns, award.result.ew, award.text) for award in given
    ]


@pytest.mark.slow
def test_one_press_writes_the_lines_of_a_choice(desk, section, director):
    wrong = find_elements(desk.get(problem_address(section)), ".choices button")[0].get("value")
    response = desk.post(problem_address(section), {"choice": wrong}, follow=True)
    assert find_texts(response, ".say")[0].startswith(
        "6 results changed. You can undo it in Scores."
    )
    five_ew = next(
        line.ew
        for line in fetch_section_lines(section).get_board_lines(7)
        if section.get_label(line.ew) == "5 E-W"
    )
    assert [award for award in awards(section) if not award[3].startswith("NP")] == [
        (7, 5, five_ew, "A60+/60+"),
        (8, 5, five_ew, "A60+/60+"),
    ]
    award = Award.objects.filter(text="A60+/60+").first()
    assert award.ns_fault == "none"
    assert award.ns_law == "Law 15B3, Law 12C2(a)"
    assert award.given_by == director
    assert find_texts(desk.get(problem_address(section)), ".finding h3") == [
        "2 N-S and 1 E-W haven’t played boards 5, 6, due at table 2 in round 2; they played boards 7, 8 instead."
    ]
    assert find_session_differences(section) == []


def by_fault(desk, section, finding: str) -> dict[str, str]:
    """Return what the boxes of a finding say, with the button that awards by them."""
    page = desk.get(problem_address(section))
    post_data = {
        box.get("name"): next(
            option.get("value") for option in box.iter("option") if "selected" in option.attrib
        )
        for box in find_elements(page, ".faults select")
        if box.get("name").startswith(f"{finding}/")
    }
    return post_data | {"choice": f"{finding}:by-fault"}


def test_other_awards_of_a_proposal_stay_when_fault_is_chosen(desk, section):
    """Wrong boards: what falls away for those who played them is written beside the awards."""
    wrong = next(finding.key for finding in _findings(section) if finding.key.startswith("wrong"))
    typed = by_fault(desk, section, wrong)
    typed |= {name: "partly" for name in typed if name.endswith("/ew")}
    desk.post(problem_address(section), typed)
    assert sorted(text[:3] for *_, text in awards(section)) == [
        "A60",
        "A60",
        "NP:",
        "NP:",
        "NP:",
        "NP:",
    ]
    assert {text for *_, text in awards(section) if text.startswith("A")} == {"A60+/50"}


@pytest.mark.slow
def test_a_board_played_twice_is_cancelled_and_counts_for_nobody(desk):
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, rounds=2, but={(2, 2)})
    lines = fetch_section_lines(section)
    first, again = lines.get_table_lines(1, 1), lines.get_table_lines(2, 2)
    for line in first:
        store_unforeseen_result(section, line.board_no, again[0].ns, first[0].ew, 2, 2)
    page = desk.get(problem_address(section))
    button = find_elements(page, ".choices button")[0]
    assert button.get("value").endswith(":void-full")
    assert len(find_elements(page, ".choices table")) == len(find_elements(page, ".choices button"))
    desk.post(problem_address(section), {"choice": button.get("value")})
    scored, _sheets = fetch_scored_session(section)
    void = [award for award in awards(section) if award[1:3] == (again[0].ns, first[0].ew)]
    assert [text for *_, text in void] == ["NP: board played twice"] * 2
    key = (first[0].board_no, again[0].ns, first[0].ew)
    assert scored.points_by_line[key].ns_points is None
    assert find_session_differences(section) == []


@pytest.mark.slow
def test_a_pair_that_left_is_settled_with_the_effect_on_everybody(desk, section):
    tail = "?pair=3&how=left&round_no=3"
    page = desk.get(problem_address(section, tail))
    finding = next(
        text for text in find_texts(page, ".finding h3") if text.startswith("3 N-S withdrew")
    )
    assert finding.startswith("3 N-S withdrew before half of the session, after round 2: boards")
    cancel = next(
        button
        for button in find_elements(page, ".choices button")
        if button.get("value").endswith(":cancel")
    )
    form = find_elements(page, "form")[-2]
    assert "pair=3" in (form.get("action") or "") or any(
        "pair=3" in (element.get("action") or "") for element in find_elements(page, "form")
    )
    response = desk.post(
        problem_address(section, tail), {"choice": cancel.get("value")}, follow=True
    )
    assert response.status_code == 200
    scored, _sheets = fetch_scored_session(section)
    assert 3 not in [
        standing.contestant
        for standing in scored.ranking.standings
        if standing.direction == "NS" and standing.board_count
    ]
    assert find_session_differences(section) == []


def test_a_problem_settled_by_another_director_is_reported(section):
    (wrong, *_) = [finding for finding in _findings(section) if finding.key.startswith("wrong")]
    settle_problems(section=section, choice_by_problem={wrong.key: "stands"}, user=None)
    with pytest.raises(DeskError) as refusal:
        settle_problems(section=section, choice_by_problem={wrong.key: "stands"}, user=None)
    assert refusal.value.code == "happened-settled"


def _findings(section):
    return irregularities.list_irregularities(fetch_section_check(section).played_lines)


def test_a_method_that_has_no_rule_for_it_says_so(desk, section):
    Event.objects.update(scoring="howell-losses", scoring_options={})
    page = desk.get(problem_address(section))
    assert find_elements(page, ".choices table") == [] or page.status_code == 200
    response = desk.post(
        problem_address(section), {"choice": find_elements(page, ".choices button")[0].get("value")}
    )
    assert response.status_code == 422
    assert len(find_errors(response)) == 1
    assert awards(section) == []


@pytest.fixture
def untyped():
    """A night with one result that has not been typed: the second of table 3 in round 1."""
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, rounds=2)
    line = fetch_section_lines(section).get_table_lines(1, 3)[1]
    section.results.filter(board_no=line.board_no, ns=line.ns, ew=line.ew).delete()
    return section, line


def test_a_result_that_was_not_typed_is_a_question_and_nothing_is_preselected(desk, untyped):
    section, line = untyped
    label = section.get_label
    page = desk.get(problem_address(section))
    assert find_texts(page, ".finding h3") == [
        f"Did {label(line.ns)} and {label(line.ew)} play board {line.board_no} at table 3 in round 1? No result has "
        "been entered."
    ]
    assert find_texts(page, ".finding p.muted") == ["If not played: Law 12C2(a)"]
    assert find_texts(page, ".choices h4")[:2] == [
        "Enter the result",
        "Play it later, after the last round",
    ]
    assert {button.get("class") for button in find_elements(page, ".finding button")} == {"quiet"}
    chosen = [
        option.get("value")
        for option in find_elements(page, ".faults option")
        if "selected" in option.attrib
    ]
    assert chosen == ["", ""]


def test_a_deleted_result_is_entered_again_from_the_question(desk, untyped):
    section, line = untyped
    import_result(section=section, line=line, text="4SS=", user=None)
    import_result(section=section, line=line, text="", user=None)
    (form,) = find_elements(desk.get(problem_address(section)), ".choices .enter form")
    sent = {box.get("name"): box.get("value") or "" for box in form.iter("input")}
    key = f"{line.board_no}-{line.ns}-{line.ew}"
    desk.post(form.get("action"), sent | {f"text-{key}": "PASS"})
    assert fetch_section_lines(section).find_line(line.board_no, line.ns, line.ew).text == "PASS"


@pytest.mark.slow
def test_faults_are_chosen_before_an_untyped_result_is_awarded(desk, untyped):
    section, _line = untyped
    (select, _other) = find_elements(desk.get(problem_address(section)), ".faults select")
    finding = select.get("name").partition("/")[0]
    for typed in ({select.get("name"): ""}, {}):
        page = desk.post(problem_address(section), typed | {"choice": f"{finding}:by-fault"})
        assert find_errors(page) == [
            "Choose for each pair whether it was at fault, then award again."
        ]
    assert awards(section) == []


@pytest.mark.slow
@pytest.mark.parametrize("compare", ["field", "section"])
def test_a_section_among_several_is_settled_by_its_own_numbers(desk, compare):
    _first, second = make_sections(letters="AB", pairs=6)
    Event.objects.update(scoring_options={"compare": compare})
    tail = f"/sessions/{second.session_id}-B/happened/?pair=2&how=left&round_no=3"
    page = desk.get(tail)
    assert find_texts(page, ".finding h3")[0].startswith(
        "2 N-S withdrew after half of the session, after round 2"
    )
    tables = find_elements(page, ".choices table")
    assert len(tables) >= 1
    value = next(
        button.get("value")
        for button in find_elements(page, ".choices button")
        if ":cancel" in button.get("value")
    )
    assert desk.post(tail, {"choice": value}).status_code == 302
    assert {award.result.section.letter for award in Award.objects.all()} == {"B"}
    assert find_session_differences(second) == []


TYPED = ("4SS=", "PASS", "A6040", "LATER", "NP: late", "", "4SS-1")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_page_that_has_the_lines_counts_what_the_laws_find(seed):
    """Whether all went as planned is seen from the lines, which must not miss what the laws would find."""
    section = make_night(key=("howell", "mitchell")[seed % 2], pairs=6, boards_per_set=2)
    chance, counts = random.Random(seed), set()
    lines = fetch_section_lines(section).all
    for step in range(14):
        if step % 5 == 4:  # played off schedule
            board_no, ns, ew, *place = chance.choice(lines)[:5]
            section.results.filter(board_no=board_no, ns=ns, ew=ew).delete()
            pairs = (ew, ns) if step % 2 else (ns, chance.choice([line.ew for line in lines]))
            taken = section.results.filter(board_no=board_no, ns=pairs[0], ew=pairs[1])
            if pairs[0] != pairs[1] and not taken.exists():
                store_unforeseen_result(section, board_no, *pairs, *place)
        else:
            upto = step + 1 if step < 2 else chance.choice((1, 2, 3, 9))
            for line in [line for line in lines if line.round_no <= upto]:
                if step < 2 or chance.random() < 0.8:
                    text = chance.choice(TYPED) if step > 2 else "4SS="
                    with suppress(DeskError, ScoringError):
                        import_result(section=section, line=line, text=text, user=None)
        now = fetch_section(section.ref)
        found = count_open_problems(now, now.plan)
        assert count_open_problems(now, now.plan, fetch_session_sheets(now)) == found
        counts.add((found, is_played_as_planned(now, fetch_section_lines(now))))
    assert {is_planned for _found, is_planned in counts} == {False, True}


@pytest.mark.slow
def test_the_page_takes_as_many_queries_for_a_large_field(desk):
    asked = []
    for pairs in (6, LARGE_FIELD_PAIRS):
        section = make_night(pairs=pairs, boards_per_set=2)
        enter_rounds(section, rounds=2, but={(2, 1), (2, 2)} if pairs > 6 else {(2, 1)})
        lines = fetch_section_lines(section)
        for line in lines.get_table_lines(2, 2):
            store_unforeseen_result(
                section,
                line.board_no,
                lines.get_table_lines(2, 1)[0].ns,
                lines.get_table_lines(2, 1)[0].ew,
                2,
                1,
            )
        asked.append(count_queries(desk, problem_address(section)))
    assert asked[0] == asked[1]
