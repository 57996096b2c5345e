"""What the scoring of a field asks an application that knows matches. Without one, nothing."""

from collections.abc import Collection, Sequence

from director.boards.movement.lines.section_lines import SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import PairPenalty
from director.hooks import Hook
from director.sheets import StandingRow
from scoring.model import DueMatch, Field, Ranking


class MatchRanking:
    """The matches of a field, and what its ranking owes to them."""

    def list_due_matches(
        self, scoring_field: ScoringField, lines: SectionLines, penalties: Collection[PairPenalty]
    ) -> Sequence[DueMatch]:
        """Return the matches that *scoring_field* waits for.

        *lines* are those of the field, and *penalties* its awards and penalties.
        """
        return ()

    def list_withdrawn_teams(
        self, scoring_field: ScoringField, lines: SectionLines
    ) -> Sequence[int]:
        """Return the teams that withdrew from a round robin, in the order of their withdrawal."""
        return ()

    def complete_ranking(
        self, scoring_field: ScoringField, field: Field, lines: SectionLines, ranking: Ranking
    ) -> tuple[Field, Ranking]:
        """Return *field* and its *ranking* with what depends on the scores of its matches."""
        return field, ranking

    def add_matches_to_rows(
        self,
        scoring_field: ScoringField,
        lines: SectionLines,
        ranking: Ranking,
        rows: list[StandingRow],
    ) -> list[StandingRow]:
        """Return *rows* of the standings with their matches."""
        return rows


MATCH_RANKING = Hook(MatchRanking())
