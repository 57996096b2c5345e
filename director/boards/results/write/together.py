"""What sections that are ranked together have to have in common."""

from director.boards import sentences
from director.boards.results.read.extras import STRATA, Extras, section_extras
from director.boards.sitting import sitting_of
from director.errors import DeskError
from director.models import Section
from director.models.ruling import Unit


def refuse_units_apart(section: Section, extras: Extras) -> None:
    """Refuse *extras* that cannot be ranked together with what the pairs of the other sections have.

    :raises DeskError: with the section that has them in another unit, or strata of another kind
    """
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
