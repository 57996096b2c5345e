"""The cards that come with results from elsewhere, kept as if their file had been read in at Hands."""

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from django.contrib.auth.models import User

from director.boards.hands.write import deals_take
from director.boards.importing.sittings import SourceSitting
from director.errors import DeskError
from director.files.deals.model import FiledDeal
from director.models import Section


def sittings_hands(
    sittings: Iterable[SourceSitting], *, file_name: str, user: User | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Keep the cards of all *sittings*; return what to tell of it, and what a person should look at."""
    count, looks = 0, []
    for sitting in sittings:
        for section, deals, all_sections in _together(sitting):
            try:
                taken = deals_take(
                    section=section,
                    deals=deals,
                    source=PurePath(file_name).name,
                    user=user,
                    all_sections=all_sections,
                )
            except DeskError as error:
                looks.append(f"The cards were left out: {error}")
            else:
                count += len(taken.boards)
    notes = (f"The cards of {count} board{'s' * (count != 1)} came with it.",) if count else ()
    return notes, tuple(looks)


def _together(sitting: SourceSitting) -> Iterator[tuple[Section, tuple[FiledDeal, ...], bool]]:
    """Yield the deals of *sitting* once where all its sections have the same, else those of each section."""
    parts = [(section, source.hands) for section, source in sitting.sections]
    if len({hands for _section, hands in parts}) == 1:
        parts, all_sections = parts[:1], True
    else:
        all_sections = False
    yield from ((section, hands, all_sections) for section, hands in parts if hands)
