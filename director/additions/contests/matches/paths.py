"""The addresses where Scores leads to matches instead of boards."""

from django.urls import reverse

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.play.scores.undoing import EntryPage
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import list_match_units
from director.models import Section


def find_matches_path(section: Section, sheets: SessionSheets) -> str:
    """Return the address of the results by match, or "" unless each round is a match."""
    is_by_round = section.pk in sheets.plans and sheets.lines_of(section).is_by_round
    if is_by_round and sheets.scoring_field.has_matches and list_match_units(section):
        return reverse("session_scores_matches", args=[section.place])
    return ""


def find_match_path(section: Section, sheets: SessionSheets, place: EntryPage) -> str:
    """Return the address of the match of a table in a round, or "" without matches."""
    section_lines: SectionLines = sheets.lines_of(section)
    lines = place.lines(section_lines)
    if not (lines and sheets.scoring_field.has_matches) or place.kind == "board":
        return ""
    if place.kind == "table" and find_matches_path(section, sheets):
        return reverse("session_scores_round", args=[section.place, place.round_no])
    low, high = sorted((lines[0].ns, lines[0].ew))
    path = reverse("session_results_match", args=[section.place, low, high])
    if section_lines.is_by_round:
        path = f"{path}?round={place.round_no}"
    return f"{path}#report"
