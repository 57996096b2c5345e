"""Store handicaps, strata and carry-over for all pairs at once, and move them with the pairs."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from django.contrib.auth.models import User

from director.boards.movement.words import PairExtras, get_contestant_noun
from director.boards.play.results.acts import record_section_act, refuse_different_units
from director.boards.refusals import make_pair_number_error
from director.boards.scoring.extras import (
    BESIDE,
    EXTRAS_OF_SECTION,
    SectionExtras,
    fetch_section_extras,
    list_accepted_units,
)
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.carried import CarryOver, find_carry_over_due
from director.boards.scoring.units import get_credit_unit
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Section
from scoring.errors import ScoringError
from scoring.registry import get_method


def store_extras(
    *,
    section: Section,
    extras: SectionExtras,
    user: User | None,
    message: str = "Handicaps, strata and carry-over: changed.",
) -> None:
    """Replace the extras of *section* by *extras*.

    :raises DeskError: if the section has no such pair, or the unit of an amount can't be used with
        the event's method
    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=section,
        kind=ActKind.EXTRAS,
        message=message,
        user=user,
    ) as journal:
        _validate_extras(section, extras)
        refuse_different_units(section, extras)
        # The caller's section may have been read before the lock.
        section.refresh_from_db(fields=EXTRAS_OF_SECTION)
        previous_extras = fetch_section_extras(section)
        pairs = {
            number: pair_extras
            for number, pair_extras in extras.extras_by_pair.items()
            if any(pair_extras)
        }
        if previous_extras != replace(extras, extras_by_pair=pairs):
            journal.change(
                section,
                handicap_unit=extras.handicap_unit,
                carry_over_unit=extras.carry_over_unit,
                carry_over_of=extras.carry_over_of,
                carry_over_rule=dict(extras.carry_over_rule),
                strata=extras.strata,
            )
            _change_entries(
                section,
                previous_numbers=previous_extras.extras_by_pair.keys(),
                pairs=pairs,
                journal=journal,
            )
            # Raises if the method can't score them.
            score_section(section)


def refresh_carry_over_amounts(*, section: Section, user: User | None) -> int:
    """Compute the carry-over by the rule of *section* again. Return how many amounts changed.

    :raises DeskError: if the rule gives no carry-over
    :raises FinalError: if the results are final
    """
    due = find_carry_over_due(section)
    if due is None:
        return 0
    extras = apply_carry_over_amounts(section, fetch_section_extras(section), due.carry_over)
    count = len(due.numbers)
    store_extras(
        section=section, extras=extras, user=user, message=f"Carry-over: {count} taken again."
    )
    return count


def store_carry_over_amounts(section: Section) -> None:
    """Store the carry-over by the rule of *section*, whose movement was just chosen.

    It isn't an act of the history, since the choice of a movement isn't one. If the rule gives no
    carry-over, the Handicaps and strata page shows the reason.
    """
    if not section.carry_over_rule:
        return
    # The caller's section may still have the previous plan and scoring.
    stored_section = Section.objects.select_related("session__event", "session__stage").get(
        pk=section.pk
    )
    try:
        due = find_carry_over_due(stored_section)
    except (DeskError, ScoringError):
        return
    if due is None:
        return
    extras = apply_carry_over_amounts(
        stored_section, fetch_section_extras(stored_section), due.carry_over
    )
    section.carry_over_unit = extras.carry_over_unit
    section.carry_over_of = extras.carry_over_of
    section.strata = extras.strata
    section.save(update_fields=["carry_over_unit", "carry_over_of", "strata"])
    entries = list(section.entries.filter(pair_no__in=due.numbers))
    for entry in entries:
        entry.carry_over = extras.extras_by_pair[entry.pair_no].carry_over
    section.entries.bulk_update(entries, ["carry_over"])


def apply_carry_over_amounts(
    section: Section, extras: SectionExtras, carry_over: CarryOver
) -> SectionExtras:
    """Return *extras* with the amounts, unit, maximum and rule of *carry_over*."""
    pairs = {}
    for number in sorted(extras.extras_by_pair.keys() | carry_over.amount_by_number.keys()):
        pair_extras = extras.extras_by_pair.get(number, PairExtras())
        amount = carry_over.amount_by_number.get(number, "")
        pairs[number] = pair_extras._replace(carry_over=_shorten_amount(amount))
    scoring_record = section.session.scoring_record
    # Amounts without an accepted unit are totals, whatever unit was typed before.
    unit = carry_over.unit
    if unit not in dict(list_accepted_units(get_method(scoring_record.scoring))):
        unit = get_credit_unit(scoring_record) or extras.carry_over_unit
    return replace(
        extras,
        extras_by_pair=pairs,
        carry_over_unit=unit,
        carry_over_of=carry_over.maximum,
        carry_over_rule=carry_over.rule.as_stored_rule() if carry_over.rule else {},
    )


