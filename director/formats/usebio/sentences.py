"""What is said of a USEBIO file."""

from director.errors import Sentence

USEBIO_EVENTS = Sentence("usebio-events", "The file holds {count}; export one event into one file.")
USEBIO_STRAY_SECTIONS = Sentence(
    "usebio-stray-sections",
    "The file has {count} of its sections outside its {sessions} sessions; put each into its session.",
)
USEBIO_STRAY_BOARDS = Sentence(
    "usebio-stray-boards", "The file has {count} of its boards outside its {parts}; put each board into its section."
)
USEBIO_SECTION_TWICE = Sentence(
    "usebio-section-twice", "Section {section} stands twice in its session; give each section a SECTION_ID of its own."
)
USEBIO_CONTEST = Sentence(
    "usebio-contest", "The event is of the type {contest}; only pairs events can be read, so export one of those."
)
USEBIO_SCORING = Sentence(
    "usebio-scoring",
    'The scoring is given as "{given}"; write MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE '
    "as BOARD_SCORING_METHOD.",
)
USEBIO_SEVERAL_SCORINGS = Sentence(
    "usebio-several-scorings",
    "Its sections are scored in several ways ({given}), and an event has one; export each into its own file.",
)
USEBIO_WINNERS = Sentence(
    "usebio-winners", 'WINNER_TYPE is "{given}"; write 1 for one winner or 2 for a N-S and an E-W winner.'
)
USEBIO_DATE = Sentence("usebio-date", 'DATE is "{given}", which is no date; write it like 21/07/2022.')
USEBIO_NO_PAIRS = Sentence(
    "usebio-no-pairs", "The file lists no pairs; export the event again, together with its pairs."
)
USEBIO_PAIR_NUMBER = Sentence(
    "usebio-pair-number",
    'Pair {position} in the list of pairs: "{given}" is no pair number; write it like 5, 5NS or 5EW.',
)
USEBIO_PAIR_TWICE = Sentence(
    "usebio-pair-twice", "Pair {pair} stands twice in the list of pairs; give each pair a number of its own."
)
USEBIO_SHARED_NUMBER = Sentence(
    "usebio-shared-number",
    "Pairs {pair} and {other} share a number, but the event has one winner; number all pairs apart, "
    "or set WINNER_TYPE to 2.",
)
USEBIO_DIRECTION = Sentence("usebio-direction", 'Pair {pair}: DIRECTION is "{given}"; write {allowed}.')
USEBIO_NO_DIRECTION = Sentence(
    "usebio-no-direction",
    "Pair {pair} has no direction, but the event has two winners; write NS or EW as its DIRECTION.",
)
USEBIO_NO_BOARDS = Sentence(
    "usebio-no-boards", "The file holds no results; export the event again after its results are entered."
)
USEBIO_BOARD_NUMBER = Sentence(
    "usebio-board-number",
    'Board {position} in the file: "{given}" is no board number; write a whole number from 1 to 999.',
)
USEBIO_BOARD_TWICE = Sentence(
    "usebio-board-twice", "Board {board_no} stands twice in the file; put all its lines into one <BOARD>."
)

# a line
USEBIO_LINE_PAIR = Sentence(
    "usebio-line-pair", '{where}: "{given}" as its {side} pair is no pair number; write it like 5, 5NS or 5EW.'
)
USEBIO_UNKNOWN_PAIR = Sentence(
    "usebio-unknown-pair", "{where}: no pair {pair} is in the list of pairs; correct the number or add the pair."
)
USEBIO_WRONG_SIDE = Sentence(
    "usebio-wrong-side",
    "{where}: pair {pair} sits {side}, which it cannot with two winners; correct the line, or set WINNER_TYPE to 1.",
)
USEBIO_LINE_CONTRACT = Sentence("usebio-line-contract", "{where}: {reason}")
USEBIO_LINE_DECLARER = Sentence("usebio-line-declarer", '{where}: PLAYED_BY is "{given}"; write N, E, S or W.')
USEBIO_LINE_TRICKS = Sentence("usebio-line-tricks", "{where}: TRICKS is {given}; a deal has 13, so write 0 to 13.")
USEBIO_LINE_SCORE = Sentence(
    "usebio-line-score",
    '{where}: SCORE is "{given}"; write a whole number from the N-S side, or A6040 for an artificial score.',
)

# the file is read all the same
DOUBT_ENCODING = Sentence(
    "doubt-encoding",
    "The file is not UTF-8, so it was read as Windows-1252; look at the accented letters in the names.",
)
DOUBT_ADJUSTMENT = Sentence(
    "doubt-adjustment",
    "Pair {pair}: the file adjusts its total by {given}, which belongs to no board; enter it if it still stands.",
)
DOUBT_FIGURE = Sentence("doubt-figure", '{where}: {field} is "{given}", which is no number; it was left out.')
DOUBT_OUTER_LIST = Sentence(
    "doubt-outer-list",
    "The file has a list of pairs for all its {parts} besides the list of each; it was passed over, with the "
    "figures in it.",
)
DOUBT_OVERALL_FIGURES = Sentence(
    "doubt-overall-figures",
    "The totals and places in the file are those after all {count} sessions; only the points of the lines were "
    "compared.",
)
DOUBT_UNPLAYED_PAIR = Sentence(
    "doubt-unplayed-pair", "Pair {pair} is in the list of pairs but has no line in any section; it was left out."
)
