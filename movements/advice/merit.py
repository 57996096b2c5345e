"""Rate a movement for a director in points of fairness, as the sum of six named figures.

The weights say how much of one quality another is worth.  They are this program's judgement, set so
that the first advice agrees with what lists of directors recommend; docs/movements.md lists them.
"""

from dataclasses import dataclass
from fractions import Fraction

from movements.advice.facts import MovementProfile, QualityWeights, Wishes

EXPECTED_IN_LINE = 13
"""Opponents that a pair expects in two lines. Only pairs with the same opponents are equal."""

EXPECTED_IN_FIELD = 9
"""Opponents that a pair expects if everybody is ranked together, however large the field."""

SMALL_LINE_POINTS = (60, 60, 52, 52, 44, 36, 28, 4)
"""Points deducted for two winners, by the pairs in the smaller line. Lines of eight cost nothing.

Directors give fields up to six tables one winner and fields from eight tables two, whatever the
number of boards. So the points fall steeply in between, and the number of rounds doesn't decide.
"""

# Points deducted if a pair met none of its expected opponents; fewer in proportion if it met some:
POINTS_LINE_UNMET = 40
POINTS_FIELD_UNMET = 60
# Points deducted:
POINTS_NOT_ALL_MET = 3  # if there is one ranking and not all in it meet
POINTS_TWO_LINES = 12  # for two winners, if the club prefers one
POINTS_UNPLAYED = 38  # if a pair played none of the sets in play, otherwise in proportion
POINTS_UNEVEN_MEETINGS = 5  # if some opponents meet again while others meet less often
POINTS_BOARD_OUTSIDE = 3  # for each board outside the requested range
POINTS_SQUARE_OUTSIDE = 2  # times the square of these boards: the first are the cheapest
POINTS_BOARD_FROM_MIDDLE = 1  # for each board from the middle of the range, within it
POINTS_WRONG_WINNERS = 60  # for one winner instead of two, or two instead of one
POINTS_WRONG_ROUND_LENGTH = 8  # for each board per round more or fewer than requested
POINTS_MINUTE_OVER = 5  # for each minute over the time available
POINTS_MUST_MOVE = 25  # for each pair that can't move but would have to
POINTS_SIT_OUT = 5  # for each round of the pair that sits out most
POINTS_UNEVEN_BOARD = 2  # for each board between the pairs that play most and fewest
POINTS_SHARED_SETS = 4  # if tables share boards
POINTS_SECOND_COPY = Fraction(9, 2)  # for a second copy of the boards, which has to be made
POINTS_MORE_COPY = Fraction(3, 2)  # for each further copy: the first was the most work
POINTS_SWITCHED_BY_TABLE = 3  # if only some tables turn their boards in a round
POINTS_MOVING_PAIR = Fraction(1, 2)  # for each pair beyond half of the field that changes tables
POINTS_SKIP = 1  # if a line skips a table, which has to be announced at the right moment
POINTS_ROUND = 2  # for each round beyond the eighth, because each is a move
POINTS_LATE_ROUND = 4  # for each round beyond the thirteenth, in addition
POINTS_BY_BOARDS_PER_ROUND = {1: 30, 5: 1, 6: 3}
POINTS_UNFAMILIAR: dict[str, int | Fraction] = {
    "mitchell": 0,
    "howell": 0,
    "one-winner-mitchell": 1,
    "rover-mitchell": Fraction(3, 2),
    "hesitation-mitchell": 2,
    "web-mitchell": 3,
    "appendix-mitchell": 6,  # pairs of both lines move, each by its own rule
}
POINTS_UNKNOWN = 3  # for other movements, which most players have to learn or follow by card

USUAL_ROUNDS = 8
"""Rounds of an ordinary evening. Directors take more only for a reason."""

MOST_ROUNDS = 13
"""The most rounds that lists of directors recommend for an evening."""


@dataclass(frozen=True, slots=True)
class Merit:
    """The six figures by which a movement is rated.

    ``fairness`` is Qf, in proportion to the boards that are compared.  The others are deductions, 0
    or less:

    - ``opponents``: part of the field is not met, or some opponents are met more often than others;
    - ``wishes``: requested winners, boards, time or stationary seats are missing;
    - ``sitting_out``: rounds without opponents, and boards fewer than others play;
    - ``ease``: extra work for the players, such as many moves, shared boards or unfamiliar rules;
    - ``boards``: pairs play only a part of the boards in play and not all the same, or not as many
      as are in the middle of the requested range.

    >>> Merit(Fraction(98), Fraction(-5), Fraction(0), Fraction(-5), Fraction(0), Fraction(-2)).total
    Fraction(86, 1)
    """

    fairness: Fraction
    opponents: Fraction
    wishes: Fraction
    sitting_out: Fraction
    ease: Fraction
    boards: Fraction

    @property
    def total(self) -> Fraction:
        """Return the sum by which movements are ranked."""
        return (
            self.fairness
            + self.opponents
            + self.wishes
            + self.sitting_out
            + self.ease
            + self.boards
        )


