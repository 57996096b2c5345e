"""Handicaps, strata and carry-over: stored for all pairs at once, and taken back."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards import sentences
from director.boards.results.read.acts import EXTRAS
from director.boards.results.read.extras import (
    STRATA,
    Extras,
    StoredExtras,
    extras_read,
    extras_stored,
    section_extras,
    units_of,
)
from director.boards.results.read.scored import section_scored
from director.boards.results.write.acts import section_act
from director.boards.sitting import sitting_of
from director.desk.journal.write import Journal
from director.errors import DeskError, PairNumberError
from director.models import Section
from director.models.ruling import Unit
from scoring import find_method

_WHAT = "Handicaps, strata and carry-over"


def extras_store(*, section: Section, extras: Extras, user: User | None) -> None:
    """Give the pairs of *section* these *extras* in place of those they had, which can be put back.

    :raises PairNumberError: for a pair the section does not have
    :raises DeskError: for an amount without a unit in which the event's method can take it
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=EXTRAS, words=f"{_WHAT}: changed.", user=user) as journal:
        _check(section, extras)
        _check_others(section, extras)
        section.refresh_from_db(fields=["extras"])
        stored = extras_stored(extras)
        if stored == extras_stored(section_extras(section)):
            return
        at = timezone.now().isoformat(timespec="seconds")
        _keep(section, [*section.extras, {**stored, "by": str(user or ""), "at": at}], journal)


def extras_undo(*, section: Section, user: User | None) -> None:
    """Put back what the pairs had before the latest change.

    :raises DeskError: if nothing was changed, or another section counts in another unit by now
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=EXTRAS, words=f"{_WHAT}: as before.", user=user) as journal:
        section.refresh_from_db(fields=["extras"])
        if not section.extras:
            raise DeskError(sentences.NO_EXTRA_TO_UNDO)
        *before, _last = section.extras
        if before:
            _check_others(section, extras_read(before[-1]))
        _keep(section, before, journal)


def extras_follow(*, section: Section, places: Mapping[int, int], journal: Journal) -> None:
    """Let what pairs have follow them to other places, also in what can be put back: by old number the new one."""
    section.refresh_from_db(fields=["extras"])
    followed = [
        {**stored, "pairs": {str(places.get(int(old), int(old))): own for old, own in stored["pairs"].items()}}
        for stored in section.extras
    ]
    journal.change(section, extras=followed)


def extras_move(*, section: Section, pair_no: int, to: Section, place: int, journal: Journal) -> None:
    """Let what a pair of *section* has go with it to the *place* that it takes in the section *to*."""
    for each in (section, to):
        each.refresh_from_db(fields=["extras"])
    if not section.extras or str(pair_no) not in section.extras[-1]["pairs"]:
        return
    *before, last = section.extras
    own = last["pairs"][str(pair_no)]
    left = {number: other for number, other in last["pairs"].items() if number != str(pair_no)}
    *theirs, now = to.extras or [{**last, "pairs": {}}]
    theirs_now = extras_read(now)
    joined = {
        **now,
        "handicap_unit": theirs_now.handicaps_in or last["handicap_unit"],
        "carry_over_unit": theirs_now.carry_over_in or last["carry_over_unit"],
        "pairs": {**now["pairs"], str(place): own},
    }
    journal.change(section, extras=[*before, {**last, "pairs": left}])
    journal.change(to, extras=[*theirs, joined])


def _check(section: Section, extras: Extras) -> None:
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    for pair_no in extras.pairs:
        if pair_no not in numbers:
            raise PairNumberError(sentences.PAIR_NUMBER, pair_no=pair_no, pairs=", ".join(map(section.label, numbers)))
    method = find_method(section.session.event.scoring)
    units = dict(units_of(method))
    amounts = (
        ("handicap", extras.handicap_unit, any(own.handicap for own in extras.pairs.values())),
        ("carry-over", extras.carry_over_unit, any(own.carry_over for own in extras.pairs.values())),
    )
    for what, unit, is_given in amounts:
        if is_given and not units:
            raise DeskError(sentences.EXTRA_NOT_TAKEN, method=method.name.lower(), what=what)
        if is_given and unit not in units:
            raise DeskError(sentences.EXTRA_WITHOUT_UNIT, what=what, units=", ".join(units.values()))


def _check_others(section: Section, extras: Extras) -> None:
    """Refuse what cannot be ranked together with what the pairs of the other sections have."""
    for other in sitting_of(section).sections:
        theirs = section_extras(other)
        if other == section or not theirs.pairs or not extras.pairs:
            continue
        for what, unit, own in (
            ("handicaps", theirs.handicaps_in, extras.handicaps_in),
            ("carry-over", theirs.carry_over_in, extras.carry_over_in),
        ):
            if unit and own and unit != own:
                raise DeskError(sentences.EXTRAS_OF_ANOTHER_UNIT, letter=other.letter, what=what, unit=Unit(unit).label)
        if theirs.strata != extras.strata and any(pair.stratum for pair in theirs.pairs.values()):
            raise DeskError(
                sentences.STRATA_OF_ANOTHER_KIND, letter=other.letter, strata=dict(STRATA)[theirs.strata].lower()
            )


def _keep(section: Section, states: list[StoredExtras], journal: Journal) -> None:
    journal.change(section, extras=states)
    section_scored(section)
