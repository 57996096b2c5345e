"""The log of rulings of a section: given, appealed and withdrawn.

Each act stores all its changes in one transaction. A ruling about a line stores its adjusted result
as an award there, beside the result from the table.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max, Prefetch
from django.utils import timezone

from director.additions.rulings.irregular_deals import get_remedy_entry
from director.boards.contests import get_contest_record
from director.boards.movement.lines.entries import NOT_PLAYED, parse_line_entry
from director.boards.movement.lines.matches import fetch_match_by_key, format_match_name
from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_section_lines,
)
from director.boards.movement.words import get_contestant_noun
from director.boards.play.line_store import (
    NO_SIDES,
    AwardSides,
    get_award_kind,
    lock_result,
    make_entry_fields,
    store_award,
    withdraw_award,
)
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import parse_typed_entry
from director.boards.refusals import (
    make_board_outside_plan_error,
    make_not_played_without_reason_error,
    make_pair_number_error,
)
from director.boards.scoring.scored import score_section
from director.boards.scoring.units import has_own_average, list_match_units
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal, lock_event, record_act
from director.errors import RulingError
from director.models import Award, Result, ResultVersion, Ruling, Section
from director.models.award import FaultLevel
from director.models.ruling import Unit
from movements.model import join_with_and
from scoring.laws import irregularities

_UNIT_LABELS = ", ".join(Unit.labels)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty or an award of a ruling, as it was typed. Parts that weren't typed are None or ""."""

    amount: Decimal | None  # above 0 for penalties and awards
    unit: str
    pair_no: int | None  # the pair, team or player that gets it
    is_award: bool = False
    match: MatchKey | None = None  # the match of teams in which it counts; None for the total


@dataclass(frozen=True, slots=True)
class TypedRuling:
    """A ruling as it was typed. Board and pair name the line that it is about.

    Without *adjusted* and *irregular* the faults make the result: 60% for a side not at fault, 50%
    for a side partly at fault, 40% for a side at fault.
    """

    facts: str
    decision: str
    law: str = ""
    board_no: int | None = None
    pair_no: int | None = None  # any pair, player or team at the table
    table_no: int | None = None  # only for a team that plays the board at two tables
    adjusted: str = ""  # an artificial, assigned, weighted or split score
    irregular: str = ""  # the key of an irregular deal, whose remedy replaces *adjusted*
    penalty: Penalty | None = None
    match: MatchKey | None = None  # tells the round of a board that several rounds have
    ns_fault: str = ""  # a value of FaultLevel
    ew_fault: str = ""

    @property
    def faults(self) -> tuple[str, str]:
        """The faults of N-S and E-W, "" if unknown."""
        return self.ns_fault, self.ew_fault


@dataclass(frozen=True, slots=True)
class RulingDetails:
    """One ruling in words, with the results of its line before and after it."""

    ruling: Ruling
    line_title: str  # "Board 7, table 2, 3 N-S against 5 E-W"; empty without a board, table or pair
    penalty_description: str  # "5 E-W −10 % of a top"; empty without one
    adjusted_result: str = ""  # the result that it gave the line
    previous_result: str = ""  # the result before it; empty without one, or if it wasn't read
    current_result: str = ""  # the result that counts now
    faults_description: str = ""  # "N-S at fault, E-W not at fault"; empty if unknown
    is_result_replaced: bool = False  # a later change replaced the ruling's result

    @property
    def further_parts(self) -> tuple[tuple[str, str], ...]:
        """The other parts of the ruling, each with its heading."""
        heading = "Award" if self.ruling.is_award else "Penalty"
        parts = (("Fault", self.faults_description), (heading, self.penalty_description))
        return tuple((heading, text) for heading, text in parts if text)


def fetch_section_rulings(section: Section) -> tuple[RulingDetails, ...]:
    """Return every ruling of *section*, the latest first, withdrawn ones too. Three queries."""
    results = Prefetch("award__result", Result.objects.counted())
    rulings = section.rulings.select_related("given_by", "withdrawn_by", "award").prefetch_related(
        results
    )
    # An award raised the version of its line by one, so the version before it has the previous text.
    previous_versions = ResultVersion.objects.filter(
        result__awards__ruling__section=section, result__awards__version=F("version") + 1
    )
    previous_texts = dict(previous_versions.values_list("result__awards__ruling", "text"))
    return tuple(
        make_ruling_details(section, ruling, previous_texts.get(ruling.pk, ""))
        for ruling in rulings.order_by("-number")
    )


