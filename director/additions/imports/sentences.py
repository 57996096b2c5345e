"""Sentences about imported results, by format, and about table units."""

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


class UsebioSentences:
    """What is said of a USEBIO file that is read."""

    USEBIO_MANY_PARTS = Sentence(
        "The file has {count} {name}, but an event has at most {most}. Export one event per file.",
    )
    USEBIO_NO_EVENT = Sentence("The file has no event. Export one event per file.")
    USEBIO_STRAY_SECTIONS = Sentence(
        "The file has {count} sections outside its {sessions} sessions. Put each section in its session.",
    )
    USEBIO_STRAY_BOARDS = Sentence(
        "The file has {count} boards outside its {parts}. Put each board in its section.",
    )
    USEBIO_SECTION_TWICE = Sentence(
        "Section {section} is in its session twice. Give each section its own SECTION_ID.",
    )
    USEBIO_CONTEST = Sentence(
        "The event type is {contest}. Only events of pairs and of teams can be imported."
    )
    USEBIO_INDIVIDUAL = Sentence(
        "A USEBIO file of single players doesn’t say who sat with whom. Import the event as PBN, CSV or XLSX.",
    )
    USEBIO_NO_TEAMS = Sentence("The file has no teams. Export the event again with its teams.")
    USEBIO_TEAM_TWICE = Sentence(
        "Team {team} is in the list of teams twice. Give each team its own TEAM_ID.",
    )
    USEBIO_SCORING = Sentence(
        'The scoring is "{given}". Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as BOARD_SCORING_METHOD.',
    )
    USEBIO_SEVERAL_SCORINGS = Sentence(
        "The sections have different scoring methods ({given}). Export each to its own file.",
    )
    USEBIO_WINNERS = Sentence(
        'WINNER_TYPE is "{given}". Use 1 for one winner or 2 for N-S and E-W winners.'
    )
    USEBIO_DATE = Sentence('DATE "{given}" isn’t a date. Use a form such as 21/07/2022.')
    USEBIO_NO_PAIRS = Sentence("The file has no pairs. Export the event again with its pairs.")
    USEBIO_PAIR_NUMBER = Sentence(
        'Pair {position} in the list of pairs: "{given}" isn’t a pair number. Use a form such as 5, 5NS or 5EW.',
    )
    USEBIO_PAIR_TWICE = Sentence(
        "Pair {pair} is in the list of pairs twice. Give each pair its own number."
    )
    USEBIO_SHARED_NUMBER = Sentence(
        "Pairs {pair} and {other} share a number, but the event has one winner. Use different numbers, or set "
        "WINNER_TYPE to 2.",
    )
    USEBIO_DIRECTION = Sentence('Pair {pair}: DIRECTION is "{given}"; write {allowed}.')
    USEBIO_NO_DIRECTION = Sentence(
        "Pair {pair} has no direction, but the event has two winners. Add NS or EW as its DIRECTION.",
    )
    USEBIO_NO_BOARDS = Sentence(
        "The file has no results. Export the event again after entering its results.",
    )
    USEBIO_BOARD_NUMBER = Sentence(
        'Board {position} in the file: "{given}" isn’t a board number. Use 1 to 999.',
    )
    USEBIO_BOARD_TWICE = Sentence(
        "Board {board_no} is in the file twice. Put all its results in one <BOARD>.",
    )

    # a line
    USEBIO_LINE_PAIR = Sentence(
        '{where}: "{given}" isn’t a pair number for {side}. Use a form such as 5, 5NS or 5EW.',
    )
    USEBIO_PLAYER_NUMBER = Sentence(
        '{where}: "{given}" isn’t a player’s number for {seat}. Use 1 to 1000.',
    )
    USEBIO_UNKNOWN_PAIR = Sentence(
        "{where}: pair {pair} isn’t in the list of pairs. Correct the number or add the pair.",
    )
    USEBIO_WRONG_SIDE = Sentence(
        "{where}: pair {pair} can’t sit {side} with two winners. Correct the line, or set WINNER_TYPE to 1.",
    )

    # the file is read all the same
    DOUBT_ENCODING = Sentence(
        "The file isn’t UTF-8, so it is imported as {encoding}. Check the accented letters in names.",
    )
    DOUBT_ADJUSTMENT = Sentence(
        "Pair {pair}: the file adjusts its total by {given} without a board. Enter it yourself if it still applies.",
    )
    DOUBT_MATCH_SCORES = Sentence(
        "The file has the scores of {count} matches. They were left out: matches are scored here from their boards.",
    )
    DOUBT_FIGURE = Sentence('{where}: {field} "{given}" isn’t a number, so it was left out.')
    DOUBT_OUTER_LIST = Sentence(
        "The file has an extra list of pairs for all {parts}. That list and its figures were skipped.",
    )
    DOUBT_OVERALL_FIGURES = Sentence(
        "Totals and places in the file cover all {count} sessions, so only board points were compared.",
    )
    DOUBT_UNPLAYED_PAIR = Sentence(
        "Pair {pair} is in the list of pairs but has no results, so it was left out.",
    )


