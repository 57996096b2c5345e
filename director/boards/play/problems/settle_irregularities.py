"""Settling what happened: the lines of the choices a director confirms, all as one act."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from director.boards.movement.acts import RESULT
from director.boards.play.line_store import Sides
from director.boards.play.problems.section import Faults, SectionCheck, section_night
from director.boards.play.results.acts import section_act
from director.boards.play.scores.award import give_award
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import Section
from director.models.award import AwardKind
from scoring import irregularities

_LONGEST = 300
"""How long the words of an act may be."""


def settle_findings(
    *,
    section: Section,
    choices: Mapping[str, str],
    user: User | None,
    absences: Iterable[irregularities.Absence] = (),
    faults: Mapping[str, Faults] | None = None,
) -> int:
    """Settle findings by *choices* (keys of a finding and a choice), and return the number of
    lines.

    *faults* are what the director finds, by the key of a finding of which ``BY_FAULT`` is chosen.
    All lines are one act.  What is settled already, or is no more as it was shown, is refused as a
    whole.

    :raises DeskError: if a finding is gone, or has no such choice
    :raises ScoringError: if the event's method cannot score what is given
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=RESULT, words="", user=user) as journal:
        night = section_night(section, absences)
        if night:
            findings = {finding.key: finding for finding in irregularities.find_all(night.known)}
        else:
            findings = {}
        settled = [(_finding_of_key(findings, key), choice) for key, choice in choices.items()]
        lines: list[irregularities.RuledLine] = []
        for finding, choice in settled:
            if night and choice == irregularities.BY_FAULT:
                lines += _by_fault(night, finding, (faults or {}).get(finding.key, {}))
            else:
                lines += _choice(finding, choice).lines
        journal.words = _words([finding for finding, _ in settled])
        for line in lines:
            _give(section, line, journal)
        section_scored(section)
    return len(lines)


def _finding_of_key(
    findings: Mapping[str, irregularities.Finding], key: str
) -> irregularities.Finding:
    finding = findings.get(key)
    if finding is None or not finding.is_open:
        raise DeskError(BoardSentences.HAPPENED_SETTLED)
    return finding


def _choice(finding: irregularities.Finding, key: str) -> irregularities.Choice:
    for choice in finding.choices:
        if choice.key == key:
            return choice
    raise DeskError(BoardSentences.HAPPENED_NO_CHOICE)


def _by_fault(
    night: SectionCheck, finding: irregularities.Finding, faults: Faults
) -> tuple[irregularities.RuledLine, ...]:
    """Return the lines of *finding* by *faults*, which have to be about its pairs."""
    couples = {(line.ns, line.ew) for line in irregularities.lines_by_fault(finding)}
    if not couples or not couples.issuperset(faults):
        raise DeskError(BoardSentences.HAPPENED_NO_CHOICE)
    return irregularities.by_fault(night.known, finding, faults).lines


def _words(findings: list[irregularities.Finding]) -> str:
    if len(findings) == 1:
        return f"Settled: {findings[0].words}"[:_LONGEST]
    return f"{len(findings)} problems settled"


def _give(section: Section, line: irregularities.RuledLine, journal: Journal) -> None:
    is_void = line.text == irregularities.VOID
    words = f"{line.words[:1].lower()}{line.words[1:]}"
    text = f"NP: {words}" if is_void else line.text
    kind = AwardKind.VOID if is_void else None
    give_award(
        section=section,
        key=(line.board_no, line.ns, line.ew),
        text=text,
        sides=Sides(
            ns_fault=line.ns_fault.value,
            ew_fault=line.ew_fault.value,
            ns_law=line.law,
            ew_law=line.law,
            ns_words=words,
            ew_words=words,
        ),
        kind=kind,
        journal=journal,
    )
