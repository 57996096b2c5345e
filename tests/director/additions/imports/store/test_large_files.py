"""A page counts the results of a file before it reads them, and refuses a large file at once."""

import pytest

from director.additions.imports.formats import size
from director.models import Event
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)
from tests.director.additions.imports.store.test_screen import make_upload
from tests.director.pages import find_errors

pytestmark = pytest.mark.django_db
ROWS = [f"{board},{ns},{ns + 1},4S,N,10,420" for board in (1, 2) for ns in (1, 3, 5)]
TABLE = "\n".join(["Board,NS,EW,Contract,By,Tricks,Score", *ROWS])
SCORE_TABLE = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]'
PBN = "".join(
    f'[Board "{no}"]\n{SCORE_TABLE}\n1 2 4S N 10\n3 4 4S N 10\n5 6 4S N 9\n\n' for no in (1, 2)
)
GAMES = "".join(
    f'[Board "{no}"]\n[PairNS "{ns}"]\n[PairEW "{ns + 1}"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n\n'
    for no in (1, 2)
    for ns in (1, 3, 5)
)
CELLS = "".join(f"<tr><td>{row.replace(',', '<td>')}" for row in TABLE.split("\n"))
FILES = {
    "csv": TABLE.encode(),
    "score table": PBN.encode(),
    "games": GAMES.encode(),
    "usebio": write_usebio(boards=[write_board(*[write_line()] * 3)] * 2),
    "page": f"<html><table>{CELLS}</table>".encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_page_refuses_a_large_file_by_its_count(desk, monkeypatch, name):
    monkeypatch.setattr(size, "MAX_RESULTS", 3)
    page = desk.post("/import/", make_upload(FILES[name]))
    assert page.status_code == 422
    assert Event.objects.count() == 0
    (sentence,) = find_errors(page)
    assert sentence.startswith("The file has about ")
    assert sentence.endswith(
        "results. A page imports up to 3, so that phones don’t wait. Choose a file with one session, or import it on "
        "the server with “manage.py import_results”."
    )
