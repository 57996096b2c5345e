"""Rulings: given, appealed and withdrawn, each with all that it changes in one transaction."""

from copy import copy
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from director.boards.contests import contest_of
from director.boards.movement.acts import RULING
from director.boards.movement.lines.entry import NOT_PLAYED, read_line_entry
from director.boards.movement.lines.irregular_deals import remedy_text
from director.boards.movement.lines.read import SectionLine, section_lines
from director.boards.play.line_store import (
    NOTHING_SAID,
    Sides,
    award_take_back,
    kind_of_award,
    line_award,
    line_stored,
    value_of,
)
from director.boards.play.results.acts import section_act
from director.boards.play.rulings.read import Penalty, TypedRuling, ruling_sheet
from director.boards.play.scores.result import entry_of_text
from director.boards.scoring.scored import section_scored
from director.boards.scoring.units import has_own_average
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal, act_kept, event_locked
from director.errors import AS_SAID, DeskError, RulingError
from director.models import Award, Ruling, Section
from director.models.ruling import Unit
from scoring import irregularities

_UNITS = ", ".join(Unit.labels)


def add_ruling(*, section: Section, typed: TypedRuling, user: User | None) -> Ruling:
    """Return a new ruling, stored with its adjusted result and its penalty.

    :raises RulingError: if the ruling is not whole; its ``field`` names what is missing
    :raises DeskError: if the section does not play the board, or has no such pair
    :raises ScoringError: if the adjusted result cannot be read, or the event's method cannot score
        the ruling
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=RULING, words="", user=user) as journal:
        if typed.board_no is not None:
            line = _line(section, typed.board_no, typed.pair_no, typed.table_no)
        else:
            line = None
        penalty, faults = typed.penalty, typed.faults
        if penalty is not None:
            _check_penalty(section, penalty, line)
        if (typed.adjusted or typed.irregular or any(faults)) and line is None:
            raise RulingError(BoardSentences.ADJUSTED_WITHOUT_LINE, field="board_no")
        table_no = line.table_no if line else typed.table_no
        board_no = line.board_no if line else None
        ns = line.ns if line else None
        ew = line.ew if line else None
        penalty_unit = penalty.unit if penalty else ""
        penalty_to = penalty.to if penalty else None
        ruling = Ruling(
            section=section,
            number=int(section.rulings.aggregate(last=Max("number"))["last"] or 0) + 1,
            table_no=table_no,
            board_no=board_no,
            ns=ns,
            ew=ew,
            facts=typed.facts,
            law=typed.law,
            decision=typed.decision,
            penalty=penalty.amount if penalty else None,
            penalty_unit=penalty_unit,
            penalty_to=penalty_to,
            given_by=user,
            given_at=timezone.now(),
        )
        if line and (settled := _settled_text(section, line, typed)):
            if any(faults):
                sides = Sides(*faults, ns_law=typed.law, ew_law=typed.law)
            else:
                sides = NOTHING_SAID
            ruling.award = _adjust(section, line, settled, sides, journal)
        _check(ruling)
        journal.create_all([ruling])
        journal.words = _words(f"Ruling {ruling.number}", ruling)
        section_scored(section)
    return ruling


def withdraw_ruling(*, ruling: Ruling, user: User | None, why: str = "") -> Ruling:
    """Withdraw *ruling*, and return it.

    It is kept but no longer counts; its line counts as it did before.

    Where that came from a ruling that is withdrawn too, it is what counted before both, in the end
    what was made.  A line that was changed after the ruling keeps that.

    :raises RulingError: if it is withdrawn already
    :raises ScoringError: if the event's method of by now cannot score what the line was before
    :raises FinalError: if the results are final
    """
    with section_act(section=ruling.section, kind=RULING, words="", user=user) as journal:
        ruling = (
            Ruling.objects.select_for_update(of=("self",))
            .select_related("section__session__event", "award__result", "award__over")
            .get(pk=ruling.pk)
        )
        if ruling.is_withdrawn:
            raise RulingError(BoardSentences.RULING_WITHDRAWN, number=ruling.number)
        if ruling.award and ruling.award.in_force:
            award_take_back(award=ruling.award, journal=journal)
            section_scored(ruling.section)
        by = user.pk if user else None
        _change(journal, ruling, withdrawn_by_id=by, withdrawn_at=timezone.now(), withdrawn_why=why)
        journal.words = _words(f"Withdrawal of ruling {ruling.number}", ruling)
    return ruling


def appeal_ruling(*, ruling: Ruling, appeal: str, outcome: str, user: User | None = None) -> Ruling:
    """Return *ruling* with what was appealed, by whom, and what became of it.

    :raises RulingError: if there is an outcome without an appeal
    """
    if outcome and not appeal:
        raise RulingError(
            BoardSentences.OUTCOME_WITHOUT_APPEAL, field="appeal", number=ruling.number
        )
    words = f"Appeal against ruling {ruling.number}."
    section = ruling.section
    with (  # final or not: what comes of an appeal is heard days later, and changes no figure
        transaction.atomic(),
        act_kept(
            event=event_locked(section.session.event),
            section=section,
            kind=RULING,
            words=words,
            user=user,
        ) as journal,
    ):
        ruling = Ruling.objects.select_for_update(of=("self",)).get(pk=ruling.pk)
        _change(journal, ruling, appeal=appeal, outcome=outcome)
    return ruling


def _line(
    section: Section, board_no: int, pair_no: int | None, table_no: int | None
) -> SectionLine:
    """Return the line on which *pair_no* plays *board_no*, at *table_no* where it does so at several."""
    lines = section_lines(section)
    on_board = lines.on_board(board_no)
    if not on_board:
        raise DeskError(
            BoardSentences.BOARD_OUTSIDE_PLAN, board_no=board_no, boards=lines.boards_text()
        )
    if pair_no is None:
        raise RulingError(
            BoardSentences.BOARD_AT_SEVERAL_TABLES, field="pair_no", board_no=board_no
        )
    own = [line for line in on_board if pair_no in _field_at(section, line)]
    here = [line for line in own if table_no in (None, line.table_no)]
    if len(here) > 1 and contest_of(section).has_halves:
        tables = " and ".join(str(table) for table in dict.fromkeys(line.table_no for line in here))
        raise RulingError(
            BoardSentences.BOARD_AT_TWO_TABLES,
            field="table_no",
            team=section.label(pair_no),
            board_no=board_no,
            tables=tables,
        )
    if here:
        return here[0]
    _check_pair(section, pair_no)
    called = contest_of(section).called.capitalize()
    if own:
        raise RulingError(
            BoardSentences.PAIR_NOT_AT_TABLE,
            field="table_no",
            called=called,
            pair=section.label(pair_no),
            table_no=table_no,
            board_no=board_no,
        )
    raise RulingError(
        BoardSentences.PAIR_NOT_ON_BOARD,
        field="pair_no",
        called=called,
        pair=section.label(pair_no),
        board_no=board_no,
    )


def _field_at(section: Section, line: SectionLine) -> tuple[int, ...]:
    """Return the numbers of everybody at the table of *line*.

    Those are pairs, teams with their pairs, or four players.
    """
    sides = (line.ns, line.ew) if section.team_size else ()
    return (*section.members(line.ns), *section.members(line.ew), *sides)


def _check_penalty(section: Section, penalty: Penalty, line: SectionLine | None) -> None:
    if penalty.amount is None:
        raise RulingError(BoardSentences.PENALTY_WITHOUT_AMOUNT, field="penalty")
    if penalty.amount <= 0:
        raise RulingError(BoardSentences.PENALTY_WITH_SIGN, field="penalty")
    if penalty.unit not in Unit.values:
        raise RulingError(BoardSentences.PENALTY_WITHOUT_UNIT, field="penalty_unit", units=_UNITS)
    if penalty.to is None:
        raise RulingError(BoardSentences.PENALTY_WITHOUT_PAIR, field="penalty_to")
    _check_pair(section, penalty.to)
    if penalty.unit != Unit.TOP:
        return
    if line is None:
        raise RulingError(BoardSentences.PENALTY_WITHOUT_BOARD, field="board_no")
    if penalty.to not in _field_at(section, line):
        raise RulingError(
            BoardSentences.PENALTY_OF_OTHER_TABLE,
            field="penalty_to",
            pair=section.label(penalty.to),
            board_no=line.board_no,
        )


def _check_pair(section: Section, pair_no: int) -> None:
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    if pair_no not in numbers:
        raise DeskError(
            BoardSentences.PAIR_NUMBER,
            pair_no=pair_no,
            pairs=", ".join(map(section.label, numbers)),
        )


def _settled_text(section: Section, line: SectionLine, typed: TypedRuling) -> str:
    """Return the text for *line*.

    The remedy of an irregular deal, else what was typed, else what the faults make.
    """
    if typed.irregular:
        return _remedy(section, line, typed.irregular)
    if any(typed.faults) and not typed.adjusted:
        return _by_fault(section, *typed.faults)
    return typed.adjusted


def _remedy(section: Section, line: SectionLine, irregular: str) -> str:
    """Return what the laws of the time put on *line* for an *irregular* deal."""
    tables = len(section_lines(section).on_board(line.board_no))
    is_made = line.text and not read_line_entry(line.text, game=section.session.event.game).is_award
    return remedy_text(irregular, line.text if is_made else "", tables)


def _by_fault(section: Section, ns_fault: str, ew_fault: str) -> str:
    """Return the artificial score that the laws have for the faults of both sides."""
    for field, fault in (("ns_fault", ns_fault), ("ew_fault", ew_fault)):
        if not fault:
            raise RulingError(BoardSentences.FAULT_OF_ONE_SIDE, field=field)
    faults = (irregularities.SideFault(fault) for fault in (ns_fault, ew_fault))
    return irregularities.award_text(
        *faults, has_own_average=has_own_average(section.session.event)
    )


def _adjust(
    section: Section, line: SectionLine, adjusted: str, sides: Sides, journal: Journal
) -> Award:
    """Store *adjusted* as the result that counts on *line*, and return the award."""
    entered = entry_of_text(section.session.event, line, adjusted)
    if entered is None or entered.text == line.text:
        raise RulingError(BoardSentences.ADJUSTED_AS_BEFORE, field="adjusted", former=line.text)
    if entered.text == NOT_PLAYED:
        raise DeskError(BoardSentences.NOT_PLAYED_WITHOUT_REASON)
    return line_award(
        section=section,
        line=line,
        result=line_stored(section, line),
        value=value_of(entered, line.board_no),
        kind=kind_of_award(entered),
        sides=sides,
        journal=journal,
    )


def _words(what: str, ruling: Ruling) -> str:
    """Return *what* was done about *ruling* with where it was, as the list of acts says it."""
    where = ruling_sheet(ruling.section, ruling).where
    if where:
        return f"{what}: {where[:1].lower()}{where[1:]}."
    return f"{what}."


def _change(journal: Journal, ruling: Ruling, **fields: Any) -> None:
    """Give *ruling* new values that it can have."""
    wanted = copy(ruling)
    for name, value in fields.items():
        setattr(wanted, name, value)
    _check(wanted)
    journal.change(ruling, **fields)


def _check(ruling: Ruling) -> None:
    try:
        ruling.full_clean()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise RulingError(AS_SAID, field=field, text=messages[0]) from error
