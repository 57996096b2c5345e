"""Real evenings written as tables, as clubs lay them out: the lines are the same, and so is how they were scored."""

import re

import pytest

from director.additions.imports.formats.door import read_source
from director.additions.imports.official.figures import fetch_official_figures
from director.additions.imports.store.event import import_file
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.scored import score_section
from director.models import OfficialLine
from tests.director.additions.imports.store.usebio_written import (
    make_random_field,
    write_scored_field,
)


def lines(event):
    return [(board.board_no, line) for board in event.sections[0].boards for line in board.lines]


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
