"""What is said of a USEBIO file that is read."""

from director.errors import Sentence


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
