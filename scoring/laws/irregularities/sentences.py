"""Sentences about findings, and about the choices that a director has."""

from scoring.sentences import Sentence


class FindingSentence(Sentence):
    """A sentence that begins with a capital, even if its first word is a parameter."""

    def format(self, **params: object) -> str:
        """Return the sentence about *params*, with a capital.

        >>> FindingSentence("{who} came late.").format(who="pair 5")
        'Pair 5 came late.'
        """
        text = super().format(**params)
        return text[:1].upper() + text[1:]


class FindingSentences:
    """Sentences of findings, choices and reasons."""

    TWICE = FindingSentence(
        "{ns} and {ew} played {boards}{where}, which {seen} had played before{cause}."
    )
    WRONG_BOARD = FindingSentence(
        "{ns} and {ew} played {boards}{where}, which they weren't due to play{cause}."
    )
    WRONG_PAIRS = FindingSentence(
        "{ns} and {ew} played {boards}{where}; {due_ns} and {due_ew} were due{cause}."
    )
    TURNED = FindingSentence("Wrong direction: {ns} sat N-S and {ew} E-W on {boards}{where}.")
    NOT_PLAYED = FindingSentence("{ns} and {ew} haven't played {boards}, due{where}{cause}.")
    NOT_ENTERED = FindingSentence(
        "Did {ns} and {ew} play {boards}{where}? No result has been entered."
    )
    NOBODY = FindingSentence(
        "Was round {round_no} cut short? Every table has {boards} without a result."
    )
    LATE = FindingSentence("{who} was missing {rounds}: {boards} with {others}.")
    LEFT_EARLY = FindingSentence(
        "{who} withdrew before half of the session, after round {after}: {boards} are left.",
    )
    LEFT_LATE = FindingSentence(
        "{who} withdrew after half of the session, after round {after}: {boards} are left."
    )
    CUT = FindingSentence("{rounds} won't be played: {lines} results are dropped{switch}.")
    FOULED = FindingSentence("Board {board_no} is fouled: groups of {sizes} results.")
    LONE = FindingSentence("Board {board_no} was fouled for {ns} and {ew} only.")

    EXCHANGED = FindingSentence(": tables {first} and {second} swapped boards")
    MOVED_WRONG = FindingSentence(": the E-W pairs of {tables} tables moved to the wrong tables")
    FROM_STAND = FindingSentence(": this set wasn't in play in this round")
    PLAYED_INSTEAD = FindingSentence("; they played {boards} instead")
    SWITCHED = FindingSentence(
        "; the arrow-switch is lost too, so N-S and E-W need separate rankings"
    )

    CHOICE_STANDS = FindingSentence("Keep the score")
    CHOICE_STANDS_AWARD = FindingSentence("Keep the score; {awards}")
    CHOICE_VOID = FindingSentence("Cancel it; keep the first score{awards}")
    CHOICE_AWARD = FindingSentence("Award {awards}")
    CHOICE_BY_FAULT = FindingSentence("Average plus, average or average minus")
    CHOICE_LATE = FindingSentence("Play it later, {when}")
    CHOICE_NOT_DUE = FindingSentence("Not due: no score for either side")
    CHOICE_WAITED = FindingSentence("Not due for {who}; {share} for the pairs that waited")
    CHOICE_CANCEL = FindingSentence("Treat as never entered: cancel its scores, opponents sit out")
    CHOICE_KEEP = FindingSentence(
        "Scores count; for the rest {share} to {who}, {others} to its opponents"
    )
    CHOICE_KEEP_BARE = FindingSentence("Scores count; the rest isn't due")

    REASON_ELSEWHERE = FindingSentence("played elsewhere")
    REASON_ROBBED = FindingSentence("can't be played: {who} played it elsewhere")
    REASON_TWICE = FindingSentence("board played twice")
    REASON_NOT_DUE = FindingSentence("not due")
    REASON_LATER = FindingSentence("to be played later")
    REASON_FAULT = FindingSentence("not played")
    REASON_ABSENT = FindingSentence("{who} was missing")
    REASON_LEFT = FindingSentence("{who} withdrew before half")
    REASON_LONE = FindingSentence("fouled board")
