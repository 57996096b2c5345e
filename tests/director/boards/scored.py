"""The sheets of the session that a section belongs to, and what is checked of them."""

from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.event import EventResults, load_results
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Award, Event, Result
from scoring.errors import ScoringError
from tests.oracle.events import compute_field_differences


def fetch_session_sheets(section) -> SessionResults:
    return SessionResults(fetch_scoring_field(section))


def fetch_scored_session(section) -> tuple[ScoredSession, SessionResults]:
    sheets = fetch_session_sheets(section)
    return sheets.scored, sheets


def find_session_differences(section) -> list[str]:
    return compute_field_differences(fetch_scoring_field(section))


def read_cached_figures(event) -> list:
    """Return every figure of *event* from the cached results, which must be those that are read and scored anew."""
    anew = EventResults(Event.objects.select_related("club").get(pk=event.pk))
    figures = [
        [_list_figures(sheets) for sheets in results.sessions]
        for results in (load_results(event), anew)
    ]
    assert figures[0] == figures[1]
    return figures[0]


def _list_figures(sheets) -> list:
    try:
        scored = sheets.scored
    except ScoringError as error:
        return [str(error)]
    few_before = _list_few_rows(sheets)
    _all_rows = sheets.rows
    assert _list_few_rows(sheets) == few_before
    own = [sheets.get_section_lines(section) for section in sheets.scoring_field.sections]
    rows = [sorted(lines.all, key=lambda line: line[:3]) for lines in own]
    what_stands = [
        sheets.results_in,
        sheets.results_due,
        sheets.name_by_number,
        scored.reasons_by_line,
        scored.points_by_line,
        scored.gross_standings_by_pair,
    ]
    return [
        rows,
        what_stands,
        few_before,
        sheets.standings,
        sheets.recap,
        sheets.boards,
        sheets.pairs,
        scored.ranking.notes,
    ]


def _list_few_rows(sheets) -> tuple:
    """Return the rows that are made without the others, unless all rows are there already."""
    return sheets.make_leading_groups(2), sheets.list_rows([*sheets.lines_by_pair][1:4])


def replace_awards_by_passes() -> None:
    """Have every line with an award passed out, for methods that can score no award."""
    Result.objects.filter(awards__in_force=True).update(text="PASS", ns_score=0)
    Award.objects.all().delete()
