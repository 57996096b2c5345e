"""Sentences about the games and prizes of a party."""

from scoring.sentences import Sentence


class PartyScoringSentences:
    """Sentences about the games and prizes of a party."""

    # the games
    PARTY_GAME_TWICE = Sentence(
        "Round {round_no}: {player} has games at tables {one} and {other}. Delete one.",
    )
    PARTY_GROUP_CHANGE = Sentence(
        'Round {round_no}: {player} is in group "{other}" but was in "{one}" before. Use one group in all rounds.',
    )
    PARTY_PLAYER_MISSING = Sentence("{where}: a game has no player. Enter the name.")
    PARTY_NUMBER = Sentence("{where}, {player}: {what} can't be {given}. Enter {wanted}.")
    PARTY_SHARE = Sentence("{where}, {player}: {given} isn't a part of a game. Enter 1, 1/2 or 0.")
    PARTY_LONE_HAND = Sentence(
        "{where}, {player}: lone hands aren't allowed {place}. Remove the {count}."
    )
    PARTY_PARTNERS_DIFFER = Sentence(
        "{where}: {one} and {other} are partners but have different {what}. Enter the same for both.",
    )
    PARTY_NOBODY_LOST = Sentence("{where}: {players} won but nobody lost. Enter their opponents.")
    PARTY_NOBODY_AGAINST = Sentence(
        "{where}: {players} have no opponents. Leave out rounds they sat out."
    )
    PARTY_BOTH_WON = Sentence(
        "{where}: both sides won. Enter which one lost, or give both half a game."
    )
    PARTY_NOBODY_WON = Sentence(
        "{where}: nobody won. Enter the winner, or break the tie with a tie rule."
    )
    PARTY_ONE_HALF = Sentence(
        "{where}: only {players} have half a game. Give the other side half too.",
    )
    PARTY_POINTS_MISSING = Sentence(
        "{where}: {players} have no {unit}. {method} needs them for {whose}."
    )
    PARTY_POINTS_DISAGREE = Sentence(
        "{where}: {one} have {own} points, but their opponents {other} have {against} for them. Correct one.",
    )
    PARTY_TRICKS = Sentence("{where}: {given} tricks make {total}. A deal has 13.")
    PARTY_WINNER_FEWER = Sentence(
        "{where}: {players} won with {own} points against {other}. Correct the winner or the points.",
    )
    PARTY_NOBODY_COUNTS = Sentence(
        "{where}: no game counts. At a short table, count the game of the player with most points.",
    )
    PARTY_PRESENCE_TWICE = Sentence(
        "{player}: arrival and departure are entered twice. Delete one."
    )
    PARTY_LEFT_BEFORE = Sentence(
        "{player} came in round {joined} but left before round {left}. Correct one.",
    )
    PARTY_SAT_OUT_GAME = Sentence(
        "Round {round_no}: {player} has a game and a sit-out. Delete one."
    )
    PARTY_ABSENT_GAME = Sentence(
        "Round {round_no}: {player} {presence}, so this round can't count. Correct when they were present.",
    )

    # counting, prizes and ties
    PARTY_NO_GAME = Sentence("{player} has no game at this party. Name a player who has.")
    PARTY_DECISION_TIED = Sentence(
        "{players} are tied again at {figure}. Let them {again} again, then enter the new figures.",
    )
    PARTY_SLIPS = Sentence(
        "The slips drawn are {given}. {count} players need the numbers 1 to {count}, one each.",
    )
    PARTY_LOT_TWICE = Sentence("{player} is in the draw twice. Name each tied player once.")
    PARTY_DECISION_EMPTY = Sentence("A {how} needs at least two tied players, not {given}.")
    PRIZES_FIRST_SLIP = Sentence(
        "The slips can't start at {first}. Start at 1401, 1402, 1403 or 1404."
    )
    PARTY_METHOD = Sentence('Unknown party scoring "{key}". Choose one of {known}.')
    PARTY_MONEY_SHARES = Sentence("The prize shares add up to {total} per cent. The most is 100.")
    PARTY_RULE = Sentence("{what} can't be {given}. Enter {wanted}.")
    PARTY_TIE_RULE = Sentence('Unknown tie rule "{key}". Choose one of {known}.')
    PARTY_TIE_ANSWER = Sentence('The tie rule "{key}" needs {wanted}, not {given}.')
    PARTY_TIE_OPEN = Sentence(
        "Neither side had turned down its third trick, so it's still a tie. Use another tie rule: {others}.",
    )
    PARTY_OTHER_FILE = Sentence(
        '"{key}" is for parties, but the file has no "contest": "progressive". Use a party file.',
    )
    PARTY_NO_PRIZES = Sentence("--prizes is for party files. Leave it out for pairs and teams.")
