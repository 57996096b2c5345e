"""What a ranking of matches leads to: average byes, and the places of a knock-out."""

from dataclasses import replace

from director.additions.contests.scoring.knockout import build_field_knockout
from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.scored import rank_field
from scoring.model import Field, Ranking
from scoring.teams.withdrawals import with_average_byes


def complete_ranking(
    scoring_field: ScoringField, field: Field, lines: SectionLines, ranking: Ranking
) -> tuple[Field, Ranking]:
    """Return *field* and its *ranking*, with average byes and the knock-out.

    Both need a ranking, since only that scores the matches.
    """
    if any(credit.is_average for credit in field.credits):
        # An average bye is the mean of the contestant's matches.
        field = with_average_byes(field, ranking.matches)
        ranking = rank_field(scoring_field, field)
    if lines.is_knockout:
        # Who goes through depends on the scores of the matches.
        knockout = build_field_knockout(scoring_field, lines, ranking.matches)
        field = replace(field, knockout=knockout)
        ranking = knockout.rank(ranking)
    return field, ranking
