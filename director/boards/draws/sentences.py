"""What is said of a draw that cannot be made, or cannot be used as it was typed."""

from director.errors import Sentence

DRAWS_NOT_FOR_PLAYERS = Sentence(
    "draws-not-for-players", "Rounds are drawn for pairs and teams; single players choose a movement at Field."
)
DRAW_SYSTEM_UNKNOWN = Sentence("draw-system-unknown", "There is no such contest. Choose one from the list.")
DRAW_SIZE_IMPOSSIBLE = Sentence("draw-size-impossible", "{name} is for {sizes}, not for {size}. Type another number.")
DRAW_RESULTS_IN = Sentence(
    "draw-results-in",
    "Results are in, so the contest cannot begin anew. Draw the next round instead, or start a new night.",
)
DRAWN_SINCE = Sentence(
    "drawn-since",
    "Another draw came in since this page was made, so nothing was stored. This is the draw by what is known now.",
)
RESULTS_SINCE = Sentence(
    "results-since",
    "Results came in since this page was made, so nothing was stored. Press again to use what stands here, or “Draw "
    "again” for the draw by what is known now.",
)
DRAW_REVERSED = Sentence(
    "draw-reversed",
    "By the results as they are now, {won} won in round {round_no}, but round {next} is drawn with {drawn}. Draw round "
    "{next} again, or correct the result.",
)
DRAW_REVERSED_BEGUN = Sentence(
    "draw-reversed-begun",
    "By the results as they are now, {won} won in round {round_no}, but round {next} is drawn with {drawn} and has "
    "begun. Correct the result, or say who goes on and why.",
)
DRAW_CORRECTED = Sentence(
    "draw-corrected",
    "Round {drawn} was drawn before the result of round {round_no} was corrected. Draw it again, or play on.",
)
DRAW_CORRECTED_BEGUN = Sentence(
    "draw-corrected-begun",
    "Round {drawn} was drawn before the result of round {round_no} was corrected. It has begun, so play on.",
)
DRAW_PENALIZED = Sentence(
    "draw-penalized", "Round {drawn} was drawn before a penalty was given or withdrawn. Draw it again, or play on."
)
DRAW_PENALIZED_BEGUN = Sentence(
    "draw-penalized-begun",
    "Round {drawn} was drawn before a penalty was given or withdrawn. It has begun, so play on.",
)
DRAW_NO_SUCH_NUMBER = Sentence(
    "draw-no-such-number", "Match {match}: there is no {called} {text}. Type one of {numbers}."
)
DRAW_PLAYS_TWICE = Sentence(
    "draw-plays-twice", "{called} {number} stands in {places}. Everybody plays once in a round."
)
DRAW_ALONE = Sentence(
    "draw-alone", "Match {match}: {called} {number} has no opponent. Type one, or empty both boxes of the match."
)
DRAW_ITSELF = Sentence("draw-itself", "Match {match}: {called} {number} cannot meet itself. Type somebody else.")
DRAW_NO_SUCH_BYE = Sentence(
    "draw-no-such-bye", "Bye: there is no {called} {text}. Type one of {numbers}, or leave it empty."
)
DRAW_BYE_AND_PAIRED = Sentence(
    "draw-bye-and-paired", "{called} {number} has the bye, but stands in match {match}. Take it out of one of the two."
)
DRAW_BYE_AND_AWAY = Sentence(
    "draw-bye-and-away", "{called} {number} does not play, but has the bye. Take it out of one of the two."
)
DRAW_NO_SUCH_AFTER = Sentence(
    "draw-no-such-after", "Standings after round {text}: type one of 0 to {last}; 0 is before the first round."
)
DRAW_LATE = Sentence("draw-late", "More {called}s that have come: {text} cannot be. Type a number from 0 to {most}.")
DRAW_LEFT_OUT = Sentence(
    "draw-left-out",
    "{called} {number} has no opponent. Pair it with somebody, give it the bye, or tick that it does not play.",
)
DRAW_AWAY_AND_PAIRED = Sentence(
    "draw-away-and-paired",
    "{called} {number} does not play, but stands in {match}. Take it out of one of the two.",
)
DRAW_NO_THREE = Sentence(
    "draw-no-three",
    "Three who play each other: {text} cannot be. Type three different teams of {numbers}, or leave the box empty.",
)
DRAW_TRIANGLE_BOARDS = Sentence(
    "draw-triangle-boards", "Three play each other with half the boards each, so a match needs two boards or more."
)
DRAW_TRIANGLE_SCALE = Sentence(
    "draw-triangle-scale",
    "Three who play each other play half matches, which have victory points by the discrete scale only. Choose it, or "
    "no victory points, at Results, or let one sit out.",
)
DRAW_TRIANGLE_GOES_ON = Sentence(
    "draw-triangle-goes-on",
    "Teams {three} play each other over two rounds and have played one. Leave the three together, or tick that one of "
    "them does not play.",
)
DRAW_SEVERAL_BYES = Sentence("draw-several-byes", "{numbers} would have a bye. One at most can; pair the others.")
DRAW_NOBODY_LEFT = Sentence("draw-nobody-left", "Fewer than two play, so there is nobody to pair.")
DRAW_REPEATED = Sentence(
    "draw-repeated",
    "{first} and {second} have met before, in round {round_no}. Tick that they may meet again, or pair them otherwise.",
)
DRAW_NOT_DECIDED = Sentence(
    "draw-not-decided",
    "The match of {home} and {away} has no winner yet. Enter its results, or say below who goes on.",
)
DRAW_ROUNDS_FEWER = Sentence(
    "draw-rounds-fewer", "{drawn} rounds are drawn already, so {rounds} cannot be all. Type {drawn} or more."
)
DRAW_FIRST = Sentence("draw-first", "Round {round_no} is not drawn yet. A director draws it, then it can start.")
DRAW_CHANGES = Sentence(
    "draw-changes", "Rounds are drawn one after the other here: who does not play is said at Play, Draw a round."
)
DECIDE_NO_KNOCKOUT = Sentence(
    "decide-no-knockout", "Only a knock-out has matches that are decided so, and none is played here."
)
DECIDE_NO_MATCH = Sentence(
    "decide-no-match", "Teams {home} and {away} do not meet in round {round_no}. Choose a match that is drawn."
)
DECIDE_NOT_IN_MATCH = Sentence(
    "decide-not-in-match", "Team {winner} does not play in the match of {home} and {away}. Choose one of the two."
)
DECIDE_HOW = Sentence("decide-how", "Say what decided the match: {ways}.")
DECIDE_DRAWN = Sentence(
    "decide-drawn", "Round {next} is drawn with {other} already. Draw it anew first, then say who goes on."
)
DRAW_OVER = Sentence("draw-over", "The final is played: {winner} has won, and there is no further round.")
