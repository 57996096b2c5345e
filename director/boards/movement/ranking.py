"""Which sections are compared on a board, and which are ranked together.

Both are settings in several records: the event's places and finals, the stage's finals, the option
``compare`` of the scoring method, and the deals of each section. Only :class:`RankingField` reads them
together. Standings, strata, pair pages, cross-tables, files, paper and pages ask it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from director.models import Event, Section, Session, Stage
from director.models.event import Finals, RankingScope
from scoring.registry import get_method
from scoring.totals.sections import COMPARE

_COMPARED_APART = "section"
"""The choice of ``COMPARE`` for results that are compared within their section."""
_SCOPE_TEXTS = {
    RankingScope.FIELD: "sections together",
    RankingScope.SECTION: "each section by itself",
}


@dataclass(frozen=True)
class RankingField:
    """The sections of a session as they are compared and ranked."""

    session: Session
    sections: Sequence[Section]
    # The sections are finals because they follow the ranks of the session before, although no stage
    # says so. The results of all sessions decide it.
    follows_places: bool = False

    @property
    def event(self) -> Event:
        """The event of the session."""
        return self.session.event

    @property
    def is_divided(self) -> bool:
        """Whether there are several sections."""
        return len(self.sections) > 1

    # Which sections are ranked together.

    @property
    def scope(self) -> RankingScope:
        """The event's setting for ranking, whether or not the sections are finals."""
        return RankingScope(self.event.places) if self.is_divided else RankingScope.FIELD

    @property
    def has_named_finals(self) -> bool:
        """Whether the sections are finals of their stage, which has a name."""
        return self.is_divided and self.session.has_finals

    @property
    def finals(self) -> Finals:
        """Whether the sections are finals: always, never, or if they follow the ranks before."""
        if self.has_named_finals:
            return Finals.ALWAYS
        if not self.is_divided or self.scope == RankingScope.SECTION:
            return Finals.NEVER
        return Finals(self.event.finals)

    @property
    def has_finals(self) -> bool:
        """Whether each section is a final."""
        return self.has_named_finals or (self.is_divided and self.follows_places)

    @property
    def is_ranked_by_section(self) -> bool:
        """Whether ranks are counted within each section."""
        return self.has_finals or self.scope == RankingScope.SECTION

    @property
    def description(self) -> str:
        """What is ranked together, in words, or "" for a single section."""
        if not self.is_divided:
            return ""
        return "each final by itself" if self.has_finals else _SCOPE_TEXTS[self.scope]

    def get_title(self, section: Section) -> str:
        """Return the title of the list in which *section* is ranked by itself."""
        if self.has_named_finals:
            return section.name
        return f"{'Final' if self.has_finals else 'Section'} {section.letter}"

    # Which sections are compared.

    @cached_property
    def compared_groups(self) -> tuple[tuple[Section, ...], ...]:
        """The sections whose results are compared on a board, group by group.

        For sections that play the same cards, see :meth:`list_sections_with_deals`.
        """
        record = self.session.scoring_record
        if _get_comparison(record) == _COMPARED_APART:
            return tuple((section,) for section in self.sections)
        return self._groups_by_deals

    @cached_property
    def _groups_by_deals(self) -> tuple[tuple[Section, ...], ...]:
        groups: dict[str, list[Section]] = {}
        for section in self.sections:
            groups.setdefault(section.deals_letter, []).append(section)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def scoring_options(self) -> Mapping[str, str]:
        """The options with which the session is scored.

        If sections played other deals, the method divides the field, by :meth:`get_compared_name`.
        """
        options: dict[str, str] = self.session.scoring_record.scoring_options
        if len(self._groups_by_deals) > 1:
            return {**options, COMPARE.name: _COMPARED_APART}
        return options

    def get_compared_name(self, letter: str) -> str:
        """Return the name, in scoring, of the group in which the section with *letter* is compared.

        It is the letter itself unless several sections are one group beside another.
        """
        return self._compared_name_by_letter.get(letter, letter)

    @cached_property
    def _compared_name_by_letter(self) -> dict[str, str]:
        if len(self._groups_by_deals) < 2:
            return {}
        names: dict[str, str] = {}
        for group in self.compared_groups:
            letters = [section.letter for section in group]
            group_name = "+".join(letters)
            names |= dict.fromkeys(letters, group_name)
        return names

    def list_sections_with_deals(self, section: Section) -> list[Section]:
        """Return the sections that play the cards of *section*, which comes first."""
        others = [
            other
            for other in self.sections
            if other.pk != section.pk and other.deals_letter == section.deals_letter
        ]
        return [section, *others]

    def iter_notes(self) -> Iterator[str]:
        """Yield a sentence for each group of sections that played other deals than the first."""
        for group in self._groups_by_deals[1:]:
            letters = [section.letter for section in group]
            *first, last = letters
            if first:
                yield (
                    f"Sections {', '.join(first)} and {last} played other deals, so their results are "
                    "compared with each other only."
                )
            else:
                yield (
                    f"Section {last} played other deals, so its results are compared with each other "
                    "only."
                )

    @property
    def settings_by_title(self) -> dict[str, str]:
        """The settings of the event, as a published version of the standings lists them."""
        settings = {"Places": RankingScope(self.event.places).label}
        if self.event.finals != Finals.BY_PLACES:
            settings["Sections of the last session"] = Finals(self.event.finals).label
        return settings


def can_compare_apart(record: Event | Stage) -> bool:
    """Return whether the scoring method of *record* can compare sections by themselves."""
    return COMPARE.name in get_method(record.scoring).complete_settings({})


def _get_comparison(record: Event | Stage) -> str:
    settings = get_method(record.scoring).complete_settings(record.scoring_options)
    return settings.get(COMPARE.name, "")