def compute_merit(length: MovementProfile, boards_per_set: int, wishes: Wishes) -> Merit:
    """Return the merit of a movement of this *length* with *boards_per_set* boards a round."""
    worths = wishes.worths
    return Merit(
        fairness=length.fairness,
        opponents=-_compute_opponents_penalty(length, worths),
        wishes=-_compute_wishes_penalty(length, boards_per_set, wishes),
        sitting_out=-_compute_sit_out_penalty(length, boards_per_set),
        ease=-_compute_effort_penalty(length, boards_per_set, worths),
        boards=-_compute_boards_penalty(length, boards_per_set, wishes),
    )


def compute_unfamiliar_points(length: MovementProfile) -> Fraction:
    """Return the points for a movement that players have to learn or follow by card.

    A rover among an even number of tables also meets a skip or a share, so it is never familiar.
    """
    if length.key == "rover-mitchell" and length.options:
        return Fraction(POINTS_UNKNOWN)
    return Fraction(POINTS_UNFAMILIAR.get(length.key, POINTS_UNKNOWN))


def _compute_opponents_penalty(length: MovementProfile, worths: QualityWeights) -> Fraction:
    possible_opponents = length.opponents_met / length.field_met
    most_expected, points_unmet = EXPECTED_IN_LINE, POINTS_LINE_UNMET
    if length.winners == 1:
        most_expected, points_unmet = EXPECTED_IN_FIELD, POINTS_FIELD_UNMET
    expected = min(Fraction(most_expected), possible_opponents)
    unmet_share = max(Fraction(0), 1 - length.opponents_met / expected)
    points = points_unmet * unmet_share
    if length.winners == 1 and length.field_met < 1:
        points += POINTS_NOT_ALL_MET
    points *= worths.get_factor("meeting")
    if length.winners > 1:
        smaller_line = length.pairs // 2
        if smaller_line < len(SMALL_LINE_POINTS):
            points += SMALL_LINE_POINTS[smaller_line]
        points += POINTS_TWO_LINES * worths.get_factor("one_winner")
    if length.has_uneven_repeats:
        points += POINTS_UNEVEN_MEETINGS
    return points


def _compute_wishes_penalty(
    length: MovementProfile, boards_per_set: int, wishes: Wishes
) -> Fraction:
    boards = length.list_session_boards(boards_per_set)
    boards_outside = wishes.boards_outside(*boards)
    points = POINTS_BOARD_OUTSIDE * boards_outside + POINTS_SQUARE_OUTSIDE * boards_outside**2
    points += POINTS_WRONG_ROUND_LENGTH * wishes.compare_boards_per_round(boards_per_set)
    points += POINTS_MINUTE_OVER * wishes.count_excess_minutes(length.rounds, boards_per_set)
    points += POINTS_MUST_MOVE * max(0, wishes.stationary - length.stationary)
    if wishes.has_wrong_winners(length.winners):
        points += POINTS_WRONG_WINNERS
    return Fraction(points)


def _compute_boards_penalty(
    length: MovementProfile, boards_per_set: int, wishes: Wishes
) -> Fraction:
    from_middle = wishes.compute_boards_from_middle(*length.list_session_boards(boards_per_set))
    points_unplayed = POINTS_UNPLAYED * wishes.worths.get_factor("equal_boards")
    return POINTS_BOARD_FROM_MIDDLE * from_middle + points_unplayed * length.unplayed_share


def _compute_sit_out_penalty(length: MovementProfile, boards_per_set: int) -> Fraction:
    fewest_rounds, most_rounds = length.rounds_played
    uneven_boards = (most_rounds - fewest_rounds) * boards_per_set
    return Fraction(POINTS_SIT_OUT * length.sit_outs + POINTS_UNEVEN_BOARD * uneven_boards)


def _compute_effort_penalty(
    length: MovementProfile, boards_per_set: int, worths: QualityWeights
) -> Fraction:
    # In most movements half of the field moves, so only pairs beyond half are counted.
    half_of_field = (length.pairs + 1) // 2
    points = POINTS_MOVING_PAIR * max(0, length.moving - half_of_field)
    points *= worths.get_factor("sitting")
    if length.copies > 1:
        points += POINTS_SECOND_COPY + POINTS_MORE_COPY * (length.copies - 2)
    points += POINTS_ROUND * max(0, length.rounds - USUAL_ROUNDS)
    points += POINTS_LATE_ROUND * max(0, length.rounds - MOST_ROUNDS)
    points += compute_unfamiliar_points(length) * worths.get_factor("familiar")
    points += POINTS_BY_BOARDS_PER_ROUND.get(boards_per_set, 0)
    if ("even", "skip") in length.options:
        points += POINTS_SKIP
    if length.shared:
        points += POINTS_SHARED_SETS * worths.get_factor("own_boards")
    if length.switched_by_table:
        points += POINTS_SWITCHED_BY_TABLE * worths.get_factor("familiar")
    return points
