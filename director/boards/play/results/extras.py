"""Handicaps, strata and carry-over: stored for all pairs at once."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction

from django.contrib.auth.models import User

from director.boards.movement.acts import EXTRAS
from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import refuse_units_apart, section_act
from director.boards.scoring.extras import (
    BESIDE,
    EXTRAS_OF_SECTION,
    Extras,
    section_extras,
    units_of,
)
from director.boards.scoring.scored import section_scored
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import Section
from scoring import find_method

_WHAT = "Handicaps, strata and carry-over"


def store_extras(*, section: Section, extras: Extras, user: User | None) -> None:
    """Give the pairs of *section* these *extras* in place of those they had.

    :raises DeskError: for a pair the section does not have
    :raises DeskError: for an amount without a unit in which the event's method can take it
    :raises FinalError: if the results are final
    """
    with section_act(
        section=section, kind=EXTRAS, words=f"{_WHAT}: changed.", user=user
    ) as journal:
        _check(section, extras)
        refuse_units_apart(section, extras)
        section.refresh_from_db(fields=EXTRAS_OF_SECTION)
        former = section_extras(section)
        pairs = {pair_no: own for pair_no, own in extras.pairs.items() if any(own)}
        if former != replace(extras, pairs=pairs):
            journal.change(
                section,
                handicap_unit=extras.handicap_unit,
                carry_over_unit=extras.carry_over_unit,
                carry_over_of=extras.carry_over_of,
                strata=extras.strata,
            )
            _give(section, former.pairs, pairs, journal)
            section_scored(section)


def carry_extras(*, section: Section, places: Mapping[int, int], journal: Journal) -> None:
    """Let what pairs have follow them to other places: by old number the new one."""
    section.refresh_from_db(fields=EXTRAS_OF_SECTION)
    former = section_extras(section).pairs
    followed = {places.get(pair_no, pair_no): own for pair_no, own in former.items()}
    _give(section, former, followed, journal)


def move_extras(
    *, section: Section, pair_no: int, to: Section, place: int, journal: Journal
) -> None:
    """Let what a pair of *section* has go with it to the *place* that it takes in the section *to*."""
    for each in (section, to):
        each.refresh_from_db(fields=EXTRAS_OF_SECTION)
    left, theirs = section_extras(section), section_extras(to)
    if own := left.pairs.get(pair_no):
        carry_over_of = theirs.carry_over_of if theirs.carry_over_in else left.carry_over_of
        journal.change(
            to,
            handicap_unit=theirs.handicaps_in or left.handicap_unit,
            carry_over_unit=theirs.carry_over_in or left.carry_over_unit,
            carry_over_of=carry_over_of,
            strata=to.strata or left.strata,
        )
        _give(section, (pair_no,), {}, journal)
        _give(to, (), {place: own}, journal)


def _give(
    section: Section, former: Collection[int], pairs: Mapping[int, PairExtras], journal: Journal
) -> None:
    """Let *pairs* of *section* have these, by number, and the *former*, who had anything, nothing more."""
    numbers = {*former, *pairs}
    for entry in section.entries.filter(pair_no__in=numbers) if numbers else ():
        journal.change(entry, keep_all=False, **pairs.get(entry.pair_no, PairExtras())._asdict())


def _check(section: Section, extras: Extras) -> None:
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    for pair_no in extras.pairs:
        if pair_no not in numbers:
            raise DeskError(
                BoardSentences.PAIR_NUMBER,
                pair_no=pair_no,
                pairs=", ".join(map(section.label, numbers)),
            )
    most = extras.carry_over_of
    for pair_no, own in extras.pairs.items() if most not in ("", BESIDE) else ():
        if own.carry_over and Fraction(own.carry_over) > Fraction(most):
            label = section.label(pair_no)
            raise DeskError(
                BoardSentences.CARRY_OVER_ABOVE, pair=label, amount=own.carry_over, most=most
            )
    method = find_method(section.session.event.scoring)
    units = dict(units_of(method))
    amounts = (
        ("handicap", extras.handicap_unit, any(own.handicap for own in extras.pairs.values())),
        (
            "carry-over",
            extras.carry_over_unit,
            any(own.carry_over for own in extras.pairs.values()),
        ),
    )
    for what, unit, is_given in amounts:
        if is_given and not units:
            raise DeskError(BoardSentences.EXTRA_NOT_TAKEN, method=method.name.lower(), what=what)
        if is_given and unit not in units:
            raise DeskError(
                BoardSentences.EXTRA_WITHOUT_UNIT, what=what, units=", ".join(units.values())
            )
