"""What is said of a USEBIO file."""

from director.errors import Sentence

USEBIO_MANY_PARTS = Sentence(
    "usebio-many-parts",
    "The file has {count} {name}, but an event has at most {most}. Export one event per file.",
)
USEBIO_EVENTS = Sentence("usebio-events", "The file has {count}. Export one event per file.")
USEBIO_STRAY_SECTIONS = Sentence(
    "usebio-stray-sections",
    "The file has {count} sections outside its {sessions} sessions. Put each section in its session.",
)
USEBIO_STRAY_BOARDS = Sentence(
    "usebio-stray-boards",
    "The file has {count} boards outside its {parts}. Put each board in its section.",
)
USEBIO_SECTION_TWICE = Sentence(
    "usebio-section-twice",
    "Section {section} is in its session twice. Give each section its own SECTION_ID.",
)
USEBIO_CONTEST = Sentence(
    "usebio-contest", "The event type is {contest}. Only pairs events can be imported."
)
USEBIO_SCORING = Sentence(
    "usebio-scoring",
    'The scoring is "{given}". Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as BOARD_SCORING_METHOD.',
)
USEBIO_SEVERAL_SCORINGS = Sentence(
    "usebio-several-scorings",
    "The sections have different scoring methods ({given}). Export each to its own file.",
)
USEBIO_WINNERS = Sentence(
    "usebio-winners", 'WINNER_TYPE is "{given}". Use 1 for one winner or 2 for N-S and E-W winners.'
)
USEBIO_DATE = Sentence("usebio-date", 'DATE "{given}" isn’t a date. Use a form such as 21/07/2022.')
USEBIO_NO_PAIRS = Sentence(
    "usebio-no-pairs", "The file has no pairs. Export the event again with its pairs."
)
USEBIO_PAIR_NUMBER = Sentence(
    "usebio-pair-number",
    'Pair {position} in the list of pairs: "{given}" isn’t a pair number. Use a form such as 5, 5NS or 5EW.',
)
USEBIO_PAIR_TWICE = Sentence(
    "usebio-pair-twice", "Pair {pair} is in the list of pairs twice. Give each pair its own number."
)
USEBIO_SHARED_NUMBER = Sentence(
    "usebio-shared-number",
    "Pairs {pair} and {other} share a number, but the event has one winner. Use different numbers, or set "
    "WINNER_TYPE to 2.",
)
USEBIO_DIRECTION = Sentence(
    "usebio-direction", 'Pair {pair}: DIRECTION is "{given}"; write {allowed}.'
)
USEBIO_NO_DIRECTION = Sentence(
    "usebio-no-direction",
    "Pair {pair} has no direction, but the event has two winners. Add NS or EW as its DIRECTION.",
)
USEBIO_NO_BOARDS = Sentence(
    "usebio-no-boards",
    "The file has no results. Export the event again after entering its results.",
)
USEBIO_BOARD_NUMBER = Sentence(
    "usebio-board-number",
    'Board {position} in the file: "{given}" isn’t a board number. Use 1 to 999.',
)
USEBIO_BOARD_TWICE = Sentence(
    "usebio-board-twice",
    "Board {board_no} is in the file twice. Put all its results in one <BOARD>.",
)

# a line
USEBIO_LINE_PAIR = Sentence(
    "usebio-line-pair",
    '{where}: "{given}" isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.',
)
USEBIO_UNKNOWN_PAIR = Sentence(
    "usebio-unknown-pair",
    "{where}: pair {pair} isn’t in the list of pairs. Correct the number or add the pair.",
)
USEBIO_WRONG_SIDE = Sentence(
    "usebio-wrong-side",
    "{where}: pair {pair} can’t sit {side} with two winners. Correct the line, or set WINNER_TYPE to 1.",
)
USEBIO_LINE_CONTRACT = Sentence("usebio-line-contract", "{where}: {reason}")
USEBIO_LINE_DECLARER = Sentence(
    "usebio-line-declarer", '{where}: PLAYED_BY is "{given}"; write N, E, S or W.'
)
USEBIO_LINE_TRICKS = Sentence("usebio-line-tricks", "{where}: TRICKS is {given}. Use 0 to 13.")
USEBIO_LINE_SCORE = Sentence(
    "usebio-line-score",
    '{where}: SCORE is "{given}". Use a whole number for N-S, or A6040 for an artificial score.',
)

# the file is read all the same
DOUBT_ENCODING = Sentence(
    "doubt-encoding",
    "The file isn’t UTF-8, so it is imported as Windows-1252. Check the accented letters in names.",
)
DOUBT_ADJUSTMENT = Sentence(
    "doubt-adjustment",
    "Pair {pair}: the file adjusts its total by {given} without a board. Enter it yourself if it still applies.",
)
DOUBT_FIGURE = Sentence(
    "doubt-figure", '{where}: {field} "{given}" isn’t a number, so it was left out.'
)
DOUBT_OUTER_LIST = Sentence(
    "doubt-outer-list",
    "The file has an extra list of pairs for all {parts}. That list and its figures were skipped.",
)
DOUBT_OVERALL_FIGURES = Sentence(
    "doubt-overall-figures",
    "Totals and places in the file cover all {count} sessions, so only board points were compared.",
)
DOUBT_UNPLAYED_PAIR = Sentence(
    "doubt-unplayed-pair",
    "Pair {pair} is in the list of pairs but has no results, so it was left out.",
)
