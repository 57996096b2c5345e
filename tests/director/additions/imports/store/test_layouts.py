"""Real evenings written as tables, as clubs lay them out: the lines are the same, and so is how they were scored."""

import re
from pathlib import Path

import pytest

from director.additions.imports.formats.door import read_source
from director.additions.imports.official.figures import fetch_official_figures
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.scored import score_section
from director.models import OfficialLine
from scoring.bridge.contracts import parse_contract
from scoring.registry import get_method
from tests.director.additions.imports.read_events import list_read_results
from tests.director.additions.imports.store.usebio_written import (
    make_random_field,
    write_scored_field,
)

FIXTURES = Path(__file__).parents[4] / "fixtures"
EVENINGS = {
    "Mitchell": (
        "usebio/club-mitchell-13-pairs.xml",
        "Scored by matchpoints. Every figure agrees with the file.",
    ),
    "Howell": (
        "usebio/club-howell-12-pairs.xml",
        "Scored by matchpoints as Compscore does. Every figure agrees with the file.",
    ),
    "cross-IMPs": (
        "usebio/club-cross-imp-9-pairs.xml",
        "The file has only “IMP” as scoring method. Scored by Cross-IMPs: all 108",
    ),
    "capped": (
        "pbn/nine-pairs-cross-imps.scoretable.pbn",
        "The file has only “IMP” as scoring method. Scored by Cross-IMPs, imp cap 17, as KoPS does: all 108",
    ),
}
FRENCH_SUITS = {"S": "P", "H": "C", "D": "K", "C": "T", "N": "SA"}


def source(name):
    return read_source((FIXTURES / name).read_bytes())


def lines(event):
    return [(board.board_no, line) for board in event.sections[0].boards for line in board.lines]


def against(line):
    if line.result.tricks is None:
        return ""
    over = line.result.tricks - parse_contract(line.result.contract).tricks_needed
    return f"{over:+d}" if over else "="


def points_text(points, decimals="."):
    return "" if points is None else str(points).replace(".", decimals)


def plain(event, unit):
    yield ["Board", "NS", "EW", "Contract", "By", "Tricks", "Score", f"NS {unit}", f"EW {unit}"]
    for board_no, line in lines(event):
        tricks = "" if line.result.tricks is None else line.result.tricks
        score = line.result.artificial or points_text(line.result.score)
        points = points_text(line.ns_points), points_text(line.ew_points)
        yield [
            board_no,
            line.ns_no,
            line.ew_no,
            line.result.contract,
            line.result.declarer,
            tricks,
            score,
            *points,
        ]


def german(event, unit):
    yield [
        "Teilung",
        "Paar NS",
        "Paar OW",
        "Kontrakt",
        "von",
        "Ergebnis",
        "Score NS",
        f"{unit} NS",
        f"{unit} OW",
    ]
    for board_no, line in lines(event):
        contract = line.result.contract
        if contract not in ("", "PASS"):
            doubled = contract.count("X") * "x"
            contract = f"{contract[0]}{FRENCH_SUITS[contract[1]]}{doubled}"
        elif contract:
            contract = "Rund gepasst"
        score = line.result.artificial or points_text(line.result.score)
        points = points_text(line.ns_points, ","), points_text(line.ew_points, ",")
        declarer = line.result.declarer.replace("E", "O")
        yield [board_no, line.ns_no, line.ew_no, contract, declarer, against(line), score, *points]
    yield ["Summe", "", "", "", "", "", 0, "", ""]


def grouped(event, unit):
    yield ["Tuesday pairs"]
    yield ["Board", "NS", "EW", "Result", "Score", "", f"NS {unit}"]
    yield ["", "", "", "", "NS", "EW", ""]
    last = 0
    for board_no, line in lines(event):
        whole = (
            f"{line.result.contract} {against(line)} {line.result.declarer}"
            if line.result.tricks is not None
            else line.result.contract
        )
        score = line.result.score or 0
        both = ("", "") if line.result.score is None else (max(score, 0), max(-score, 0))
        named = f"Board {board_no}" if board_no != last else ""
        yield [
            named,
            line.ns_no,
            line.ew_no,
            whole or line.result.artificial,
            *both,
            points_text(line.ns_points),
        ]
        last = board_no


