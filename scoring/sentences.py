"""What is said where scoring refuses something: each sentence with the code by which it is known."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said for one reason: a *code* that stays, and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence about *params*.

        >>> BOARD_NUMBER.says(board_no=0)
        'There is no board 0; boards are numbered from 1.'
        """
        return self.template.format(**params)


NO_SECOND_ROUTE = Sentence(
    "no-second-route", "{method} has no second route, so its figures cannot be checked; join one to it in the registry."
)

# the command line
COMMAND_ARGUMENTS = Sentence("command-arguments", "{what}; see python -m scoring --help.")
COMMAND_SIDE_MISSING = Sentence("command-side-missing", "--board needs --side; say NS or EW, where the contestant sat.")
COMMAND_CONTESTANT = Sentence(
    "command-contestant", '--contestant "{contestant}" is no number; pairs and teams are known by numbers.'
)
COMMAND_OPTION = Sentence("command-option", '--option "{option}" needs a value; write NAME=VALUE.')
COMMAND_FILE = Sentence("command-file", "{file} cannot be read: {reason}.")
COMMAND_JSON = Sentence("command-json", "{file} is not JSON: {reason}.")
COMMAND_PLAYERS = Sentence(
    "command-players", "Figures of single players have no explanation; rank and check give them."
)

# deals at parties and rubbers
AUCTION_HONOURS = Sentence("auction-honours", '"{text}": {honours} for honours cannot be; the most is 100.')
AUCTION_ROUND_LENGTH = Sentence(
    "auction-round-length", "A round has four deals, not {deals}; score the next round by itself."
)
AUCTION_HONOURS_HELD = Sentence(
    "auction-honours-held", '"{held}" are no honours in {denomination}; write one of {known}.'
)
BID_DEAL_NOT_A_CONTRACT = Sentence(
    "bid-deal-not-a-contract",
    '"{text}" gives no contract; type contract, declarer and result, as 4SS= or 3NTW-1, or PASS.',
)
BID_DEAL_PASS_HONOURS = Sentence(
    "bid-deal-pass-honours", '"{text}": there are no honours where nobody bid; leave them out.'
)
RUBBER_OVER = Sentence("rubber-over", '"{deal}": the rubber was over before this deal; start the next rubber with it.')
CINCH_BID = Sentence("cinch-bid", '"{text}": a bid of {bid} cannot be; bid 1 to 14.')
CRIBBAGE_BLANK = Sentence(
    "cribbage-blank",
    "Neither {player} nor {other} has this game on the card; ask for it before the cards are compared.",
)
EUCHRE_LONE_HAND = Sentence(
    "euchre-lone-hand", '"{text}": lone hands are not played here; leave ALONE out, or choose lone_hands=yes.'
)
NO_SUCH_GAME = Sentence("no-such-game", 'Deals of "{key}" cannot be scored; choose one of {known}.')
FIVE_HUNDRED_BID = Sentence(
    "five-hundred-bid", '"{text}": there is no bid {bid}; bid 6 to 10 in S, C, D, H or NT, or NULLO.'
)
FIVE_HUNDRED_NULLO = Sentence("five-hundred-nullo", '"{text}": nullo is not played here; choose nullo=yes if it is.')
DEAL = Sentence("deal", '"{text}" is no deal of {game}; {form}')
DEAL_RANGE = Sentence("deal-range", '"{text}": {count} {what} cannot be; a deal of {game} has {most}.')
DEAL_NONE = Sentence("deal-none", "No deal was given; {form}")
RUBBER_HONOURS = Sentence(
    "rubber-honours",
    '"{text}": {honours} for honours cannot be; four trump honours in one hand are 100, five of them or four aces '
    "at no-trumps 150.",
)
SKAT_CARD = Sentence("skat-card", "{player}: {what} cannot be {given}; give {wanted}.")
SKAT_TWICE = Sentence("skat-twice", "{player} has two sheets; hand in one for each player of the session.")
SKAT_PRIZES = Sentence("skat-prizes", "A tournament has at least seven prizes, not {prizes}; give 7 or more.")
SKAT_PLAYERS = Sentence("skat-players", "{players} of the players has a score; settling needs at least two.")
SKAT_GAMES = Sentence(
    "skat-games",
    "{won} games won, {lost} lost and {passed} passed in make {total}; a table of {players} plays {games} in a series.",
)
SKAT_SUM = Sentence(
    "skat-sum", "The results of the table add up to {total}, and the list says {said}: {apart} apart.{hint}"
)
SKAT_NOBODY = Sentence("skat-nobody", "{player} has {points} points and no game won or lost; look at the line again.")
WHIST_HONOURS = Sentence(
    "whist-honours", '"{text}": {honours} for honours cannot be; three honours score 2 and four score 4.'
)
WHIST_HONOURS_NOT_COUNTED = Sentence(
    "whist-honours-not-counted", '"{text}": honours do not count in this game; leave them out, or choose honours=yes.'
)
WHIST_LOSER_POINTS = Sentence(
    "whist-loser-points", "The losers of a game of {game} cannot have {points} points; give 0 to {most}."
)