def make_ruling_details(
    section: Section, ruling: Ruling, previous_result: str = ""
) -> RulingDetails:
    """Return *ruling* of *section* in words. *previous_result* is the result before it."""
    award = ruling.award
    adjusted_result = award.text if award else ""
    current_result = award.result.counted if award else ""
    penalty_description = ""
    if ruling.penalty_to is not None:
        penalty_description = f"{section.get_label(ruling.penalty_to)} {ruling.penalty_description}"
        if ruling.match_key:
            name = format_match_name(section, ruling.match_key)
            penalty_description = f"{penalty_description} ({name[:1].lower()}{name[1:]})"
    return RulingDetails(
        ruling,
        _format_line_title(section, ruling),
        penalty_description,
        adjusted_result=adjusted_result,
        previous_result=previous_result,
        current_result=current_result,
        faults_description=_format_faults(award) if award else "",
        is_result_replaced=not ruling.is_withdrawn and current_result != adjusted_result,
    )


def _format_faults(award: Award) -> str:
    faults = (("N-S", award.ns_fault), ("E-W", award.ew_fault))
    return ", ".join(f"{side} {FaultLevel(fault).label}" for side, fault in faults if fault)


def _format_line_title(section: Section, ruling: Ruling) -> str:
    parts = []
    if ruling.board_no is not None:
        parts.append(f"board {ruling.board_no}")
    if ruling.table_no is not None:
        parts.append(f"table {ruling.table_no}")
    if ruling.ns is not None and ruling.ew is not None:
        parts.append(f"{section.get_label(ruling.ns)} against {section.get_label(ruling.ew)}")
    elif ruling.penalty_to is not None:
        parts.append(f"{get_contestant_noun(section)} {section.get_label(ruling.penalty_to)}")
    title = ", ".join(parts)
    return title[:1].upper() + title[1:]


def add_ruling(*, section: Section, typed_ruling: TypedRuling, user: User | None) -> Ruling:
    """Store a new ruling with its adjusted result and its penalty, and return it.

    :raises RulingError: if the ruling is incomplete; its ``field`` names what is missing
    :raises DeskError: if the section doesn't play the board, or has no such pair
    :raises ScoringError: if the adjusted result can't be parsed, or the event's method can't score
        the ruling
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.RULING, message="", user=user) as journal:
        line = None
        if typed_ruling.board_no is not None:
            line = _fetch_ruled_line(
                section,
                typed_ruling.board_no,
                typed_ruling.pair_no,
                typed_ruling.table_no,
                match=typed_ruling.match,
            )
        penalty = typed_ruling.penalty
        has_faults = any(typed_ruling.faults)
        if penalty is not None:
            _check_penalty(section, penalty, line)
        if (typed_ruling.adjusted or typed_ruling.irregular or has_faults) and line is None:
            raise RulingError(
                "adjusted-without-line",
                "An adjusted score needs a board and a pair. Choose both.",
                field="board_no",
            )
        table_no = line.table_no if line else typed_ruling.table_no
        board_no = line.board_no if line else None
        ns = line.ns if line else None
        ew = line.ew if line else None
        penalty_unit = penalty.unit if penalty else ""
        penalty_to = penalty.pair_no if penalty else None
        last_number = section.rulings.aggregate(last=Max("number"))["last"]
        ruling = Ruling(
            section=section,
            number=(last_number or 0) + 1,
            table_no=table_no,
            board_no=board_no,
            ns=ns,
            ew=ew,
            facts=typed_ruling.facts,
            law=typed_ruling.law,
            decision=typed_ruling.decision,
            penalty=_get_signed_amount(penalty),
            penalty_unit=penalty_unit,
            penalty_to=penalty_to,
            **_make_match_fields(penalty),
            given_by=user,
            given_at=timezone.now(),
        )
        result_text = _get_ruled_result(section, line, typed_ruling) if line else ""
        if line and result_text:
            sides = NO_SIDES
            if has_faults:
                sides = AwardSides(
                    *typed_ruling.faults, ns_law=typed_ruling.law, ew_law=typed_ruling.law
                )
            ruling.award = _store_adjusted_result(section, line, result_text, sides, journal)
        _validate_ruling(ruling)
        journal.create_all([ruling])
        journal.message = _format_act_message(f"Ruling {ruling.number}", ruling)
        # Scored last, which refuses a ruling that the event's method can't score.
        score_section(section)
    return ruling


def withdraw_ruling(*, ruling: Ruling, user: User | None, reason: str = "") -> Ruling:
    """Withdraw *ruling*, which stays in the log, and return it.

    Its line gets back the award of the latest earlier ruling that isn't withdrawn, or else the
    result from the table. A line that was changed after the ruling stays changed.

    :raises RulingError: if it is withdrawn already
    :raises ScoringError: if the event's present method can't score the restored result
    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=ruling.section, kind=ActKind.RULING, message="", user=user
    ) as journal:
        # Read again and locked, since another director may withdraw it at the same time.
        ruling = (
            Ruling.objects.select_for_update(of=("self",))
            .select_related("section__session__event", "award__result", "award__over")
            .get(pk=ruling.pk)
        )
        if ruling.is_withdrawn:
            raise RulingError(
                "ruling-withdrawn", "Ruling {number} is withdrawn already.", number=ruling.number
            )
        if ruling.award and ruling.award.in_force:
            withdraw_award(award=ruling.award, journal=journal)
            score_section(ruling.section)
        _change_ruling(
            journal,
            ruling,
            withdrawn_by_id=user.pk if user else None,
            withdrawn_at=timezone.now(),
            withdrawn_why=reason,
        )
        journal.message = _format_act_message(f"Withdrawal of ruling {ruling.number}", ruling)
    return ruling


