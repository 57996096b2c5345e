"""How long the grid editor waits for faults and figures after a key."""

import json

import pytest

from movements.files.grid import grid_to_json, make_grid
from movements.registry import make_plan
from tests.factories import make_director, make_section, sign_in

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("key", "pairs", "options"),
    [
        pytest.param(
            "mitchell", 40, {"even": "share"}, id="mitchell sharing, 20 tables by 20 rounds"
        ),
        pytest.param("howell", 36, {}, id="howell, 18 tables by 35 rounds"),
    ],
)
@pytest.mark.parametrize("is_faulty", [False, True], ids=["sound", "faulty"])
def test_check(benchmark, key, pairs, options, is_faulty):
    """Wanted: under 100 ms."""
    data = grid_to_json(make_grid(make_plan(key, pairs=pairs, boards_per_set=1, options=options)))
    if is_faulty:
        data["rounds"][9][9] = {"seats": [1, 2], "set": 3}
    text = json.dumps(data)
    desk = sign_in(make_director())
    address = f"/sessions/{make_section().ref}/field/grid/check/"

    def check():
        return desk.post(address, text, content_type="application/json")

    answer = benchmark(check).json()
    assert answer["is_ready"] is not is_faulty