# what was asked for
UNKNOWN_METHOD = Sentence("unknown-method", 'There is no scoring method "{key}"; choose one of {known}.')
UNKNOWN_PRESET = Sentence("unknown-preset", 'There is no preset "{key}"; choose one of {known}.')
UNKNOWN_OPTION = Sentence("unknown-option", 'Scoring by {method} has no option "{name}"; it has {known}.')
UNKNOWN_CHOICE = Sentence(
    "unknown-choice", 'Scoring by {method}: "{value}" is no choice for {name}; choose one of {known}.'
)
OTHER_GAME = Sentence("other-game", "{name} is made for the scores of {games}, not for {game}; choose {known}.")

# a field
FIELD = Sentence("field", "{heading}{sentences}")
BOARD_NUMBER = Sentence("board-number", "There is no board {board_no}; boards are numbered from 1.")
SIDE = Sentence("side", '"{side}" is no seat; write N, E, S or W, or NS or EW for a side.')
TRICKS = Sentence("tricks", "{tricks} tricks cannot be; a deal has 13, so give 0 to 13.")
FIELD_WINNERS = Sentence("field-winners", "A field has 1 or 2 winners, not {winners}.")
FIELD_BOARD_TWICE = Sentence("field-board-twice", "Board {board_no} is listed twice; put its lines together.")
FIELD_TWICE_ON_BOARD = Sentence("field-twice-on-board", "Board {board_no}: {contestant} has two lines; keep one.")
FIELD_OWN_OPPONENT = Sentence(
    "field-own-opponent", "Board {board_no}: {contestant} plays against itself; correct one of the two numbers."
)
FIELD_TWO_RESULTS = Sentence(
    "field-two-results", "Board {board_no}: N-S {ns} against E-W {ew} has a score and an artificial score; keep one."
)
FIELD_SECTION_MISSING = Sentence(
    "field-section-missing", "{where} names no section, and other lines do; name it there too."
)
FIELD_TWO_SECTIONS = Sentence(
    "field-two-sections",
    "{contestant} plays in section {first} and on board {board_no} in section {other}; correct one of them, or "
    "number the contestants of the sections apart.",
)
AVERAGE_ARTIFICIAL = Sentence(
    "average-artificial",
    "Board {board_no}: {artificial} has no meaning where scores are compared with their average; "
    "give A50, the average, or no result.",
)

# a file
FILE_IMPOSSIBLE_SCORE = Sentence(
    "file-impossible-score",
    "no contract gives N-S {score} with {vulnerable} vulnerable, but N-S {ns} against E-W {ew} has it; {nearest}. "
    'Correct the score, or say "game": "auction" in the file if points of auction were scored.',
)
FILE_PASSED_OUT = Sentence(
    "file-passed-out",
    "{parts} beside PASS; a board passed out has neither declarer nor tricks. "
    "Take {them} out, or give the contract of N-S {ns} against E-W {ew}.",
)
FILE_HONOURS = Sentence("file-honours", "{honours} for honours cannot be; the most that a side can hold is {most}.")
FILE_FAULT = Sentence("file-fault", "{where}: {reason}")
FILE_MIXED_UNITS = Sentence(
    "file-mixed-units", "tricks_ns stands beside scores of other lines; a file holds one or the other."
)
FILE_CONTEST = Sentence(
    "file-contest", 'a file for the contest "{contest}" cannot be ranked; only pairs and teams can.'
)
FILE_PART = Sentence("file-part", "{name} must be {wanted}, not {value}.")
FILE_MISSING_PART = Sentence("file-missing-part", "{name} is missing; it must be {wanted}.")
FILE_UNKNOWN_PART = Sentence("file-unknown-part", 'there is no part "{name}"{beside}; {kind} holds {known}.')
FILE_LINE_FORM = Sentence(
    "file-line-form",
    "give one result, as score, tricks_ns, contract (with declarer and tricks), artificial or assigned, "
    "or the state not-played or to-be-played; {given}.",
)
FILE_LISTS = Sentence(
    "file-lists", "lists say who is ranked N-S and who E-W; leave them out where all are ranked in one list."
)
PARTY_UNKNOWN_PLAYER = Sentence(
    "party-unknown-player",
    'there is no player "{player}" in the list of players; correct the player, or add one to the list.',
)
PARTY_PLAYER_TWICE = Sentence("party-player-twice", 'player "{player}" is listed twice; keep one.')
PARTY_DECISION_FORM = Sentence("party-decision-form", 'a decision by "{how}" cannot be read; how is one of {known}.')
PARTY_DECISION_STALE = Sentence(
    "party-decision-stale",
    "the decision among {players} settles no tie for a prize; name the tied players, or take it away.",
)
PARTY_DRAWN_TWICE = Sentence(
    "party-drawn-twice",
    "drawn_number and drawn_seed stand beside each other; keep the one by which the number was drawn.",
)
INDIVIDUAL_PART = Sentence("individual-part", "{name} is not counted for single players; leave it out.")
INDIVIDUAL_SEAT_TWICE = Sentence(
    "individual-seat-twice", "player {player} has two seats at the table; give one to somebody else."
)

