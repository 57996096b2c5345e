"""Sentences about imported results."""

from director.errors import Phrase, Sentence


class ImportSentences:
    """Sentences about imported results."""

    NO_LINES = Sentence(
        "The file has no results. Export the event again after entering its results."
    )
    ONLY_CARDS = Sentence(
        "The file has the deals of {boards} but no results. Import it under Hands in the session that plays them.",
    )
    BOARD_NUMBER = Sentence('{where}: "{given}" isn’t a board number. Use 1 to 999.')
    LINE_SIDE = Sentence(
        '{where}: "{given}" isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.',
    )
    SEATS_NOT_PAIRS = Sentence(
        "The file names seats such as {label}, not pairs, so nobody knows who played where. Export it with pair numbers "
        "or names.",
    )
    PAIRS_UNNAMED = Sentence(
        "The results name no pairs, by number or by name. Export the file with pair numbers or names.",
    )
    TABLES_NOT_PAIRS = Sentence(
        "In all {count} results pair 1 meets pair 1, pair 2 pair 2 and so on. These are table numbers. Export the file "
        "with pair numbers.",
    )
    ASK_CONTEST = Sentence(
        "Each pair meets the same opponents on all {count} boards that several tables play. Say whether they are "
        "pairs or teams.",
    )
    ASK_TEAMS = Sentence(
        "Most of the {count} results have another one with the same two in the other direction, as in matches of "
        "teams. Say whether they are pairs or teams.",
    )
    ASK_EVENT = Sentence(
        "The file has {count} events: {names}. Choose one; import the others afterwards.",
    )
    TEAMS_UNKNOWN = Sentence(
        "The file doesn’t say which two tables play a match. Export it with team numbers, or with both results of "
        "each board.",
    )
    SEATED_TEAMS = Sentence(
        "The teams’ players are seated one by one, so these results don’t say who won which match. Import the JSON "
        "file of the event.",
    )
    KNOCK_OUT_BRACKET = Sentence(
        "The file has the matches of a knock-out, but not its bracket. Import the JSON file of the event.",
    )
    TEAMS_MEET_TWICE = Sentence(
        "Board {board_no}: team {ns} has two results N-S against team {ew}. Export the event with a number for each "
        "player, or delete the wrong one.",
    )
    CONTESTS_DIFFER = Sentence(
        "The column Contest has {given}, but an event is of pairs, teams or single players. Correct the column.",
    )
    SCORED_DIFFERENTLY = Sentence(
        "The sessions are scored in different ways, but an imported event has one method. Import the JSON file of the "
        "event.",
    )
    LINE_TURNED = Sentence(
        "{where}: pair {pair} sits {side}, which isn’t its direction. Correct the line."
    )
    LINE_CONTRACT = Sentence("{where}: {reason}")
    LINE_DECLARER = Sentence('{where}: the declarer is "{given}". Use N, E, S or W.')
    LINE_TRICKS = Sentence(
        '{where}: the tricks are "{given}". Use 0 to 13, or =, +1 or -2 relative to the contract.',
    )
    LINE_SCORE = Sentence(
        '{where}: the score is "{given}". Use a whole number, or A6040 for an artificial score.',
    )
    OWN_OPPONENT = Sentence(
        "{where}: the {called} plays against itself. Correct one of the numbers."
    )
    TWICE_ON_BOARD = Sentence(
        "Board {board_no}: {called} {pair} has two results. Delete the wrong one.",
    )
    LINE_UNFINISHED = Sentence(
        "{where}: {contract} has no score. Add the score, or the declarer and tricks.",
    )

    # the file is read all the same
    DOUBT_NO_DATE = Sentence(
        "The file has no date, so today’s is used. Change it under Nights if it’s wrong.",
    )
    DOUBT_SEATED_MATCHES = Sentence(
        "The file doesn’t say who sat where, so the teams play plain matches here. To keep the seats, import the JSON "
        "file of the event.",
    )
    DOUBT_NO_SCORING = Sentence(
        "The file has no scoring method. The one that gives its figures is used, or else {taken}.",
    )
    DOUBT_VAGUE_SCORING = Sentence(
        "The file has only “{given}” as scoring method. The one that gives its figures is used, or else {taken}.",
    )
    SCORING_UNNAMED = Phrase("The file has no scoring method")
    SCORING_VAGUE = Phrase("The file has only “{given}” as scoring method")
    DOUBT_SCORING_TAKEN = Sentence(
        "{known} and no points to compare with, so {taken} is used. Choose another method if that’s wrong.",
    )
    DOUBT_SCORING_CLOSEST = Sentence(
        "{known}. By {taken}, {matches} match, the most of all methods. Choose another method if that’s wrong.",
    )
    DOUBT_NO_NAMES = Sentence("The file has no names. Enter them under Seats after importing.")
    DOUBT_PLAYERS = Sentence(
        "{called} {pair} has {count} named. Correct the names after importing.",
    )
    DOUBT_REPLACED = Sentence(
        "Pair {pair} has other names in {rounds}: {names}. The change is imported; if a name is only misspelt, merge "
        "the two in People.",
    )
    DOUBT_VULNERABILITY = Sentence(
        'Board {board_no}: the file says vulnerability "{given}", but this board number has {expected}. The scores are '
        "imported; check the board number.",
    )
    DOUBT_NO_RESULT = Sentence("{where}: the line has no result, so it is imported as not played.")
    DOUBT_ADJUSTED = Sentence(
        "{where}: the file has “{given}” without the adjusted score, so average is imported. Correct it in Scores.",
    )
    DOUBT_BOTH_SIDES = Sentence(
        "The file lists {results} from both sides. Each is imported once; check who sat N-S.",
    )
    DOUBT_ONLY_SCORE = Sentence("{reason} Only the score of this line was imported.")
    DOUBT_SCORE = Sentence(
        "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has {given}. The file’s score is "
        "imported; check it.",
    )
    DOUBT_AUCTION_SCORE = Sentence(
        "{where}: {result} scores {expected}, but the file has {given}. The file’s score is imported; check it.",
    )
    DOUBT_IMPOSSIBLE_SCORE = Sentence(
        "{where}: no contract scores {given} with {vulnerable} vulnerable. The score is imported; check it.",
    )
    DOUBT_CARDS = Sentence("{reason} These cards were left out.")
    DOUBT_MORE_CARDS = Sentence(
        "{reason} These cards were left out, and those of {count} other boards for the same reason."
    )
    DOUBT_LAST_BOARD = Sentence(
        "Board {board_no}, the last in the file, has fewer results ({count}) than others ({others} or more). "
        "If the file is incomplete, export and import it again.",
    )
    DOUBT_PAIR_BOARDS = Sentence(
        "Pair {pair} has {listed} boards in the file’s standings, but {count} in its results. If the file is incomplete, "
        "export and import it again.",
    )
