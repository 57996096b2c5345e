"""What is said of the games of a party, its prizes and its season."""

from scoring.sentences import Sentence

# the games
PARTY_GAME_TWICE = Sentence(
    "party-game-twice",
    "Round {round_no}: {player} has a game at table {one} and one at table {other}; keep one of the two.",
)
PARTY_GROUP_CHANGE = Sentence(
    "party-group-change",
    'Round {round_no}: {player} competes in group "{other}", before that in "{one}"; give one group, '
    "whatever the seat, in every round.",
)
PARTY_PLAYER_MISSING = Sentence("party-player-missing", "{where}: a game has no player; name the player.")
PARTY_NUMBER = Sentence("party-number", "{where}, {player}: {what} cannot be {given}; give {wanted}.")
PARTY_SHARE = Sentence("party-share", "{where}, {player}: {given} of a game cannot be won; give 1, 1/2 or 0.")
PARTY_LONE_HAND = Sentence(
    "party-lone-hand", "{where}, {player}: lone hands are not played {place}; take the {count} away."
)
PARTY_PARTNERS_DIFFER = Sentence(
    "party-partners-differ",
    "{where}: {one} and {other} played on one side and have different {what}; give both the same.",
)
PARTY_NOBODY_LOST = Sentence(
    "party-nobody-lost", "{where}: {players} won and nobody lost; say who played against them."
)
PARTY_NOBODY_AGAINST = Sentence(
    "party-nobody-against", "{where}: {players} played against nobody; leave out a round that is sat out."
)
PARTY_BOTH_WON = Sentence("party-both-won", "{where}: both sides won; say which one lost, or give both half a game.")
PARTY_NOBODY_WON = Sentence(
    "party-nobody-won", "{where}: nobody won; say which side did, or settle the tie by one of the tie rules."
)
PARTY_ONE_HALF = Sentence(
    "party-one-half",
    "{where}: {players} alone have half a game; a tied game is halved by both sides, so give the others half too.",
)
PARTY_POINTS_MISSING = Sentence(
    "party-points-missing", "{where}: {players} have no {unit} written down; {method} needs them of {whose}."
)
PARTY_POINTS_DISAGREE = Sentence(
    "party-points-disagree",
    "{where}: {one} have {own} points, which their adversaries {other} write down as {against}; let the two agree.",
)
PARTY_TRICKS = Sentence("party-tricks", "{where}: {given} tricks make {total}; a deal has 13.")
PARTY_WINNER_FEWER = Sentence(
    "party-winner-fewer", "{where}: {players} won with {own} points against {other}; correct the winner or the points."
)
PARTY_NOBODY_COUNTS = Sentence(
    "party-nobody-counts", "{where}: no game counts there; at a short table that of the player with most points does."
)
PARTY_PRESENCE_TWICE = Sentence(
    "party-presence-twice", "{player}: it is told twice when this player came and left; keep one."
)
PARTY_LEFT_BEFORE = Sentence(
    "party-left-before", "{player} came in round {joined} and left before round {left}; correct one of the two."
)
PARTY_SAT_OUT_GAME = Sentence(
    "party-sat-out-game", "Round {round_no}: {player} has a game and sits out; keep one of the two."
)
PARTY_ABSENT_GAME = Sentence(
    "party-absent-game",
    "Round {round_no}: {player} {presence}, so no round is theirs then; correct when this player was there.",
)

# counting, prizes and ties
PARTY_NO_GAME = Sentence(
    "party-no-game", "{player} has no game at this party, so there is nothing to explain; name somebody who played."
)
PARTY_DECISION_TIED = Sentence(
    "party-decision-tied", "{players} are tied again at {figure}; let them {again} once more and give the new figures."
)
PARTY_SLIPS = Sentence(
    "party-slips", "The slips drawn are {given}; for {count} players they are numbered 1 to {count}, one for each."
)
PARTY_LOT_TWICE = Sentence("party-lot-twice", "{player} is twice in the lot; name each tied player once.")
PARTY_DECISION_EMPTY = Sentence("party-decision-empty", "A {how} needs at least two tied players; {given} was given.")
PRIZES_FIRST_SLIP = Sentence(
    "prizes-first-slip", "The slips cannot start at {first}; start at 1401, 1402, 1403 or 1404."
)
PARTY_METHOD = Sentence("party-method", 'There is no way to count at a party called "{key}"; choose one of {known}.')
PARTY_MONEY_SHARES = Sentence(
    "party-money-shares", "The shares of the prizes make {total} per cent; let them make 100 or less."
)
PARTY_RULE = Sentence("party-rule", "{what} cannot be {given}; give {wanted}.")
PARTY_TIE_RULE = Sentence("party-tie-rule", 'There is no tie rule "{key}"; choose one of {known}.')
PARTY_TIE_ANSWER = Sentence("party-tie-answer", 'The tie rule "{key}" needs {wanted}, not {given}.')
PARTY_TIE_OPEN = Sentence(
    "party-tie-open",
    "Neither side had turned down its third trick; it is still a tie, so settle it by another tie rule: {others}.",
)
PARTY_OTHER_FILE = Sentence(
    "party-other-file",
    '"{key}" counts at parties, and the file has no "contest": "progressive"; give the file of a party.',
)
PARTY_NO_PRIZES = Sentence(
    "party-no-prizes", "--prizes goes with the file of a party; leave it out for pairs and teams."
)