def store_appeal(*, ruling: Ruling, appeal: str, outcome: str, user: User | None = None) -> Ruling:
    """Store the appeal against *ruling* and its outcome, and return the ruling.

    :raises RulingError: if there is an outcome without an appeal
    """
    if outcome and not appeal:
        raise RulingError(
            "outcome-without-appeal",
            "Ruling {number} has an outcome but no appeal. Enter the appeal.",
            field="appeal",
            number=ruling.number,
        )
    section = ruling.section
    # Not a record_section_act(), which refuses final results: an appeal is heard days later, and
    # its outcome changes no figure.
    with (
        transaction.atomic(),
        record_act(
            event=lock_event(section.session.event),
            section=section,
            kind=ActKind.RULING,
            message=f"Appeal against ruling {ruling.number}.",
            user=user,
        ) as journal,
    ):
        ruling = Ruling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
        _change_ruling(journal, ruling, appeal=appeal, outcome=outcome)
    return ruling


def _fetch_ruled_line(
    section: Section,
    board_no: int,
    pair_no: int | None,
    table_no: int | None,
    *,
    match: MatchKey | None,
) -> SectionLine:
    """Return the line on which *pair_no* plays *board_no*, at *table_no* if there are several.

    If every round begins at the first board, the *match* says which round is meant.

    :raises DeskError: if the section has no such board or pair
    :raises RulingError: if the pair is missing or doesn't play the board there
    """
    lines = fetch_section_lines(section)
    board_lines = lines.get_board_lines(board_no)
    if not board_lines:
        raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
    if pair_no is None:
        raise RulingError(
            "board-at-several-tables",
            "Board {board_no} is played at several tables. Choose a pair as well.",
            field="pair_no",
            board_no=board_no,
        )
    pair_lines = [
        line for line in board_lines if pair_no in _list_contestants_at_table(section, line)
    ]
    if len(lines.split_by_deal(pair_lines)) > 1:
        pair_lines = _list_lines_of_match(section, lines, pair_lines, match)
    lines_at_table = [line for line in pair_lines if table_no in (None, line.table_no)]
    if len(lines_at_table) > 1 and get_contest_record(section).has_halves:
        tables = dict.fromkeys(line.table_no for line in lines_at_table)
        raise RulingError(
            "board-at-two-tables",
            "Team {team} plays board {board_no} at tables {tables}. Choose one of them.",
            field="table_no",
            team=section.get_label(pair_no),
            board_no=board_no,
            tables=" and ".join(map(str, tables)),
        )
    if lines_at_table:
        return lines_at_table[0]
    _check_pair(section, pair_no)
    contestant_noun = get_contest_record(section).contestant_noun.capitalize()
    if pair_lines:
        raise RulingError(
            "pair-not-at-table",
            "{called} {pair} doesn’t play board {board_no} at table {table_no}. Correct one of "
            "them.",
            field="table_no",
            called=contestant_noun,
            pair=section.get_label(pair_no),
            table_no=table_no,
            board_no=board_no,
        )
    raise RulingError(
        "pair-not-on-board",
        "{called} {pair} doesn’t play board {board_no}. Correct one.",
        field="pair_no",
        called=contestant_noun,
        pair=section.get_label(pair_no),
        board_no=board_no,
    )


