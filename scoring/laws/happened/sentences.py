"""What is said of what happened and of the choices: each with a code that stays, and named parameters."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said: a *code* that stays, and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence about *params*, with a capital.

        >>> Sentence("late", "{who} came late.").says(who="pair 5")
        'Pair 5 came late.'
        """
        text = self.template.format(**params)
        return text[:1].upper() + text[1:]


TWICE = Sentence("twice", "{ns} and {ew} played {boards}{where}, which {seen} had played before{cause}.")
WRONG_BOARD = Sentence("wrong-board", "{ns} and {ew} played {boards}{where}, which was not due between them{cause}.")
WRONG_PAIRS = Sentence(
    "wrong-pairs", "{ns} and {ew} met{where} on {boards}, where {due_ns} and {due_ew} were due{cause}."
)
TURNED = Sentence("turned", "{ns} sat N-S and {ew} E-W on {boards}{where}, the other way round than planned.")
NOT_PLAYED = Sentence("not-played", "{ns} and {ew} have not played {boards}, due{where}{cause}.")
NOBODY = Sentence("nobody", "No table has played all of round {round_no}; every table left out {boards}.")
LATE = Sentence("late", "{who} was not there {rounds}: {boards} with {others}.")
LEFT_EARLY = Sentence("left-early", "{who} left before half of the session, after round {after}: {boards} are left.")
LEFT_LATE = Sentence("left-late", "{who} left after half of the session, after round {after}: {boards} are left.")
CUT = Sentence("cut", "{rounds} will not be played: {lines} lines fall away for everybody{switch}.")
FOULED = Sentence("fouled", "Board {board_no} was played with different cards: groups of {sizes} results.")
LONE = Sentence("lone", "Board {board_no} was played with other cards by {ns} and {ew} alone.")

EXCHANGED = Sentence("exchanged", ": tables {first} and {second} exchanged boards")
MOVED_WRONG = Sentence("moved-wrong", ": the E-W pairs of {tables} tables went on by the wrong number of tables")
FROM_STAND = Sentence("from-stand", ": a set that rests in this round")
PLAYED_INSTEAD = Sentence("played-instead", "; they played {boards} instead")
SWITCHED = Sentence("switched", "; the arrow switch falls with it, so that two directions are left to rank apart")

CHOICE_STANDS = Sentence("choice-stands", "It stands")
CHOICE_STANDS_AWARD = Sentence("choice-stands-award", "It stands; {awards}")
CHOICE_VOID = Sentence("choice-void", "Cancel it; the first score stays{awards}")
CHOICE_AWARD = Sentence("choice-award", "Award {awards}")
CHOICE_BY_FAULT = Sentence("choice-by-fault", "Award by the fault of each side")
CHOICE_LATE = Sentence("choice-late", "Play it later, {when}")
CHOICE_NOT_DUE = Sentence("choice-not-due", "Not due: nothing for either side")
CHOICE_WAITED = Sentence("choice-waited", "Not due for {who}; {share} for those who waited")
CHOICE_CANCEL = Sentence("choice-cancel", "It has never played: its scores are cancelled, opponents have sit-outs")
CHOICE_KEEP = Sentence("choice-keep", "Scores stay; of the rest {share} for {who}, {others} for its opponents")
CHOICE_KEEP_BARE = Sentence("choice-keep-bare", "Scores stay; the rest is not due")

REASON_ELSEWHERE = Sentence("reason-elsewhere", "played elsewhere")
REASON_ROBBED = Sentence("reason-robbed", "cannot be played: {who} had it elsewhere")
REASON_TWICE = Sentence("reason-twice", "board played twice")
REASON_NOT_DUE = Sentence("reason-not-due", "not due")
REASON_LATER = Sentence("reason-later", "to be played later")
REASON_FAULT = Sentence("reason-fault", "not played")
REASON_ABSENT = Sentence("reason-absent", "{who} was not there")
REASON_LEFT = Sentence("reason-left", "{who} left before half")
REASON_LONE = Sentence("reason-lone", "played with other cards than everybody else")
