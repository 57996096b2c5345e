"""Whole tournaments of size, with what goes wrong in them; every total is computed here once more."""

import math
from collections import defaultdict
from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import TypedMatch, enter_matches
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entry
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Session
from director.models.event import Contest
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
    make_round_robin,
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.additions.contests.draws.test_late_entries import (
    post_corrected_draw,
    post_typed_draw,
)
from tests.director.boards.play.sessions.test_plates import (
    begin_knockout,
    report_round,
    start_plate,
)
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_night

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
BOARDS = 8
BYE = 12
SCORES = (110, 120, 130, 140, 150, 170, 90, 80, -90, -110, -140)
PERCENTAGES = (
    "50.92",
    "52.80",
    "54.71",
    "56.70",
    "58.80",
    "61.08",
    "63.63",
    "66.61",
    "70.36",
    "75.95",
)


def victory_points(margin: int) -> Fraction:
    """Return the points of a margin by the continuous scale, computed with floating-point numbers."""
    golden = (math.sqrt(5) - 1) / 2
    share = min(abs(margin) / (15 * math.sqrt(BOARDS)), 1)
    points = 10 + 10 * (1 - golden ** (3 * share)) / (1 - golden**3)
    rounded = Fraction(round(points * 100), 100)
    return rounded if margin >= 0 else 20 - rounded