def _list_contestants_at_table(section: Section, line: SectionLine) -> tuple[int, ...]:
    """Return the numbers at the table of *line*: pairs, teams with their pairs, or players."""
    team_numbers = (line.ns, line.ew) if section.team_size else ()
    return (*section.list_members(line.ns), *section.list_members(line.ew), *team_numbers)


def _get_signed_amount(penalty: Penalty | None) -> Decimal | None:
    """Return the amount as it is stored: above 0 for a penalty, below 0 for an award."""
    if penalty is None or penalty.amount is None:
        return None
    return -penalty.amount if penalty.is_award else penalty.amount


def _make_match_fields(penalty: Penalty | None) -> dict[str, int]:
    """Return the fields of the match in which *penalty* counts, or none."""
    if penalty is None or penalty.match is None:
        return {}
    round_no, home, away = penalty.match
    return {"match_round": round_no, "match_against": away if penalty.pair_no == home else home}


def _check_penalty(section: Section, penalty: Penalty, line: SectionLine | None) -> None:
    noun_phrase = "An award" if penalty.is_award else "A penalty"
    if penalty.amount is None:
        raise RulingError(
            "penalty-without-amount",
            "{what} needs an amount. Type how much, such as 10.",
            field="penalty",
            what=noun_phrase,
        )
    if penalty.amount <= 0:
        raise RulingError(
            "penalty-with-sign",
            "Type {what} as an amount above 0, without plus or minus.",
            field="penalty",
            what=noun_phrase.lower(),
        )
    if penalty.unit not in Unit.values:
        raise RulingError(
            "penalty-without-unit",
            "{what} needs a unit. Choose one of {units}.",
            field="penalty_unit",
            what=noun_phrase,
            units=_UNIT_LABELS,
        )
    if penalty.pair_no is None:
        contestant_noun = get_contestant_noun(section)
        raise RulingError(
            "penalty-without-pair",
            "{what} needs a {called}. Choose the {called} that gets it.",
            field="penalty_to",
            what=noun_phrase,
            called=contestant_noun,
        )
    _check_pair(section, penalty.pair_no)
    if penalty.match:
        _check_match(section, penalty.match, penalty)
    # Only a share of a top needs a board, since each board has its own top.
    if penalty.unit != Unit.TOP:
        return
    if line is None:
        raise RulingError(
            "penalty-without-board",
            "A penalty in % of a top needs a board and a pair. Choose both.",
            field="board_no",
        )
    if penalty.pair_no not in _list_contestants_at_table(section, line):
        raise RulingError(
            "penalty-of-other-table",
            "Pair {pair} doesn’t play board {board_no} at this table. Choose one of the two who "
            "do, or another unit.",
            field="penalty_to",
            pair=section.get_label(penalty.pair_no),
            board_no=line.board_no,
        )


def make_unknown_match_error() -> RulingError:
    return RulingError(
        "ruling-of-no-match",
        "This match isn’t in the movement any more. Choose another.",
        field="match",
    )


def _check_match(section: Section, match: MatchKey, penalty: Penalty) -> None:
    """Raise if *penalty* can't count in *match*."""
    if match not in fetch_match_by_key(section):
        raise make_unknown_match_error()
    _round_no, *teams = match
    if penalty.pair_no not in teams:
        raise RulingError(
            "ruling-of-other-match",
            "Team {team} doesn’t play in this match. Choose {teams}.",
            field="penalty_to",
            team=section.get_label(penalty.pair_no or 0),
            teams=" or ".join(map(section.get_label, teams)),
        )
    units = list_match_units(section)
    if penalty.unit not in units:
        raise RulingError(
            "ruling-unit-of-match",
            "This match is scored in {units}. Choose that unit.",
            field="penalty_unit",
            units=" or ".join(unit.label for unit in units),
        )


def _check_pair(section: Section, pair_no: int) -> None:
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    if pair_no not in numbers:
        raise make_pair_number_error(
            pair_no=pair_no,
            pairs=", ".join(map(section.get_label, numbers)),
        )


