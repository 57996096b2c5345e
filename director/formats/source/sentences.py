"""What is said of results from elsewhere, whatever their format."""

from director.errors import Sentence

NO_LINES = Sentence("no-lines", "The file holds no results; export the event again after its results are entered.")
ONLY_CARDS = Sentence(
    "only-cards",
    "The file holds the cards of {boards} and no results of pairs; read it in under Print, Hands, of the "
    "night that plays them.",
)
BOARD_NUMBER = Sentence("board-number", '{where}: "{given}" is no board number; write a whole number from 1 to 999.')
LINE_SIDE = Sentence(
    "line-side", '{where}: "{given}" as its {side} pair is no pair number; write it like 5, 5NS or 5EW.'
)
LINE_TURNED = Sentence("line-turned", "{where}: pair {pair} sits {side}, against its own direction; correct the line.")
LINE_CONTRACT = Sentence("line-contract", "{where}: {reason}")
LINE_DECLARER = Sentence("line-declarer", '{where}: the declarer is "{given}"; write N, E, S or W.')
LINE_TRICKS = Sentence(
    "line-tricks",
    '{where}: the tricks are "{given}"; a deal has 13, so write 0 to 13, or =, +1, -2 against the contract.',
)
LINE_SCORE = Sentence(
    "line-score", '{where}: the score is "{given}"; write a whole number, or A6040 for an artificial score.'
)
OWN_OPPONENT = Sentence("own-opponent", "{where}: the pair meets itself; correct one of the two numbers.")
TWICE_ON_BOARD = Sentence(
    "twice-on-board",
    "Board {board_no}: pair {pair} has two lines, and a pair plays a board once; take the wrong one out.",
)
LINE_UNFINISHED = Sentence(
    "line-unfinished", "{where}: {contract} has no score; add its score, or declarer and tricks."
)

# the file is read all the same
DOUBT_NO_DATE = Sentence(
    "doubt-no-date", "The file has no date, so today's was taken; change it under Nights if that is wrong."
)
DOUBT_NO_SCORING = Sentence(
    "doubt-no-scoring",
    "The file does not say how it was scored, so {taken} were taken; if that is wrong, choose the method.",
)
DOUBT_NO_NAMES = Sentence("doubt-no-names", "The file names nobody; write the names in afterwards, under Seats.")
DOUBT_PLAYERS = Sentence("doubt-players", "Pair {pair} has {count} named; add or correct the names afterwards.")
DOUBT_VULNERABILITY = Sentence(
    "doubt-vulnerability",
    'Board {board_no}: the file gives its vulnerability as "{given}", but its number says {expected}; '
    "the scores were kept, so check the board number.",
)
DOUBT_NO_RESULT = Sentence("doubt-no-result", "{where}: the line has no result; it was read as not played.")
DOUBT_SCORE = Sentence(
    "doubt-score",
    "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has {given}; "
    "the file's score was kept, so check the line.",
)
DOUBT_IMPOSSIBLE_SCORE = Sentence(
    "doubt-impossible-score",
    "{where}: no contract gives {given} with {vulnerable} vulnerable; the score was kept, so check the line.",
)
DOUBT_CARDS = Sentence("doubt-cards", "{reason} These cards were left out.")
DOUBT_MORE_CARDS = Sentence("doubt-more-cards", "{count} more boards have no whole deal. These cards were left out.")
DOUBT_LAST_BOARD = Sentence(
    "doubt-last-board",
    "Board {board_no} is the last of the file and has fewer results ({count}) than any other board ({others} or "
    "more); if the file was cut short, export it again and read that one in.",
)
DOUBT_PAIR_BOARDS = Sentence(
    "doubt-pair-boards",
    "Pair {pair} has {listed} boards in the standings of the file, which holds {count} of them; if the file was "
    "cut short, export it again and read that one in.",
)
