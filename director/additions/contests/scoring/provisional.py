"""What matches of a contest count before they are played, if the event counts anything for them."""

from collections.abc import Collection
from fractions import Fraction

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.rounds import get_withdrawals_by_contestant
from director.boards.movement.sections import ScoringField
from director.models import Event, Stage
from scoring.model import DueMatch, Field, MatchKey
from scoring.registry import get_method
from scoring.teams.unplayed import list_unplayed_matches, with_provisional_scores


def get_victory_points(scoring_record: Event | Stage, board_count: int) -> int:
    """Return the victory points that both sides of a match have together, 0 without a scale."""
    method = get_method(scoring_record.scoring)
    settings = method.complete_settings(scoring_record.scoring_options)
    return method.get_points_per_match(settings, board_count)


def list_provisional_matches(
    scoring_field: ScoringField, lines: SectionLines, matches: Collection[DueMatch]
) -> list[DueMatch]:
    """Return the *matches* of *scoring_field* that count provisionally, with the numbers of ``scoring``.

    None if the event counts nothing for them, ranks by IMPs or plays a knock-out.
    """
    if not scoring_field.event.unplayed_points or lines.is_knockout or not matches:
        return []
    board_count = max(match.board_count for match in matches)
    if not get_victory_points(scoring_field.scoring_record, board_count):
        return []
    get_number = scoring_field.get_scoring_number
    postponed_keys: set[MatchKey] = set()
    for (round_no, home, away), stored_match in lines.stored_matches.items():
        if stored_match.is_postponed:
            postponed_keys.add((round_no, get_number(home), get_number(away)))
    withdrawn_numbers = set()
    for base, plan in lines.plans:
        for contestant in get_withdrawals_by_contestant(plan):
            withdrawn_numbers.add(get_number(base + contestant))
    return list_unplayed_matches(
        matches, postponed_keys=postponed_keys, withdrawn_contestants=withdrawn_numbers
    )


def add_provisional_scores(scoring_field: ScoringField, field: Field, lines: SectionLines) -> Field:
    """Return *field* with the provisional scores of its unplayed matches, itself if it has none."""
    matches = list_provisional_matches(scoring_field, lines, field.matches)
    if not matches:
        return field
    return with_provisional_scores(field, matches, get_unplayed_points(scoring_field.event))


def get_unplayed_points(event: Event) -> Fraction:
    """Return what each side of an unplayed match has in *event*, 0 for nothing."""
    return Fraction(event.unplayed_points or 0)