def _get_ruled_result(section: Section, line: SectionLine, typed_ruling: TypedRuling) -> str:
    """Return the result that a ruling gives *line*. Empty if it gives none.

    That is the remedy of an irregular deal, else the typed result, else the score for the faults.
    """
    if typed_ruling.irregular:
        return _compute_remedy_result(section, line, typed_ruling.irregular)
    if any(typed_ruling.faults) and not typed_ruling.adjusted:
        return _compute_fault_result(section, *typed_ruling.faults)
    return typed_ruling.adjusted


def _list_lines_of_match(
    section: Section,
    lines: SectionLines,
    pair_lines: Sequence[SectionLine],
    match: MatchKey | None,
) -> list[SectionLine]:
    """Return those of *pair_lines*, which are of several rounds, that are of *match*.

    :raises RulingError: if there are none
    """
    match_lines = [line for line in pair_lines if lines.get_line_match(line) == match]
    if match_lines:
        return match_lines
    rounds = join_with_and(sorted({line.round_no or 0 for line in pair_lines}))
    board_no = pair_lines[0].board_no
    if not list_match_units(section):
        raise RulingError(
            "board-in-several-rounds-typed",
            "Board {board_no} is played in rounds {rounds}. Type the score on its line in Scores.",
            field="board_no",
            board_no=board_no,
            rounds=rounds,
        )
    raise RulingError(
        "board-in-several-rounds",
        "Board {board_no} is played in rounds {rounds}. Choose the match.",
        field="match",
        board_no=board_no,
        rounds=rounds,
    )


def _compute_remedy_result(section: Section, line: SectionLine, irregular_deal: str) -> str:
    """Return the result for an *irregular_deal* by the laws of its time."""
    table_count = len(fetch_section_lines(section).get_lines_with_deal(line))
    text = line.text
    # The remedy may depend on the result from the table, but not on an earlier award.
    if text and parse_line_entry(text, game=section.session.event.game).is_award:
        text = ""
    return get_remedy_entry(irregular_deal, text, table_count)


def _compute_fault_result(section: Section, ns_fault: str, ew_fault: str) -> str:
    """Return the artificial score that the laws give for the faults of both sides."""
    for field, fault in (("ns_fault", ns_fault), ("ew_fault", ew_fault)):
        if not fault:
            raise RulingError(
                "fault-of-one-side",
                "Choose how far each side is at fault. Or choose neither, and enter an adjusted "
                "score.",
                field=field,
            )
    return irregularities.format_award(
        irregularities.SideFault(ns_fault),
        irregularities.SideFault(ew_fault),
        has_own_average=has_own_average(section.session.scoring_record),
    )


def _store_adjusted_result(
    section: Section, line: SectionLine, adjusted_text: str, sides: AwardSides, journal: Journal
) -> Award:
    """Store *adjusted_text* as the result that counts on *line*, and return the award."""
    entry = parse_typed_entry(section, line, adjusted_text)
    if entry is None or entry.text == line.text:
        raise RulingError(
            "adjusted-as-before",
            "This line already has {previous}. Enter another result, or none.",
            field="adjusted",
            previous=line.text,
        )
    if entry.text == NOT_PLAYED:
        raise make_not_played_without_reason_error()
    return store_award(
        section=section,
        line=line,
        result=lock_result(section, line),
        value=make_entry_fields(entry, line.board_no),
        kind=get_award_kind(entry),
        sides=sides,
        journal=journal,
    )


def _format_act_message(act: str, ruling: Ruling) -> str:
    """Return the text of an act about *ruling* for the history."""
    line_title = make_ruling_details(ruling.section, ruling).line_title
    if line_title:
        return f"{act}: {line_title[:1].lower()}{line_title[1:]}."
    return f"{act}."


def _change_ruling(journal: Journal, ruling: Ruling, **fields: Any) -> None:
    """Change *fields* of *ruling*, if they are valid."""
    # A copy is validated, so that a refused change leaves the ruling as it is.
    changed_ruling = copy(ruling)
    for name, value in fields.items():
        setattr(changed_ruling, name, value)
    _validate_ruling(changed_ruling)
    journal.change(ruling, **fields)


def _validate_ruling(ruling: Ruling) -> None:
    try:
        ruling.full_clean()
    except ValidationError as error:
        # The form shows one message, at its field.
        field, messages = next(iter(error.message_dict.items()))
        raise RulingError.from_message(messages[0], field=field) from error