# the cards of a board
DEAL_UNREADABLE = Sentence(
    "deal-unreadable", '"{text}" is no deal; give four hands, suits from spades to clubs, as "N:AKQ.T98.765.432 …".'
)
DEAL_HAND_SIZE = Sentence("deal-hand-size", "{seat} has {count} cards; every hand has 13, so correct it in the file.")
DEAL_CARD_TWICE = Sentence(
    "deal-card-twice", "{seat} has the {card}, and {other} has it too; correct one of them in the file."
)
DEAL_HELD_TWICE = Sentence("deal-held-twice", "{seat} has the {card} twice; correct it in the file.")
DEAL_HAND_UNKNOWN = Sentence(
    "deal-hand-unknown", "{count} of the four hands are not given; a deal needs three at least."
)
DEAL_MAKEABLE = Sentence(
    "deal-makeable",
    '"{text}" are no makeable tricks; give 20 figures from 0 to d, of N, S, E and W by NT, S, H, D and C.',
)
DEAL_NUMBER = Sentence("deal-number", "There is no deal {number}; the numbers go from 0 to {most}.")

# laws
IRREGULAR_NO_SCORES = Sentence(
    "irregular-no-scores", "Board {board_no}: no other table has a score to take the {wanted} of; wait until one has."
)
IRREGULAR_TABLE = Sentence(
    "irregular-table", "Board {board_no}: there is no line of N-S {ns}; name a pair that sat N-S on it."
)
REVOKE_COUNT = Sentence(
    "revoke-count", "{revokes} revokes cannot be settled; give the number of times the side revoked, 1 or more."
)
REVOKE_OTHER_TABLES = Sentence(
    "revoke-other-tables",
    "No other table has a score on the deal; settle the revoke when one has, its average is the limit.",
)
REVOKE_WON_BEFORE = Sentence(
    "revoke-won-before",
    "{won_before} tricks before the first revoke cannot be; the offenders won {offenders} on the deal.",
)
REVOKE_LINE = Sentence(
    "revoke-line",
    "Board {board_no}: there is no score of N-S {ns} to settle a revoke on; enter the result as made first.",
)

# methods
SLIP_COLUMNS = Sentence(
    "slip-columns",
    "The slip has {ns} scores N-S and {ew} E-W; give one of each for every table, and at least one table.",
)
SLIP_TEST = Sentence(
    "slip-test",
    "The gains make {total}, but {tables} tables times the highest gain of {side}, {highest}, make {wanted}; "
    "look for a wrong score on the slip.",
)
EXCESS_DECLARER = Sentence(
    "excess-declarer",
    "Board {board_no}: N-S {ns} against E-W {ew} made {won}, and the limit is 350 or 500; "
    "say who was declarer, with the points for honours if there were any.",
)
EXCESS_BALANCE = Sentence(
    "excess-balance",
    "PLUS {plus} and EXCESS {excess} make {total}, but MINUS is {minus}; "
    "look for an entry that one side made and the other did not.",
)
INDIVIDUAL_TRICKS = Sentence(
    "individual-tricks",
    "Round {round_no}: table {table_no} made {tricks} tricks in all and table 1 made {first}; tables of a round "
    "play the same deals, 13 tricks each, so correct one of them.",
)
FOUR_PAIRS = Sentence(
    "four-pairs",
    "A four-pair match is played by four pairs, and here are {pairs}; choose another method, such as match.",
)
SWISS_ONE_LIST = Sentence(
    "swiss-one-list", "Swiss pairs are ranked in one list, and this contest has {winners} winners; say 1."
)
VICTORY_POINTS_BOARDS = Sentence(
    "victory-points-boards",
    "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another scale, or another number "
    "of boards.",
)
VICTORY_POINTS_HALF_MATCH = Sentence(
    "victory-points-half-match",
    "Half matches have victory points by the discrete scale only, not by {scale}; choose discrete.",
)
INDIVIDUAL_METHOD = Sentence(
    "individual-method",
    "{name} does not rank players one by one; choose another method, such as matchpoints or cross-imps.",
)