class PageSentences:
    """Sentences about pages that a browser saved."""

    PAGE_KNOWN = Sentence("This is a page saved from {site}. It holds {contents}. {advice}.")
    PAGE_UNKNOWN = Sentence(
        "This web page has no table with boards, pairs and results. Export the results as USEBIO, PBN, CSV or XLSX and "
        "choose that file.",
    )
    PAGE_SLOW = Sentence(
        "Reading the web page takes longer than {seconds} seconds. Choose a file with one session.",
    )
    PAGE_TRAVELLER = Phrase("the results of one board")
    PAGE_PLAYER = Phrase("the boards of one player")
    PAGE_RANKING = Phrase("a ranking, but no results of boards")
    PAGE_PARTS = Phrase("a part of the results")
    PAGE_OTHER_CONTEST = Phrase("an event that isn’t a pairs event")
    PAGE_WITHOUT_DATA = Phrase("no results that can be read")
    ADVICE_EXTRACT = Phrase("Choose the CSV or USEBIO file of the whole tournament instead")
    ADVICE_ACBL = Phrase(
        "Save the results page of the club game again as “Webpage, HTML Only”, or choose its PBN or .bws file",
    )
    ADVICE_ACBL_LIVE = Phrase("Choose the PBN, USEBIO or .bws file of the session instead")
    ADVICE_REALBRIDGE = Phrase(
        "In RealBridge, download the session’s results as PBN or CSV and choose that file"
    )
    ADVICE_POLISH = Phrase("Export the session as PBN, or copy all travellers into one table")
    ADVICE_BRIDGEWEBS = Phrase("Choose the file that was sent to BridgeWebs instead")
    ADVICE_PAIRS = Phrase("Choose a pairs event")


class LinSentences:
    """Sentences about results in LIN files."""

    LIN_NO_MATCH = Sentence(
        "The results of this LIN file aren’t those of a match in two rooms. Import its cards under Hands, and the "
        "results from a PBN, USEBIO or CSV file.",
    )
    DOUBT_CARRIED = Sentence(
        "The teams came into these boards with {home} and {visitors}, which isn’t imported. Enter it as carry-over.",
    )


class UnitSentences:
    """What is said about table units: their connection, the movement they get, and their results."""

    # the connection

    UNITS_NO_ADDRESS = Sentence(
        "“{address}” isn’t the address of a Data Connector. Try http://192.168.1.50:5079."
    )
    UNITS_NO_LICENCE = Sentence(
        "The Data Connector needs your club’s id and licence key. Set KALAMAZOO_UNITS_CLUB and KALAMAZOO_UNITS_KEY."
    )
    UNITS_SILENT = Sentence(
        "The Data Connector at {address} doesn’t answer ({reason}). Start Bridgemate Control Software and check the network."
    )
    UNITS_REFUSED = Sentence(
        "The Data Connector refused this: {reason}. Check the licence and the settings of Bridgemate Control Software."
    )
    UNITS_UNREADABLE = Sentence(
        "The answer of {address} isn’t from a Data Connector. Check the address and the port."
    )
    UNITS_TOO_MUCH = Phrase("more than {megabytes} MB")
    UNITS_TOO_SLOW = Phrase("more than {seconds} seconds")

    # the movement

    UNITS_SEATED_TEAMS = Sentence(
        "Here each player of a team has a seat, and table units know both pairs only. Use Scores or phones."
    )
    UNITS_HALVES = Sentence(
        "Here three teams play half a match each at a table in one round, and table units play one match. Use Scores "
        "or phones."
    )
    UNITS_DRAWN = Sentence(
        "Table units need all rounds at the start, and this contest is drawn round by round. Use Scores or phones."
    )
    UNITS_BOARDS = Sentence(
        "Table {table_no} plays boards {boards} in round {round_no}. Table units need consecutive boards there."
    )
    UNITS_NO_MOVEMENT = Sentence(
        "There is no movement yet. Choose one in Field, then start the units."
    )
    UNITS_LETTER = Sentence(
        "Section {letter} can’t be used with table units. Their sections are A to Z, then AA, BB and so on."
    )

    # results

    UNIT_ENTRY_BROKEN = Sentence(
        "An entry of a table unit can’t be read ({what}). Enter that board in Scores."
    )
    UNIT_NO_TABLE = Sentence(
        "{where}: this session doesn’t play that board there. Enter it in Scores."
    )
    UNIT_OTHER_PAIRS = Sentence(
        "{where}: the unit has {given}, but {due} play there. Check with the table, then use Scores."
    )
    UNIT_OTHER_SEATS = Sentence(
        "{where}: the pairs sat in the other direction. Check with the table, then use Scores."
    )
    UNIT_ERASED = Sentence(
        "{where}: erased on the unit, but {text} stays here. Change it in Scores."
    )
    UNIT_PLAYER = Phrase("Player {number}")
    UNIT_NO_RECORD = Phrase("it isn’t a record")
    UNIT_NOT_PLAYED = Phrase("NP: entered so on the table unit")
    UNIT_PAIRS = Phrase("{ns} N-S against {ew} E-W")
    UNIT_REFUSED = Sentence("{where}: {reason}")
