"""What can be wrong with the games of a party, one class for each sentence; ``faults`` finds them.

::

    FaultError
    └── PartyFaultError
        ├── PresenceTwiceError, LeftBeforeError, SatOutGameError, AbsentGameError    who came, left or sat out
        ├── GameTwiceError, GroupChangeError, PlayerMissingError           a player
        ├── PartyNumberError, ShareError, PartyLoneHandError               a figure of one player
        ├── PartnersDifferError, WhoWonError, OneHalfError                 who won at a table
        └── PointsMissingError, PointsDisagreeError, PartyTricksError, WinnerFewerError, NobodyCountsError
"""

from scoring.errors import FaultError, ScoringError


class PartyFaultError(FaultError):
    """One thing wrong with the games of a party."""

    code = "party-fault"


class GameTwiceError(PartyFaultError):
    """A player with two games in one round."""

    code = "party-game-twice"
    template = "Round {round_no}: {player} has a game at table {one} and one at table {other}; keep one of the two."


class GroupChangeError(PartyFaultError):
    """A player who competes with one group and then with another."""

    code = "party-group-change"
    template = (
        'Round {round_no}: {player} competes in group "{other}", before that in "{one}"; give one group, '
        "whatever the seat, in every round."
    )


class PlayerMissingError(PartyFaultError):
    """A game without a player."""

    code = "party-player-missing"
    template = "{where}: a game has no player; name the player."


class PartyNumberError(PartyFaultError):
    """A number that cannot be."""

    code = "party-number"
    template = "{where}, {player}: {what} cannot be {given}; give {wanted}."


class ShareError(PartyFaultError):
    """A share of a game other than a whole one, a half or nothing."""

    code = "party-share"
    template = "{where}, {player}: {given} of a game cannot be won; give 1, 1/2 or 0."


class PartyLoneHandError(PartyFaultError):
    """A lone hand where none is played."""

    code = "party-lone-hand"
    template = "{where}, {player}: lone hands are not played {place}; take the {count} away."


class PartnersDifferError(PartyFaultError):
    """Partners with different results."""

    code = "party-partners-differ"
    template = "{where}: {one} and {other} played on one side and have different {what}; give both the same."


class WhoWonError(PartyFaultError):
    """A table at which the winners and losers do not fit each other."""

    code = "party-who-won"


class NobodyLostError(WhoWonError):
    """Winners without anybody who lost."""

    code = "party-nobody-lost"
    template = "{where}: {players} won and nobody lost; say who played against them."


class NobodyAgainstError(WhoWonError):
    """Somebody who played alone."""

    code = "party-nobody-against"
    template = "{where}: {players} played against nobody; leave out a round that is sat out."


class BothWonError(WhoWonError):
    """Two sides that won."""

    code = "party-both-won"
    template = "{where}: both sides won; say which one lost, or give both half a game."


class NobodyWonError(WhoWonError):
    """Two sides that lost."""

    code = "party-nobody-won"
    template = "{where}: nobody won; say which side did, or settle the tie by one of the tie rules."


class OneHalfError(PartyFaultError):
    """Half a game to one side only."""

    code = "party-one-half"
    template = (
        "{where}: {players} alone have half a game; a tied game is halved by both sides, so give the others half too."
    )


class PointsMissingError(PartyFaultError):
    """No points where the way to count needs them."""

    code = "party-points-missing"
    template = "{where}: {players} have no {unit} written down; {method} needs them of {whose}."


class PointsDisagreeError(PartyFaultError):
    """Points of the one side that are not those which the other has against it."""

    code = "party-points-disagree"
    template = (
        "{where}: {one} have {own} points, which their adversaries {other} write down as {against}; let the two agree."
    )


class PartyTricksError(PartyFaultError):
    """Tricks that do not make a deal."""

    code = "party-tricks"
    template = "{where}: {given} tricks make {total}; a deal has 13."


class WinnerFewerError(PartyFaultError):
    """A winner with fewer points than the loser."""

    code = "party-winner-fewer"
    template = "{where}: {players} won with {own} points against {other}; correct the winner or the points."


class NobodyCountsError(PartyFaultError):
    """A table at which no game counts."""

    code = "party-nobody-counts"
    template = "{where}: no game counts there; at a short table that of the player with most points does."


class PresenceTwiceError(PartyFaultError):
    """A player whose coming and leaving is told twice."""

    code = "party-presence-twice"
    template = "{player}: it is told twice when this player came and left; keep one."


class LeftBeforeError(PartyFaultError):
    """A player who left before playing."""

    code = "party-left-before"
    template = "{player} came in round {joined} and left before round {left}; correct one of the two."


class SatOutGameError(PartyFaultError):
    """A player with a game in a round that is sat out."""

    code = "party-sat-out-game"
    template = "Round {round_no}: {player} has a game and sits out; keep one of the two."


class AbsentGameError(PartyFaultError):
    """A player with a round before coming or after leaving."""

    code = "party-absent-game"
    template = "Round {round_no}: {player} {presence}, so no round is theirs then; correct when this player was there."


class UnknownPartyMethodError(ScoringError):
    """No way to count at a party has this key."""

    code = "party-method"
    template = 'There is no way to count at a party called "{key}"; choose one of {known}.'
