"""Sentences about imported results."""

from director.errors import Sentence

NO_LINES = Sentence(
    "no-lines", "The file has no results. Export the event again after entering its results."
)
ONLY_CARDS = Sentence(
    "only-cards",
    "The file has the deals of {boards} but no results. Import it under Hands in the session that plays them.",
)
BOARD_NUMBER = Sentence("board-number", '{where}: "{given}" isn’t a board number. Use 1 to 999.')
LINE_SIDE = Sentence(
    "line-side",
    '{where}: "{given}" isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.',
)
SEATS_NOT_PAIRS = Sentence(
    "seats-not-pairs",
    "The file names seats such as {label}, not pairs, so nobody knows who played where. Export it with pair numbers "
    "or names.",
)
PAIRS_UNNAMED = Sentence(
    "pairs-unnamed",
    "The results name no pairs, by number or by name. Export the file with pair numbers or names.",
)
TABLES_NOT_PAIRS = Sentence(
    "tables-not-pairs",
    "In all {count} results pair 1 meets pair 1, pair 2 pair 2 and so on. These are table numbers. Export the file "
    "with pair numbers.",
)
LINE_TURNED = Sentence(
    "line-turned", "{where}: pair {pair} sits {side}, which isn’t its direction. Correct the line."
)
LINE_CONTRACT = Sentence("line-contract", "{where}: {reason}")
LINE_DECLARER = Sentence("line-declarer", '{where}: the declarer is "{given}". Use N, E, S or W.')
LINE_TRICKS = Sentence(
    "line-tricks",
    '{where}: the tricks are "{given}". Use 0 to 13, or =, +1 or -2 relative to the contract.',
)
LINE_SCORE = Sentence(
    "line-score",
    '{where}: the score is "{given}". Use a whole number, or A6040 for an artificial score.',
)
OWN_OPPONENT = Sentence(
    "own-opponent", "{where}: the pair plays against itself. Correct one of the numbers."
)
TWICE_ON_BOARD = Sentence(
    "twice-on-board",
    "Board {board_no}: pair {pair} has two results. Delete the wrong one.",
)
LINE_UNFINISHED = Sentence(
    "line-unfinished",
    "{where}: {contract} has no score. Add the score, or the declarer and tricks.",
)

# the file is read all the same
DOUBT_NO_DATE = Sentence(
    "doubt-no-date",
    "The file has no date, so today’s is used. Change it under Nights if it’s wrong.",
)
DOUBT_NO_SCORING = Sentence(
    "doubt-no-scoring",
    "The file has no scoring method, so {taken} is used. Choose another method if that’s wrong.",
)
DOUBT_NO_NAMES = Sentence(
    "doubt-no-names", "The file has no names. Enter them under Seats after importing."
)
DOUBT_PLAYERS = Sentence(
    "doubt-players", "Pair {pair} has {count} named. Correct the names after importing."
)
DOUBT_VULNERABILITY = Sentence(
    "doubt-vulnerability",
    'Board {board_no}: the file says vulnerability "{given}", but this board number has {expected}. The scores are '
    "imported; check the board number.",
)
DOUBT_NO_RESULT = Sentence(
    "doubt-no-result", "{where}: the line has no result, so it is imported as not played."
)
DOUBT_SCORE = Sentence(
    "doubt-score",
    "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has {given}. The file’s score is "
    "imported; check it.",
)
DOUBT_AUCTION_SCORE = Sentence(
    "doubt-auction-score",
    "{where}: {result} scores {expected}, but the file has {given}. The file’s score is imported; check it.",
)
DOUBT_IMPOSSIBLE_SCORE = Sentence(
    "doubt-impossible-score",
    "{where}: no contract scores {given} with {vulnerable} vulnerable. The score is imported; check it.",
)
DOUBT_CARDS = Sentence("doubt-cards", "{reason} These cards were left out.")
DOUBT_MORE_CARDS = Sentence(
    "doubt-more-cards", "{count} more boards have incomplete deals. These cards were left out."
)
DOUBT_LAST_BOARD = Sentence(
    "doubt-last-board",
    "Board {board_no}, the last in the file, has fewer results ({count}) than others ({others} or more). "
    "If the file is incomplete, export and import it again.",
)
DOUBT_PAIR_BOARDS = Sentence(
    "doubt-pair-boards",
    "Pair {pair} has {listed} boards in the file’s standings, but {count} in its results. If the file is incomplete, "
    "export and import it again.",
)
