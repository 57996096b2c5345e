"""The script of the documents enters results in the running program."""

import runpy
from pathlib import Path

import pytest

from director.models import Result
from tests.director.additions.api.asking import READ, create_api_token
from tests.factories import make_night

SCRIPT = Path(__file__).parents[4] / "docs/examples/enter_results.py"


@pytest.fixture
def enter_file():
    return runpy.run_path(str(SCRIPT))["main"]


@pytest.mark.slow
def test_script_enters_a_file_once_and_names_what_is_refused(
    real_database, live_server, tmp_path, capsys, enter_file
):
    section = make_night(pairs=6, boards_per_set=2)
    token = create_api_token(section.session.event)
    file = tmp_path / "results.csv"
    file.write_text("A,1,1,4SS=\nA,1,2,PASS\nA,1,99,4SS=\n", encoding="utf-8")
    assert enter_file(live_server.url, token, file) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:2] == ["A1 board 1: 4SS=", "A1 board 2: PASS"]
    assert said[2].startswith("A1 board 99: ")
    assert enter_file(live_server.url, token, file) == 1
    texts = Result.objects.order_by("board_no").values_list("text", flat=True)
    assert list(texts) == ["4SS=", "PASS"]


@pytest.mark.slow
def test_script_says_that_a_token_is_wrong(real_database, live_server, tmp_path, enter_file):
    section = make_night(pairs=6)
    create_api_token(section.session.event, READ)
    with pytest.raises(SystemExit, match="This token is wrong"):
        enter_file(live_server.url, "kz_" + "x" * 43, tmp_path / "none.csv")
