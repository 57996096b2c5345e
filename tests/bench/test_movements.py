"""How long movements take: generating and checking a plan, advising, and starting the command line."""

import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from movements.advice.advise import advise
from movements.advice.lengths import get_profile
from movements.balance import fairness
from movements.check.faults import check_plan
from movements.model import Movement
from movements.moves import get_moves_by_table
from movements.registry import MOVEMENTS, make_plan

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]
SHARED = pytest.param(
    "mitchell", {"tables": 40, "options": {"even": "share"}}, id="mitchell sharing, 40 tables"
)


def families() -> list[tuple[str, int]]:
    """Return every movement of pairs at 10, 20 and 40 tables, or at the nearest smaller number it takes.

    Full tables where the movement has them; the rover takes one pair more than fill its tables.
    """
    found: list[tuple[str, int]] = []
    for spec in MOVEMENTS:
        sizes = spec.legal_sizes if spec.contest == "pairs" else ()
        fitting = [size for size in sizes if size % 2 == 0] or sizes
        for tables in (10, 20, 40):
            found += [(spec.key, size) for size in fitting if size // 2 <= tables][-1:]
    return list(dict.fromkeys(found))


FORMS = [
    *(
        pytest.param(key, {"pairs": pairs}, id=f"{key}, {pairs // 2} tables")
        for key, pairs in families()
    ),
    SHARED,
]


def test_no_movement_of_pairs_goes_unmeasured():
    assert {key for key, _ in families()} == {
        spec.key for spec in MOVEMENTS if spec.contest == "pairs"
    }


@pytest.mark.parametrize(("key", "size"), FORMS)
def test_generate_and_check(benchmark, key, size):
    """Wanted: under 50 ms."""

    def generate_and_check() -> tuple[Movement, tuple[object, ...]]:
        plan = make_plan(key, **size)
        return plan, check_plan(plan)

    assert benchmark(generate_and_check)[1] == ()


@pytest.mark.parametrize(("key", "size"), FORMS)
def test_fairness(benchmark, key, size):
    plan = make_plan(key, **size)
    assert benchmark(fairness, plan).qf is not None


@pytest.mark.parametrize(("key", "size"), FORMS)
def test_all_moves(benchmark, key, size):
    plan = make_plan(key, **size)
    moves = benchmark(
        lambda: [get_moves_by_table(plan, round_no) for round_no in range(1, plan.rounds + 1)]
    )
    assert len(moves) == plan.rounds


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("pairs", [14, 35, 36, 79, 80], ids=lambda pairs: f"{pairs} pairs")
def test_advise(benchmark, pairs):
    """Wanted of the processor: 100 ms for 80 pairs not asked about before, 300 ms for any field."""
    found = benchmark.pedantic(advise, (pairs,), setup=get_profile.cache_clear, rounds=5)
    assert found[0].pairs == pairs


@pytest.mark.parametrize("pairs", [14, 35, 80], ids=lambda pairs: f"{pairs} pairs")
def test_advise_again_with_another_wish(benchmark, pairs):
    """Wanted: under 30 ms once the field is known."""
    advise(pairs)
    assert benchmark(advise, pairs, stationary=1)[0].pairs == pairs


def test_cold_list(benchmark):
    """Wanted: under 300 ms from nothing."""
    command = [sys.executable, "-m", "movements", "list"]
    done = benchmark.pedantic(
        subprocess.run, (command,), {"cwd": ROOT, "capture_output": True}, rounds=5
    )
    assert done.returncode == 0
