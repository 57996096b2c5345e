"""Sentences about the scoring of a season."""

from scoring.sentences import Sentence


class SeasonScoringSentences:
    """Sentences about the scoring of a season."""

    SEASON_RULE = Sentence("{what} can't be {given}. Use {wanted}.")
    SEASON_TABLE_LINE = Sentence(
        "Line {line} of the points, “{text}”, can't be read. Type the size of the field, a colon and the points: "
        "“8: 10 6 3”.",
    )
    SEASON_TABLE_ORDER = Sentence(
        "Line {line} of the points gives a worse place more. Type the points from first to last.",
    )
    SEASON_TABLE_TWICE = Sentence(
        "The points have two lines for fields of {size}. Delete one of them."
    )
    SEASON_TABLE_EMPTY = Sentence(
        "No points for places are given. Type a line such as “8: 10 6 3”."
    )
    SEASON_HANDICAP = Sentence(
        "A handicap is added to percentages, and this scoring has none. Choose “Average percentage”, or set the handicap "
        "to 0.",
    )