LAYOUTS = {
    "plain": (plain, ",", "utf-8-sig"),
    "German": (german, ";", "windows-1252"),
    "grouped": (grouped, "\t", "utf-16"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("evening", EVENINGS)
def test_a_real_evening_in_columns_is_the_same_evening(evening, layout):
    name, note = EVENINGS[evening]
    event = source(name)
    write, sign, encoding = LAYOUTS[layout]
    rows = write(event, "MP" if event.scoring == "matchpoints" else "IMP")
    data = "\r\n".join(sign.join(map(str, row)) for row in rows).encode(encoding)
    assert list_read_results(read_source(data)) == list_read_results(event)
    imported = import_file(data=data, file_name="night.csv")
    assert imported.notes[-1].startswith(note)
    assert imported.difference_texts == ()


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["matchpoints", "ascherman", "cross-imps", "butler"])
def test_points_tell_the_method_that_no_heading_names(key):
    evening = read_source(write_scored_field(key, make_random_field(3), {}))
    data = "\n".join(",".join(map(str, row)) for row in plain(evening, "points")).encode()
    imported = import_file(data=data, file_name="night.csv")
    assert imported.event.scoring == key
    name = get_method(key).name
    assert imported.notes[-1].startswith(f"The file has no scoring method. Scored by {name}")
    assert not any("scoring" in look for look in imported.doubts)


def percents(event, share):
    """Return the evening with a percentage of N-S, *share* of 1 or 100, in place of points."""
    heading, *rows = plain(event, "points")
    yield [*heading[:-2], "% NS"]
    for row in rows:
        ns, ew = (float(figure) if figure else 0 for figure in row[-2:])
        yield [*row[:-2], f"{share * ns / (ns + ew):.4f}" if ns + ew else ""]


@pytest.mark.django_db
@pytest.mark.parametrize("share", [1, 100])
@pytest.mark.parametrize("winners", [1, 2])
def test_percentages_of_results_tell_the_method(winners, share):
    field = make_random_field(3, winners=winners, artificial=False)
    evening = read_source(write_scored_field("matchpoints", field, {}))
    data = "\n".join(",".join(map(str, row)) for row in percents(evening, share)).encode()
    assert "% NS" not in str(read_source(data).warnings)
    imported = import_file(data=data, file_name="night.csv")
    assert imported.event.scoring == "matchpoints"
    assert imported.difference_texts == ()
    assert imported.notes[-1].startswith("The file has no scoring method. Scored by Matchpoints")
    stored = OfficialLine.objects.filter(section__session__event=imported.event)
    assert stored.count() == sum(
        1 for _board_no, line in lines(evening) if line.ns_points is not None
    )
    section = imported.event.sessions.get().sections.get()
    official = fetch_official_figures(fetch_scoring_field(section))
    assert len(official.compute_differences(score_section(section).ranking)) == 0


@pytest.mark.django_db
def test_a_percentage_that_no_result_has_is_a_difference():
    evening = read_source(
        write_scored_field("matchpoints", make_random_field(3, artificial=False), {})
    )
    rows = list(percents(evening, 100))
    for row in rows[1:9]:
        row[-1] = "12.3456"
    data = "\n".join(",".join(map(str, row)) for row in rows).encode()
    imported = import_file(data=data, file_name="night.csv")
    assert (
        imported.differing_sections or imported.event.sessions.get().sections.get().rulings.exists()
    )


@pytest.mark.django_db
def test_percentages_say_nothing_of_a_method_without_a_top():
    evening = read_source(
        write_scored_field("matchpoints", make_random_field(3, artificial=False), {})
    )
    data = "\n".join(",".join(map(str, row)) for row in percents(evening, 100)).encode()
    imported = import_file(data=data, file_name="night.csv", method="butler")
    assert imported.event.scoring == "butler"
    assert imported.difference_texts == ()


@pytest.mark.django_db
def test_a_method_that_is_chosen_or_named_is_not_called_unknown():
    evening = read_source(write_scored_field("butler", make_random_field(3), {}))
    rows = list(plain(evening, "points"))
    named = [["Scoring", "Butler"], *rows]
    chosen = [row[:-2] for row in rows]
    files = {"named.csv": (named, ""), "chosen.csv": (chosen, "butler")}
    for file_name, (file_rows, method) in files.items():
        data = "\n".join(",".join(map(str, row)) for row in file_rows).encode()
        imported = import_file(data=data, file_name=file_name, method=method, again=True)
        assert imported.event.scoring == "butler"
        assert not any("scoring" in text for text in (*imported.doubts, *imported.notes))


@pytest.mark.django_db
def test_of_points_that_no_method_gives_the_closest_is_named_for_review():
    evening = read_source(write_scored_field("butler", make_random_field(3), {}))
    rows = [
        [*row[:-2], row[-2] and f"{float(row[-2]) + row[0] % 3:.2f}", ""]
        for row in list(plain(evening, "points"))[1:]
    ]
    heading = ["Board", "NS", "EW", "Contract", "By", "Tricks", "Score", "NS points", "EW points"]
    data = "\n".join(",".join(map(str, row)) for row in [heading, *rows]).encode()
    imported = import_file(data=data, file_name="night.csv")
    assert imported.event.scoring == "butler"
    assert re.match(
        r"The file has no scoring method\. By Butler IMPs, \d+ of \d+ results match, the most of all",
        imported.doubts[0],
    )


def test_the_table_of_an_evening_matches_its_table_units():
    table, units = (
        source("bws/bridgemate-11-tables.results.csv"),
        source("bws/bridgemate-11-tables.bws"),
    )
    assert list_read_results(table) == list_read_results(units)
    assert table.sections[0].rounds == units.sections[0].rounds
