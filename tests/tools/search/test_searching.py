"""The search: small shapes in a moment, the same plan for the same seed, and nothing lost when it is stopped."""

from random import Random

import pytest

from movements.families.fairest import find_best_entry
from tests.tools.search.__main__ import main
from tests.tools.search.annealing import PENALTY, Shape, anneal
from tests.tools.search.command import format_plan_line, save_state
from tests.tools.search.searching import (
    SearchLimits,
    SearchState,
    SynchronousExecutor,
    find_timetable,
    search,
)


def searched(shape: Shape, annealings: int, seed: int = 1) -> SearchState:
    return search(SearchState(shape, seed), SearchLimits(annealings), SynchronousExecutor())


@pytest.mark.slow
def test_stopped_search_keeps_the_best():
    def stop(state: SearchState) -> None:
        if state.best:
            raise KeyboardInterrupt

    stopped = search(
        SearchState(Shape(9, 7), 1), SearchLimits(1000), SynchronousExecutor(), report=stop
    )
    assert stopped.best.qf >= 80
    assert stopped.annealings < 1000


def test_time_ends_a_search():
    limits = SearchLimits(10**6, minutes=0)
    assert search(SearchState(Shape(9, 7), 1), limits, SynchronousExecutor()).annealings == 0


@pytest.mark.slow
def test_stationary_pairs_never_meet():
    shape = Shape(12, 8, stationary=3)
    sets, cost = anneal(shape, Random(1), 10_000)
    assert cost < PENALTY
    assert not [couple for couples in sets for couple in couples if max(couple) <= 3]


def test_solver_finds_a_timetable_too(monkeypatch):
    pytest.importorskip("ortools")
    monkeypatch.setattr("tests.tools.search.searching._repair_timetable", lambda *_: None)
    shape = Shape(11, 9)
    sets, _ = anneal(shape, Random(1), 5000)
    meetings = find_timetable(sets, shape, Random(1), runs=1)
    played = [meeting for meeting in meetings if shape.absent_pair not in (meeting.ns, meeting.ew)]
    assert len({(meeting.round_no, meeting.board_set) for meeting in played}) == len(played)


@pytest.mark.slow
def test_command_prints_a_line_of_the_library(capsys):
    arguments = ["search", "--pairs", "9", "--rounds", "7", "--steps", "20000", "--jobs", "1"]
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.out == format_plan_line(searched(Shape(9, 7), 2).best) + "\n"
    known = find_best_entry(9, 7, 0, 1)
    assert printed.err.startswith(
        f"The fairest stored plan of this shape reaches {float(known.qf):.2f}.\n"
    )
    assert "annealings, best" in printed.err


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (
            ["14", "3", "--copies", "2"],
            "14 pairs can’t play 3 rounds like this: 7 tables need at least 4 rounds with 2 copies of the boards.\n",
        ),
        (
            ["8", "8"],
            "8 pairs can’t play 8 rounds like this: 8 pairs have at most 7 opponents if 0 keep their seats.\n",
        ),
        (
            ["14", "6", "--stationary", "2"],
            "14 pairs can’t play 6 rounds like this: 7 tables need at least 7 rounds with one copy of the boards.\n",
        ),
        (["90", "8"], "--pairs is 4 to 60, not 90.\n"),
    ],
)  # fmt: skip
def test_impossible_numbers_are_refused_in_one_sentence(capsys, numbers, sentence):
    pairs, rounds, *options = numbers
    assert main(["search", "--pairs", pairs, "--rounds", rounds, *options]) == 2
    assert capsys.readouterr().err == sentence


def test_file_of_another_search_is_refused(tmp_path, capsys):
    path = tmp_path / "search.json"
    save_state(path, SearchState(Shape(9, 7), 1))
    assert main(["search", "--pairs", "9", "--rounds", "8", "--state", str(path)]) == 2
    assert "is of another search: 9 pairs, 7 rounds" in capsys.readouterr().err
    path.write_text("a letter", encoding="utf-8")
    assert main(["search", "--pairs", "9", "--rounds", "8", "--state", str(path)]) == 2
    assert "holds no search" in capsys.readouterr().err


@pytest.mark.slow
def test_state_in_a_folder_that_is_missing_is_refused(tmp_path, capsys):
    path = tmp_path / "nowhere" / "search.json"
    arguments = ["search", "--pairs", "9", "--rounds", "7", "--steps", "1", "--jobs", "1"]
    assert main([*arguments, "--state", str(path)]) == 2
    assert "can’t be written" in capsys.readouterr().err
