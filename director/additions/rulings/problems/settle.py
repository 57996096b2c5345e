"""Settle irregularities: award the lines of the choices a director confirms, as one act."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from director.additions.rulings.problems.section import Faults, SectionCheck, fetch_section_check
from director.additions.rulings.sentences import RulingSentences
from director.boards.movement.acts import RESULT
from director.boards.play.line_store import Sides
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import give_award
from director.boards.scoring.scored import score_section
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import Section
from director.models.award import AwardKind
from scoring.laws import irregularities

_MAX_WORDS_LENGTH = 300
"""Characters that the history stores of an act."""


def settle_findings(
    *,
    section: Section,
    choices: Mapping[str, str],
    user: User | None,
    absences: Iterable[irregularities.Absence] = (),
    faults: Mapping[str, Faults] | None = None,
) -> int:
    """Settle findings by *choices* (keys of a finding and a choice). Return the number of lines.

    *faults*, by the key of a finding, are needed if its choice is ``BY_FAULT``.  All lines are one
    act: if one finding is settled already or has changed, nothing is stored.

    :raises DeskError: if a finding is gone, or has no such choice
    :raises ScoringError: if the event's method can't score an award
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=RESULT, words="", user=user) as journal:
        check = fetch_section_check(section, absences)
        findings = {}
        if check:
            # Found again under the lock: the page may show an older state.
            findings = {
                finding.key: finding for finding in irregularities.find_all(check.played_lines)
            }
        settled_findings = []
        lines: list[irregularities.RuledLine] = []
        for key, choice in choices.items():
            finding = _get_open_finding(findings, key)
            settled_findings.append(finding)
            if check and choice == irregularities.BY_FAULT:
                lines += _get_lines_by_fault(check, finding, (faults or {}).get(key, {}))
            else:
                lines += _get_choice(finding, choice).lines
        journal.words = _describe_findings(settled_findings)
        for line in lines:
            _award(section, line, journal)
        # Scored once at the end, which refuses awards that the method can't score.
        score_section(section)
    return len(lines)


def _get_open_finding(
    findings: Mapping[str, irregularities.Finding], key: str
) -> irregularities.Finding:
    finding = findings.get(key)
    if finding is None or not finding.is_open:
        raise DeskError(RulingSentences.HAPPENED_SETTLED)
    return finding


def _get_choice(finding: irregularities.Finding, key: str) -> irregularities.Choice:
    for choice in finding.choices:
        if choice.key == key:
            return choice
    raise DeskError(RulingSentences.HAPPENED_NO_CHOICE)


def _get_lines_by_fault(
    check: SectionCheck, finding: irregularities.Finding, faults: Faults
) -> tuple[irregularities.RuledLine, ...]:
    """Return the lines of *finding* by *faults*, which have to be about its pairs."""
    pairs_of_lines = {(line.ns, line.ew) for line in irregularities.list_fault_lines(finding)}
    if not pairs_of_lines or not pairs_of_lines.issuperset(faults):
        raise DeskError(RulingSentences.HAPPENED_NO_CHOICE)
    # A question proposes no faults, so each has to be chosen.
    if finding.is_question and pairs_of_lines != set(faults):
        raise DeskError(RulingSentences.HAPPENED_NO_FAULT)
    return irregularities.make_fault_choice(check.played_lines, finding, faults).lines


def _describe_findings(findings: list[irregularities.Finding]) -> str:
    if len(findings) == 1:
        return f"Settled: {findings[0].words}"[:_MAX_WORDS_LENGTH]
    return f"{len(findings)} problems settled"


def _award(section: Section, line: irregularities.RuledLine, journal: Journal) -> None:
    reason = f"{line.words[:1].lower()}{line.words[1:]}"
    text = line.text
    kind = None
    # A void line is entered as not played, with the reason that the director reads.
    if line.text == irregularities.VOID:
        text = f"NP: {reason}"
        kind = AwardKind.VOID
    give_award(
        section=section,
        key=(line.board_no, line.ns, line.ew),
        text=text,
        sides=Sides(
            ns_fault=line.ns_fault.value,
            ew_fault=line.ew_fault.value,
            ns_law=line.law,
            ew_law=line.law,
            ns_words=reason,
            ew_words=reason,
        ),
        kind=kind,
        journal=journal,
    )