def _shorten_amount(amount: str) -> str:
    """Return *amount* without trailing zeros, as typed amounts are stored."""
    number = Decimal(amount or 0)
    return f"{number.normalize():f}" if number else ""


def move_extras_with_pairs(
    *, section: Section, new_number_by_previous: Mapping[int, int], journal: Journal
) -> None:
    """Move the extras of pairs to their new numbers, given by their previous numbers."""
    section.refresh_from_db(fields=EXTRAS_OF_SECTION)
    previous_extras = fetch_section_extras(section).extras_by_pair
    moved_extras = {
        new_number_by_previous.get(pair_no, pair_no): pair_extras
        for pair_no, pair_extras in previous_extras.items()
    }
    _change_entries(
        section, previous_numbers=previous_extras.keys(), pairs=moved_extras, journal=journal
    )


def move_extras(
    *, section: Section, pair_no: int, target_section: Section, new_number: int, journal: Journal
) -> None:
    """Move the extras of a pair of *section* to its *new_number* in *target_section*."""
    section.refresh_from_db(fields=EXTRAS_OF_SECTION)
    target_section.refresh_from_db(fields=EXTRAS_OF_SECTION)
    source_extras = fetch_section_extras(section)
    target_extras = fetch_section_extras(target_section)
    pair_extras = source_extras.extras_by_pair.get(pair_no)
    if not pair_extras:
        return
    # A section without amounts of its own takes the units of the other section.
    carry_over_of = source_extras.carry_over_of
    if target_extras.used_carry_over_unit:
        carry_over_of = target_extras.carry_over_of
    journal.change(
        target_section,
        handicap_unit=target_extras.used_handicap_unit or source_extras.handicap_unit,
        carry_over_unit=target_extras.used_carry_over_unit or source_extras.carry_over_unit,
        carry_over_of=carry_over_of,
        strata=target_section.strata or source_extras.strata,
    )
    _change_entries(section, previous_numbers=(pair_no,), pairs={}, journal=journal)
    _change_entries(
        target_section, previous_numbers=(), pairs={new_number: pair_extras}, journal=journal
    )


def _change_entries(
    section: Section,
    *,
    previous_numbers: Collection[int],
    pairs: Mapping[int, PairExtras],
    journal: Journal,
) -> None:
    """Store the extras of *pairs*, and delete those of other *previous_numbers*."""
    numbers = {*previous_numbers, *pairs}
    if not numbers:
        return
    for entry in section.entries.filter(pair_no__in=numbers):
        pair_extras = pairs.get(entry.pair_no, PairExtras())
        journal.change(entry, **pair_extras._asdict())


def _validate_extras(section: Section, extras: SectionExtras) -> None:
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    for pair_no in extras.extras_by_pair:
        if pair_no not in numbers:
            raise make_pair_number_error(
                pair_no=pair_no,
                pairs=", ".join(map(section.get_label, numbers)),
            )
    # Imported carry-over that was counted in addition to the boards has no maximum.
    if extras.carry_over_of not in ("", BESIDE):
        _refuse_carry_over_above(section, extras)
    method = get_method(section.session.scoring_record.scoring)
    units = dict(list_accepted_units(method))
    has_handicap = any(pair_extras.handicap for pair_extras in extras.extras_by_pair.values())
    has_carry_over = any(pair_extras.carry_over for pair_extras in extras.extras_by_pair.values())
    for name, unit, has_amounts in (
        ("handicap", extras.handicap_unit, has_handicap),
        ("carry-over", extras.carry_over_unit, has_carry_over),
    ):
        if has_amounts and not units:
            raise DeskError(
                "extra-not-taken",
                "Scoring by {method} doesn’t use any {what}. Empty that column, or choose another "
                "method.",
                method=method.name.lower(),
                what=name,
            )
        if has_amounts and unit not in units:
            raise DeskError(
                "extra-without-unit",
                "A {what} needs a unit. Choose one of {units}.",
                what=name,
                units=", ".join(units.values()),
            )


def _refuse_carry_over_above(section: Section, extras: SectionExtras) -> None:
    maximum = extras.carry_over_of
    for pair_no, pair_extras in extras.extras_by_pair.items():
        amount = pair_extras.carry_over
        if amount and Fraction(amount) > Fraction(maximum):
            raise DeskError(
                "carry-over-above",
                "{contestant} {pair}: the carry-over {amount} is above the maximum of {most}. Correct one of "
                "the two.",
                contestant=get_contestant_noun(section).capitalize(),
                pair=section.get_label(pair_no),
                amount=amount,
                most=maximum,
            )
