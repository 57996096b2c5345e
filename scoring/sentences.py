"""Sentences about scoring, each with its code."""


class Sentence:
    """The sentence for one reason: a *template* with named parameters.

    Its *code* never changes. By default it follows from
    the sentence's name in its class.
    """

    __slots__ = ("code", "template")

    def __init__(self, template: str, *, code: str = "") -> None:
        self.template = template
        self.code = code

    def __set_name__(self, owner: type, name: str) -> None:
        self.code = self.code or name.lower().replace("_", "-")

    def format(self, **params: object) -> str:
        """Return the sentence with *params*.

        >>> ScoringSentences.BOARD_NUMBER.format(board_no=0)
        'There is no board 0. Board numbers start at 1.'
        """
        return self.template.format(**params)


class ScoringSentences:
    """Sentences about scoring, each with its code."""

    NO_SECOND_ROUTE = Sentence(
        "{method} has no second calculation, so its figures can't be checked. Add one to the registry.",
    )

    # the command line
    COMMAND_ARGUMENTS = Sentence("{what}; see python -m scoring --help.")
    COMMAND_SIDE_MISSING = Sentence("--board needs --side. Use NS or EW, where the contestant sat.")
    COMMAND_CONTESTANT = Sentence(
        '--contestant "{contestant}" isn\'t a number. Enter the number of a pair or team.',
    )
    COMMAND_OPTION = Sentence('--option "{option}" needs a value. Use NAME=VALUE.')
    COMMAND_FILE = Sentence("{file} can't be read: {reason}.")
    COMMAND_JSON = Sentence("{file} isn't JSON: {reason}.")
    COMMAND_PLAYERS = Sentence("Individual figures can't be explained. Use rank or check.")

    # deals at parties and rubbers
    AUCTION_HONOURS = Sentence('"{text}": honours can\'t be {honours}. The most is 100.')
    AUCTION_NULLOS = Sentence('"{text}": nullos aren\'t allowed. Choose nullos=yes to allow them.')
    AUCTION_NULLO_HONOURS = Sentence('"{text}": nullos have no honours. Leave the honours out.')
    AUCTION_ROUND_LENGTH = Sentence(
        "A round has four deals, not {deals}. Score the next round separately."
    )
    AUCTION_HONOURS_HELD = Sentence(
        '"{held}" aren\'t honours in {denomination}. Use one of {known}.'
    )
    BID_DEAL_NOT_A_CONTRACT = Sentence(
        '"{text}" has no contract. Type contract, declarer and result, such as 4SS= or 3NTW-1, or PASS.',
    )
    BID_DEAL_PASS_HONOURS = Sentence('"{text}": a passed-out deal has no honours. Remove them.')
    RUBBER_OVER = Sentence(
        '"{deal}": the rubber was over before this deal. Start a new rubber with it.'
    )
    CINCH_BID = Sentence('"{text}": bids go from 1 to 14, not {bid}.')
    CRIBBAGE_BLANK = Sentence(
        "Neither {player} nor {other} has this game on the card. Ask them before comparing cards.",
    )
    EUCHRE_LONE_HAND = Sentence(
        '"{text}": lone hands aren\'t allowed. Remove ALONE, or choose lone_hands=yes.',
    )
    NO_SUCH_GAME = Sentence('Unknown game "{key}". Choose one of {known}.')
    FIVE_HUNDRED_BID = Sentence(
        '"{text}": unknown bid {bid}. Bid 6 to 10 in S, C, D, H or NT, or NULLO.'
    )
    FIVE_HUNDRED_NULLO = Sentence('"{text}": nullo isn\'t allowed. Choose nullo=yes to allow it.')
    DEAL = Sentence('"{text}" isn\'t a deal of {game}; {form}')
    DEAL_RANGE = Sentence('"{text}": {count} {what} is too many. A deal of {game} has {most}.')
    DEAL_NONE = Sentence("The deal is missing; {form}")
    RUBBER_HONOURS = Sentence(
        '"{text}": honours can\'t be {honours}. Four trump honours in one hand score 100. Five, or four aces at '
        "no-trumps, score 150.",
    )
    SKAT_CARD = Sentence("{player}: {what} can't be {given}. Enter {wanted}.")
    SKAT_TWICE = Sentence("{player} has two sheets. Enter one per player.")
    SKAT_PRIZES = Sentence("A tournament has at least seven prizes, not {prizes}. Enter 7 or more.")
    SKAT_PLAYERS = Sentence("{players} of the players has a score. Settling needs at least two.")
    SKAT_GAMES = Sentence(
        "{won} games won, {lost} lost and {passed} passed in make {total}. A table of {players} plays {games} per series.",
    )
    SKAT_SUM = Sentence(
        "The results of the table add up to {total}, but the list says {said}: {apart} apart.{hint}",
    )
    SKAT_NOBODY = Sentence("{player} has {points} points but no game won or lost. Check the line.")
    TRUMP_UNREADABLE = Sentence(
        "“{text}” isn’t a trump. Type the card turned up, such as KC, a suit, such as C, or NT.",
    )
    TRUMP_AND_NO_TRUMPS = Sentence(
        "“{text}” names a trump for a board at no trumps. Type the card, such as KC, or NT.",
    )
    WHIST_HONOURS = Sentence(
        '"{text}": honours can\'t be {honours}. Three score 2 and four score 4.'
    )
    WHIST_HONOURS_NOT_COUNTED = Sentence(
        '"{text}": honours don\'t count in this game. Remove them, or choose honours=yes.',
    )
    WHIST_LOSER_POINTS = Sentence(
        "The losers of a game of {game} can't have {points} points. Enter 0 to {most}.",
    )

    # what was asked for
    UNKNOWN_METHOD = Sentence('Unknown scoring method "{key}". Choose one of {known}.')
    UNKNOWN_PRESET = Sentence('Unknown preset "{key}". Choose one of {known}.')
    UNKNOWN_OPTION = Sentence('Unknown option "{name}" for {method}. Choose from {known}.')
    UNKNOWN_CHOICE = Sentence(
        'Option {name} of {method} can\'t be "{value}". Choose one of {known}.'
    )
    OTHER_GAME = Sentence("{name} scores {games}, not {game}. Choose {known}.")

    # a field
    FIELD = Sentence("{heading}{sentences}")
    BOARD_NUMBER = Sentence("There is no board {board_no}. Board numbers start at 1.")
    SIDE = Sentence('"{side}" isn\'t a seat. Use N, E, S or W, or NS or EW for a side.')
    TRICKS = Sentence("{tricks} tricks isn't possible. Enter 0 to 13.")
    FIELD_WINNERS = Sentence("A field has 1 or 2 winners, not {winners}.")
    FIELD_BOARD_TWICE = Sentence("Board {board_no} is listed twice. List its results once.")
    FIELD_TWICE_ON_BOARD = Sentence("Board {board_no}: {contestant} has two results. Delete one.")
    FIELD_OWN_OPPONENT = Sentence(
        "Board {board_no}: {contestant} plays against itself. Correct one of the numbers.",
    )
    FIELD_TWO_RESULTS = Sentence(
        "Board {board_no}: {ns} N-S against {ew} E-W has a score and an artificial score. Delete one.",
    )
    FIELD_SECTION_MISSING = Sentence("{where} has no section, but other results do. Add it.")
    FIELD_TWO_SECTIONS = Sentence(
        "{contestant} plays in section {first} and on board {board_no} in section {other}. Correct one, or use different "
        "numbers in each section.",
    )
    AVERAGE_ARTIFICIAL = Sentence(
        "Board {board_no}: {artificial} doesn't work when scores are compared with their average. Enter A50 or no result.",
    )

    # a file
    FILE_IMPOSSIBLE_SCORE = Sentence(
        "N-S {ns} against E-W {ew}: no contract scores N-S {score} with {vulnerable} vulnerable; {nearest}. Correct it, "
        'or set "game": "auction" in the file for auction scores.',
    )
    FILE_PASSED_OUT = Sentence(
        "{parts} with PASS, but a passed-out board has no declarer or tricks. Remove {them}, or enter the contract of "
        "N-S {ns} against E-W {ew}.",
    )
    FILE_HONOURS = Sentence("honours can't be {honours}; the most for one side is {most}.")
    FILE_FAULT = Sentence("{where}: {reason}")
    FILE_MIXED_UNITS = Sentence("the file has both tricks_ns and scores; use one of them.")
    FILE_TRICKS_GAME = Sentence(
        'tricks_ns is for whist, but the file says "game": "{game}". Correct one of them.',
    )
    FILE_CONTRACT_AT_WHIST = Sentence(
        'a contract is for bridge, but the file says "game": "whist". Use tricks_ns instead.',
    )
    FILE_OTHER_UNIT = Sentence(
        "The file's scores are {unit}, not {other}. Leave out --option unit={other}{instead}.",
    )
    FILE_CONTEST = Sentence('the contest "{contest}" can\'t be ranked; only pairs and teams can.')
    FILE_PART = Sentence("{name} must be {wanted}, not {value}.")
    FILE_MISSING_PART = Sentence("{name} is missing; it must be {wanted}.")
    FILE_UNKNOWN_PART = Sentence('unknown part "{name}"{beside}; use {known} in {kind}.')
    FILE_LINE_FORM = Sentence(
        "enter one result: score, tricks_ns, contract (with declarer and tricks), artificial or assigned, or the state "
        "not-played or to-be-played; {given}.",
    )
    FILE_LISTS = Sentence(
        "lists are for separate N-S and E-W rankings; remove them for one ranking."
    )
    PARTY_UNKNOWN_PLAYER = Sentence(
        'player "{player}" isn\'t in the list of players; correct it or add it to the list.',
    )
    PARTY_PLAYER_TWICE = Sentence('player "{player}" is listed twice; delete one.')
    PARTY_DECISION_FORM = Sentence('unknown decision "{how}"; use one of {known}.')
    PARTY_DECISION_STALE = Sentence(
        "the decision among {players} doesn't break a tie for a prize; name the tied players, or remove it.",
    )
    PARTY_DRAWN_TWICE = Sentence(
        "the file has both drawn_number and drawn_seed; keep the one used for the draw.",
    )
    INDIVIDUAL_PART = Sentence("{name} isn't used for individuals; remove it.")
    INDIVIDUAL_SEAT_TWICE = Sentence(
        "player {player} has two seats at the table; give one to another player.",
    )

    # the cards of a board
    DEAL_UNREADABLE = Sentence(
        '"{text}" isn\'t a deal. Enter four hands, spades to clubs, such as "N:AKQ.T98.765.432 …".',
    )
    DEAL_HAND_SIZE = Sentence("{seat} has {count} cards instead of 13. Correct the file.")
    DEAL_CARD_TWICE = Sentence("{seat} and {other} both have the {card}. Correct the file.")
    DEAL_HELD_TWICE = Sentence("{seat} has the {card} twice. Correct the file.")
    DEAL_HAND_UNKNOWN = Sentence(
        "{count} of the four hands are missing. A deal needs at least three."
    )
    DEAL_MAKEABLE = Sentence(
        '"{text}" isn\'t a list of makeable tricks. Enter 20 figures from 0 to d: N, S, E and W by NT, S, H, D and C.',
    )
    DEAL_NUMBER = Sentence("There is no deal {number}. Numbers go from 0 to {most}.")

    # laws
    IRREGULAR_NO_SCORES = Sentence(
        "Board {board_no}: no other table has a score, so there is no {wanted} yet. Wait for another result.",
    )
    IRREGULAR_TABLE = Sentence(
        "Board {board_no}: {ns} N-S didn't play it. Enter a pair that sat N-S."
    )
    REVOKE_COUNT = Sentence("{revokes} revokes isn't possible. Enter 1 or more.")
    REVOKE_OTHER_TABLES = Sentence(
        "No other table has a score yet. Settle the revoke later: the average is the limit.",
    )
    REVOKE_WON_BEFORE = Sentence(
        "{won_before} tricks before the first revoke is too many. The offenders won {offenders} on the deal.",
    )
    REVOKE_LINE = Sentence(
        "Board {board_no}: {ns} N-S has no score. Enter the result as made before settling the revoke.",
    )

    # methods
    SLIP_COLUMNS = Sentence(
        "The slip has {ns} N-S and {ew} E-W scores. Enter one of each per table.",
    )
    SLIP_TEST = Sentence(
        "The gains add up to {total}, but {tables} tables times the highest gain of {side}, {highest}, make {wanted}. "
        "Check the slip.",
    )
    EXCESS_DECLARER = Sentence(
        "Board {board_no}: {ns} N-S against {ew} E-W made {won}, but the limit is {limits}. Enter the contract, or at "
        "auction the declarer and any honours with the score.",
    )
    EXCESS_BALANCE = Sentence(
        "PLUS {plus} and EXCESS {excess} make {total}, but MINUS is {minus}. Look for an entry made by one side only.",
    )
    INDIVIDUAL_TRICKS = Sentence(
        "Round {round_no}: table {table_no} made {tricks} tricks in all, but table 1 made {first}. All tables play the "
        "same deals, so correct one.",
    )
    FOUR_PAIRS = Sentence(
        "A four-pair match needs four pairs, but there are {pairs}. Choose another method, such as match.",
    )
    SWISS_ONE_LIST = Sentence(
        "Swiss pairs has one ranking, but this contest has {winners} winners. Use 1."
    )
    VICTORY_POINTS_BOARDS = Sentence(
        "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another scale, or another number "
        "of boards.",
    )
    OWN_SCALE = Sentence(
        "“{text}” isn’t a step of a scale. Type the least margin and what both sides get, such as 0:15-15 for a draw, "
        "then 3:16-14 and so on.",
    )
    OWN_SCALE_DRAW = Sentence(
        "The scale begins with {step}. Begin with a draw, at which both get the same, such as 0:15-15.",
    )
    OWN_SCALE_FALLS = Sentence(
        "The scale goes from {before} to {step}. Let the margins rise, and never give the winner less or the loser more "
        "for a larger one.",
    )
    VICTORY_POINTS_HALF_MATCH = Sentence(
        "Half matches need the scale {known}, not {scale}. Choose {known}.",
    )
    INDIVIDUAL_METHOD = Sentence(
        "{name} doesn't rank individuals. Choose another method, such as matchpoints or cross-imps.",
    )


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
