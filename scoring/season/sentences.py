"""Sentences about the scoring of a season."""

from scoring.sentences import Sentence

SEASON_RULE = Sentence("season-rule", "{what} can't be {given}. Use {wanted}.")
SEASON_TABLE_LINE = Sentence(
    "season-table-line",
    "Line {line} of the points, “{text}”, can't be read. Type the size of the field, a colon and the points: "
    "“8: 10 6 3”.",
)
SEASON_TABLE_ORDER = Sentence(
    "season-table-order",
    "Line {line} of the points gives a worse place more. Type the points from first to last.",
)
SEASON_TABLE_TWICE = Sentence(
    "season-table-twice", "The points have two lines for fields of {size}. Delete one of them."
)
SEASON_TABLE_EMPTY = Sentence(
    "season-table-empty", "No points for places are given. Type a line such as “8: 10 6 3”."
)
SEASON_HANDICAP = Sentence(
    "season-handicap",
    "A handicap is added to percentages, and this scoring has none. Choose “Average percentage”, or set the handicap "
    "to 0.",
)
