"""Sentences about draws and decisions of matches that are refused."""

from director.errors import Sentence


class DrawSentences:
    """Sentences about draws and decisions of matches that are refused."""

    DRAWS_NOT_FOR_PLAYERS = Sentence(
        "Rounds can be drawn only for pairs and teams. Choose a movement in Field.",
    )
    DRAW_SYSTEM_UNKNOWN = Sentence("Choose a contest from the list.")
    DRAW_SIZE_IMPOSSIBLE = Sentence("{name} is for {sizes}, not for {size}. Type another number.")
    DRAW_RESULTS_IN = Sentence(
        "Results have been entered, so you can’t start again. Draw the next round, or start a new event.",
    )
    DRAWN_SINCE = Sentence(
        "Somebody else has drawn this round, so your draw was not saved. This is a new one.",
    )
    DRAW_ENDED = Sentence(
        "{stage} has started with those who go on, so no further round can be drawn here. Remove {stage} first.",
    )
    RESULTS_SINCE = Sentence(
        "Results have changed since this draw, so it was not saved. Save it again, or choose Redraw.",
    )
    WINNER_TURNED = Sentence(
        "In round {round_no}, {won} now wins, but round {next} was drawn with {drawn}."
    )
    DRAW_STALE = Sentence(
        "The results of round {round_no} have changed since round {drawn} was drawn."
    )
    DRAW_REVERSED = Sentence(
        "In round {round_no}, {won} now wins, but round {next} was drawn with {drawn}. Redraw round "
        "{next}, or correct the result.",
    )
    DRAW_REVERSED_BEGUN = Sentence(
        "In round {round_no}, {won} now wins, but round {next} was drawn with {drawn} and has "
        "begun. Correct the result, or choose the winner.",
    )
    DRAW_CORRECTED = Sentence(
        "The results of round {round_no} have changed since round {drawn} was drawn. Redraw it, or play on.",
    )
    DRAW_CORRECTED_BEGUN = Sentence(
        "The results of round {round_no} have changed since round {drawn} was drawn. It has begun, so play on.",
    )
    DRAW_PENALIZED = Sentence(
        "Round {drawn} was drawn before a penalty was given or withdrawn. Redraw it, or play on.",
    )
    DRAW_PENALIZED_BEGUN = Sentence(
        "Round {drawn} was drawn before a penalty was given or withdrawn. It has begun, so play on.",
    )
    MISMATCHES_SINCE = Sentence(
        "Results have changed since this page was shown, so nobody was compensated. Check the amounts, then press it again.",
    )
    MISMATCHES_NONE = Sentence(
        "Nobody gets or loses anything in round {round_no}. Tick who is at fault, or enter the matches first.",
    )
    DRAW_NO_SUCH_NUMBER = Sentence(
        "Match {match}: there is no {called} {text}. Type one of {numbers}."
    )
    DRAW_PLAYS_TWICE = Sentence("{called} {number} is in {places}. Everybody plays once per round.")
    DRAW_ALONE = Sentence(
        "Match {match}: {called} {number} has no opponent. Type one, or clear both boxes of the match.",
    )
    DRAW_ITSELF = Sentence(
        "Match {match}: {called} {number} can’t play itself. Type another number."
    )
    DRAW_NO_SUCH_BYE = Sentence(
        "Sits out: there is no {called} {text}. Type one of {numbers}, or leave it empty.",
    )
    DRAW_BYE_AND_PAIRED = Sentence(
        "{called} {number} sits out, but is in match {match}. Remove one."
    )
    DRAW_BYE_AND_AWAY = Sentence("{called} {number} isn’t playing, but is to sit out. Remove one.")
    DRAW_NO_SUCH_AFTER = Sentence(
        "Standings after round can’t be {text}. Type a number from 0 to {last}; 0 is before round 1.",
    )
    DRAW_LATE = Sentence("Late {called}s can’t be {text}. Type a number from 0 to {most}.")
    DRAW_LEFT_OUT = Sentence(
        "{called} {number} has no opponent. Give it one, type it under Sits out, or mark it as withdrawn.",
    )
    DRAW_AWAY_AND_PAIRED = Sentence(
        "{called} {number} isn’t playing, but is in {match}. Remove one.",
    )
    DRAW_NO_THREE = Sentence(
        "The three-way match can’t be {text}. Type three different teams of {numbers}, or leave it empty.",
    )
    DRAW_TRIANGLE_BOARDS = Sentence(
        "A three-way match is played in halves, so it needs at least two boards per match.",
    )
    DRAW_TRIANGLE_SCALE = Sentence(
        "A three-way match over one round needs the victory points “EBU”. Choose them in Results, More, "
        "Scoring, or let one of the three sit out.",
    )
    DRAW_TRIANGLE_GOES_ON = Sentence(
        "Teams {three} play each other over two rounds and have played one. Keep the three together, or mark one of "
        "them as withdrawn.",
    )
    DRAW_SEVERAL_BYES = Sentence("{numbers} would sit out, but only one can. Pair the others.")
    DRAW_NOBODY_LEFT = Sentence("At least two must play. Remove a withdrawal.")
    DRAW_REPEATED = Sentence(
        "{first} and {second} have met before, in round {round_no}. Allow repeat matches, or choose other opponents.",
    )
    DRAW_NOT_DECIDED = Sentence(
        "The match of {home} and {away} has no winner yet. Enter its results, or choose the winner below.",
    )
    DRAW_GROUP_NOT_DECIDED = Sentence(
        "The three-way match of {names} isn’t decided yet. Enter its results, or choose winners of its matches below.",
    )
    DRAW_ROUNDS_FEWER = Sentence(
        "{drawn} rounds have been drawn, so {rounds} is too few. Type {drawn} or more.",
    )
    DECIDE_NO_KNOCKOUT = Sentence("You can choose winners only in a knock-out.")
    DECIDE_NO_MATCH = Sentence(
        "Teams {home} and {away} don’t meet in round {round_no}. Choose another match.",
    )
    DECIDE_NOT_IN_MATCH = Sentence(
        "Team {winner} isn’t in the match of {home} and {away}. Choose one of the two.",
    )
    DECIDE_HOW = Sentence("Choose what decided the match: {ways}.")
    DECIDE_AGAINST = Sentence(
        "{leader} won the match by {margin}. To let {winner} go through, choose the reason and tick Against the score.",
    )
    DECIDE_DRAWN = Sentence(
        "Round {next} was drawn with {other}. Redraw it first, then choose the winner."
    )
    CLUBS_MEET = Sentence("Not all of one club can be kept apart in this round.")
    DATE_NO_ROUND = Sentence(
        "Round {round_no} can’t have a date of its own. Type a round from 2 to {last}, or add rounds first.",
    )
    DATE_NONE = Sentence("Round {round_no} has no date of its own yet. Choose a date.")
    DATE_GOES_BACK = Sentence(
        "{day} is before {before}, the date of the round before. Choose that date or a later one."
    )
    DATE_PASSES = Sentence(
        "{day} is after {later}, the date from round {round_no} on. Choose that date or an earlier one."
    )
    DRAW_OVER = Sentence("The final is over: {winner} has won.")