def margin(round_no: int, home: int, away: int) -> int:
    """Return the IMPs by which the first wins; about the lower number is stronger.

    The scale restores falling steps by hundredths at margins above 39, which aren't used here.
    """
    noise = (home * 37 + away * 53 + round_no * 17) % 41 - 20
    return max(-39, min(39, (away - home) // 3 + noise))


def swiss_pairs_points(share: Fraction) -> int:
    """Return the points of a share by the scale of the English Bridge Union for at most four boards."""
    distance = 100 * max(share, 1 - share)
    won = 10 + sum(distance > Fraction(limit) for limit in PERCENTAGES)
    return won if share >= Fraction(1, 2) else 20 - won


def play_round(section, round_no: int) -> dict:
    """Enter every match of a drawn round, and return the margins by pairing."""
    section = reload_drawn_section(section)
    margins = {}
    typed = []
    for pairing in find_drawn_contest(section).rounds[round_no - 1].pairings:
        home, away = sorted(pairing)
        won = margin(round_no, home, away)
        margins[home, away] = won
        result = MatchResult("imp", max(won, 0), max(-won, 0))
        typed.append(TypedMatch((round_no, home, away), result))
    _count, refused = enter_matches(section=section, typed_matches=typed, user=None)
    assert refused == {}
    return margins


def totals(section) -> dict[int, Fraction]:
    rows = EventResults(reload_drawn_section(section).session.event).first_session.rows
    return {row.contestant: row.total for row in rows if row.total is not None}


def test_a_swiss_of_65_teams_with_a_final(desk):
    section = make_drawn_section(desk, size=64, rounds=6, boards=BOARDS)
    for pair_no in range(1, 65):
        section.entries.filter(pair_no=pair_no).update(name=f"Team {pair_no}")
    expected: dict[int, Fraction] = defaultdict(Fraction)
    margins: dict[int, dict] = {1: play_round(section, 1)}
    name_entry(
        section=section, pair_no=7, names=("Ada Ash", "Bert Birch", "Cleo Cole", "Dora Dunn")
    )
    answer = post_typed_draw(desk, reload_drawn_section(section), late="1")
    assert (
        post_corrected_draw(desk, reload_drawn_section(section), answer, late="1").status_code
        == 302
    )
    name_entry(
        section=reload_drawn_section(section),
        pair_no=7,
        names=("Ada Ash", "Bert Birch", "Cleo Cole", "Edith Elm"),
        from_round=2,
    )
    margins[2] = play_round(section, 2)
    absent = {"absent": ["10", "20"]}
    answer = post_typed_draw(desk, reload_drawn_section(section), **absent)
    assert (
        post_corrected_draw(desk, reload_drawn_section(section), answer, **absent).status_code
        == 302
    )
    margins[3] = play_round(section, 3)
    for round_no in (4, 5, 6):
        answer = post_typed_draw(desk, reload_drawn_section(section), **absent)
        assert (
            post_corrected_draw(desk, reload_drawn_section(section), answer, **absent).status_code
            == 302
        )
        margins[round_no] = play_round(section, round_no)
    # In round 6 a score of round 3 turns out to be the other way round.
    home, away = next(iter(margins[3]))
    margins[3][home, away] = -30
    typed = [TypedMatch((3, home, away), MatchResult("imp", 0, 30))]
    assert enter_matches(section=reload_drawn_section(section), typed_matches=typed, user=None) == (
        1,
        {},
    )
    contest = find_drawn_contest(reload_drawn_section(section))
    met = [frozenset(both) for contest_round in contest.rounds for both in contest_round.pairings]
    assert len(met) == len(set(met)) == 32 + 32 + 4 * 31
    for matches in margins.values():
        for (first, second), won in matches.items():
            expected[first] += victory_points(won)
            expected[second] += victory_points(-won)
    for contest_round in contest.rounds:
        for number in contest_round.byes:
            expected[number] += BYE
    assert totals(section) == dict(expected)
    assert len(expected) == 65
    page = desk.get(reverse("session_results_matches", args=[section.ref]))
    assert page.status_code == 200
    # The first four play a final.
    stage = reverse("session_results_stage", args=[section.ref])
    form = desk.get(stage, {"size": "4"}).context["form"]
    post_data = {name: field.initial for name, field in form.fields.items() if field.initial}
    assert desk.post(stage, post_data | {"name": "Final"}).status_code == 302
    final = fetch_section(Session.objects.latest("number").pk)
    best = sorted(expected, key=lambda number: -expected[number])[:4]
    assert {entry.continues.pair_no for entry in final.entries.all()} == set(best)
    store_plan(section=final, movement=make_plan("round-robin", teams=4, boards_per_set=BOARDS))
    final = reload_drawn_section(final)
    typed = []
    for row in final.plan.rows.all():
        both = tuple(sorted((row.ns, row.ew)))
        typed.append(TypedMatch((row.round_no, *both), MatchResult("imp", 0, 20)))
    unique = {match.key: match for match in typed}
    assert enter_matches(section=final, typed_matches=unique.values(), user=None) == (6, {})
    event = Event.objects.get(pk=section.session.event_id)
    rows = EventResults(event).standings.groups[0].rows
    assert [row.place for row in rows[:5]] == ["1", "2", "3", "4", "5"]
    assert rows[0].total == 3 * victory_points(20)
    assert all(row.total is not None for row in rows)
    assert len(rows) == 65


def test_a_knockout_of_37_with_a_plate_and_a_replayed_match(desk):
    section = make_drawn_section(desk, key="knock-out", size=37, boards=BOARDS)
    for pair_no in range(1, 38):
        section.entries.filter(pair_no=pair_no).update(name=f"Team {pair_no}")
    first_round = find_drawn_contest(section).rounds[0]
    assert len(first_round.pairings) == 5
    assert len(first_round.byes) == 27
    report_round(section)
    # A match is replayed before round 2 is drawn: now the other team goes on.
    home, away = sorted(first_round.pairings[0])
    typed = [TypedMatch((1, home, away), MatchResult("imp", 3, 40))]
    assert enter_matches(section=reload_drawn_section(section), typed_matches=typed, user=None) == (
        1,
        {},
    )
    losers = {max(pairing) for pairing in first_round.pairings} - {away} | {home}
    plate = start_plate(desk, section, "1")
    assert {int(entry.name.removeprefix("Team ")) for entry in plate.entries.all()} == losers
    plate = begin_knockout(plate)
    for _round in range(5):
        assert (
            desk.post(
                draw_address(section),
                {
                    "mark": find_drawn_contest(reload_drawn_section(section)).state_version,
                    "action": "use",
                },
            ).status_code
            == 302
        )
        report_round(section)
    for round_no in range(3):
        report_round(plate)
        if round_no < 2:
            state_version = find_drawn_contest(reload_drawn_section(plate)).state_version
            assert (
                desk.post(draw_address(plate), {"mark": state_version, "action": "use"}).status_code
                == 302
            )
    results = EventResults(Event.objects.get(pk=section.session.event_id))
    assert results.is_complete
    rows = results.standings.groups[0].rows
    assert len(rows) == 37
    assert rows[0].names == "Team 1"
    below = {row.names for row in rows[32:]}
    assert below == {f"Team {number}" for number in losers}
    assert [row.place for row in rows[32:34]] == ["33", "34"]
    assert desk.get(reverse("session_results", args=[plate.ref])).status_code == 200


def test_a_league_of_ten_twice_with_postponed_matches(desk):
    section = make_round_robin(teams=10, boards=BOARDS, options={"twice": "yes"})
    keys = sorted({(row.round_no, *sorted((row.ns, row.ew))) for row in section.plan.rows.all()})
    assert len(keys) == 90
    postponed = set(keys[::9])
    expected: dict[int, Fraction] = defaultdict(Fraction)
    won: dict[int, int] = defaultdict(int)
    typed = []
    for key in keys:
        _round_no, home, away = key
        by = margin(*key)
        result = None if key in postponed else MatchResult("imp", max(by, 0), max(-by, 0))
        typed.append(TypedMatch(key, result, is_postponed=key in postponed))
        if result:
            expected[home] += victory_points(by)
            expected[away] += victory_points(-by)
            won[home] += by > 0
            won[away] += by < 0
    assert enter_matches(section=section, typed_matches=typed, user=None) == (90, {})
    rows = EventResults(reload_drawn_section(section).session.event).first_session.rows
    assert {row.contestant: row.total for row in rows} == dict(expected)
    assert {row.contestant: row.won for row in rows} == {team: won[team] for team in expected}
    shown = find_texts(desk.get(reverse("session_results_fixtures", args=[section.ref])), "main")[0]
    assert "Postponed" in shown
    # All are played in the end.
    typed = [TypedMatch(key, MatchResult("imp", 10, 10)) for key in sorted(postponed)]
    assert enter_matches(section=reload_drawn_section(section), typed_matches=typed, user=None) == (
        10,
        {},
    )
    for _round_no, home, away in postponed:
        expected[home] += 10
        expected[away] += 10
    assert totals(section) == dict(expected)
    assert sum(expected.values()) == 90 * 20


def test_a_swiss_of_101_pairs(desk):
    section = make_section_to_draw(Contest.PAIRS)
    asked = {"key": "swiss-pairs", "size": 101, "rounds": 3, "boards": 2}
    assert start_draw(desk, section, **asked).status_code == 302
    expected: dict[int, int] = defaultdict(int)
    byes = []
    for round_no in (1, 2, 3):
        if round_no > 1:
            answer = post_typed_draw(desk, reload_drawn_section(section))
            assert (
                post_corrected_draw(desk, reload_drawn_section(section), answer).status_code == 302
            )
        section = reload_drawn_section(section)
        byes += find_drawn_contest(section).rounds[round_no - 1].byes
        lines = [line for line in fetch_section_lines(section).all if line.round_no == round_no]
        boards = defaultdict(dict)
        for line in lines:
            score = SCORES[(line.ns * 7 + line.ew * 3 + line.board_no) % len(SCORES)]
            boards[line.board_no][line.ns, line.ew] = score
            import_result(section=section, line=line, text=f"{score:+}", user=None)
        shares = defaultdict(Fraction)
        for scores in boards.values():
            for (ns, ew), score in scores.items():
                beaten = [(score > other) - (score < other) for other in scores.values()]
                share = Fraction(sum(beaten) + len(scores) - 1, 2 * (len(scores) - 1))
                shares[ns, ew] += share / len(boards)
        for (ns, ew), share in shares.items():
            expected[ns] += swiss_pairs_points(share)
            expected[ew] += 20 - swiss_pairs_points(share)
    for number in byes:
        expected[number] += BYE
    contest = find_drawn_contest(reload_drawn_section(section))
    met = [frozenset(both) for contest_round in contest.rounds for both in contest_round.pairings]
    assert len(met) == len(set(met)) == 150
    assert len(set(byes)) == 3
    assert totals(section) == dict(expected)
    assert len(expected) == 101
    assert desk.get(draw_address(section)).status_code == 200


def test_pairs_qualify_for_finals_a_and_b(desk):
    section = make_night(key="howell", pairs=12, boards_per_set=2)
    enter_all_results(section)
    event = Event.objects.get(pk=section.session.event_id)
    before = EventResults(event).standings.groups[0].rows
    order = [row.names for row in before]
    stage = reverse("session_results_stage", args=[section.ref])
    candidates = desk.get(stage, {"who": ""}).context["rows"]
    post_data = {}
    for index, (person, _box) in enumerate(candidates):
        post_data[f"entry-{person.entry_id}"] = "A" if index < 6 else "B"
    assert desk.post(stage, post_data | {"name": "Finals"}).status_code == 302
    session = Session.objects.latest("number")
    for final in session.sections.all():
        store_plan(section=final, movement=make_plan("howell", pairs=6, boards_per_set=2))
        extras = reverse("session_results_extras", args=[reload_drawn_section(final).ref])
        filled = desk.get(extras, {"from": "before", "share": "50"}).context
        carry_over = filled["typed_extras"].extras
        post_data = {
            f"carry_over-{row['pair_no']}": row["carry_over"] for row in filled["rows"]
        } | {
            "carry_over_unit": carry_over.carry_over_unit,
            "carry_over_of": carry_over.carry_over_of,
        }
        assert desk.post(extras, post_data).status_code == 302
        enter_all_results(reload_drawn_section(final))
    results = EventResults(Event.objects.get(pk=event.pk))
    rows = [row for group in results.standings.groups for row in group.rows]
    assert len(rows) == 12
    assert {row.names for row in rows[:6]} == set(order[:6])
    assert {row.names for row in rows[6:]} == set(order[6:])
    for row in rows:
        assert row.total is not None
        assert row.percent is not None
        assert 0 <= row.percent <= 100
        assert len(row.sessions) == 2
        assert all(figure is not None and 0 <= figure <= 100 for figure in row.sessions)
