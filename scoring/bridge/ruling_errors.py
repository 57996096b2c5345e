"""What can be wrong with a ruling, an adjustment or the state of a line, one class for each sentence."""

from scoring.errors import EntryError, FaultError, ScoringError


class OwnAverageSignError(EntryError):
    """A sign for the own average that goes against its share."""

    code = "entry-own-average"
    template = (
        '"{text}": the own average replaces a share above 50 where it is higher (60+) and one below 50 where it is '
        "lower (40-); give the share and the sign so."
    )


class NoSideError(EntryError):
    """An artificial score that gives neither side anything."""

    code = "entry-artificial-no-side"
    template = "An artificial score gives at least one side a share, as A60/NP; a board due for neither side is NP."


class OneTeamError(ScoringError):
    """A share of one team alone, where two teams share every board."""

    code = "ruling-one-team"
    template = "A match of teams has no board that only one of them gets points on; give both teams a share, as A60/40."


class WeightsError(ScoringError):
    """Weights of an assigned score that do not make one whole score."""

    code = "ruling-weights"
    template = "The weights of {side}'s assigned score, {weights}, make {total}; give weights above 0 that add to 1."


class UnitError(ScoringError):
    """An adjustment in a unit that nobody scores in."""

    code = "ruling-unit"
    template = 'There is no unit "{unit}"; give the adjustment in one of {known}.'


class PenaltySignError(ScoringError):
    """A penalty that would add something."""

    code = "ruling-penalty-sign"
    template = "The penalty of {who} is {amount}, which would raise its score; give an amount below 0, as -{amount}."


class UnitOfMethodError(FaultError):
    """An adjustment in a unit the method does not score in."""

    code = "field-unit"
    template = "{where}: scoring by {method} has no {unit}; give the adjustment in {known}."


class NotScoredError(FaultError):
    """A ruling for which the method has no rule."""

    code = "field-not-scored"
    template = "{where}: scoring by {method} has no rule for {what}; {instead}."


class TwoScoresError(FaultError):
    """A line with an assigned score beside another one."""

    code = "field-two-scores"
    template = "{where} has an assigned score beside another one; keep one."


class StateError(FaultError):
    """A state that contradicts what stands on the line."""

    code = "field-state"
    template = "{where} is marked as {state} but has {found}; correct one of the two."


class ReasonMissingError(FaultError):
    """A line not played, without a reason."""

    code = "field-reason"
    template = "{where} was not played and no reason is given; add one, or mark it as still to be played."


class StrangerError(FaultError):
    """A credit for a contestant who is not in the field."""

    code = "field-stranger"
    template = "{contestant} gets {credit} but has no line; correct the number."


class CreditTwiceError(FaultError):
    """Two carry-overs, or two handicaps, of one contestant."""

    code = "field-credit-twice"
    template = "{contestant} has more than one {kind}; add them up into one."


class StratumTwiceError(FaultError):
    """Two strata of one name."""

    code = "field-stratum-twice"
    template = "Stratum {stratum} is listed twice; put its contestants together."


class StratumEmptyError(FaultError):
    """A stratum of nobody."""

    code = "field-stratum-empty"
    template = "Stratum {stratum} has no contestants; name them, or take it out."


class StratumStrangerError(FaultError):
    """A contestant of a stratum who is not in the field."""

    code = "field-stratum-stranger"
    template = "{contestant} is in stratum {stratum} but has no line; correct the number."


class StratumMemberTwiceError(FaultError):
    """A contestant who is in a stratum twice."""

    code = "field-stratum-member-twice"
    template = "{contestant} is in stratum {stratum} twice; name each contestant once."


class ContestOfMethodError(FaultError):
    """A field of one contest for a method of another."""

    code = "field-contest"
    template = "Scoring by {method} is for {wanted}, and these are {given}; choose another method."


class NothingToExplainError(ScoringError):
    """A figure that the field does not have."""

    code = "nothing-to-explain"
    template = "{what} has no line in this field, so there is nothing to explain; correct board, number or side."
