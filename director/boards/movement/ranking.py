"""Who is compared with whom on a board, and who is ranked with whom.

Both are settings in several records: the event's places and finals, and the stage's finals.
:class:`RankingField` is the one place that reads them together. Standings, strata, pair pages,
cross-tables, files, paper and pages ask it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from director.models import Event, Section, Session
from director.models.event import Finals, RankingScope

_SCOPE_TEXTS = {
    RankingScope.FIELD: "sections together",
    RankingScope.SECTION: "each section by itself",
}


@dataclass(frozen=True)
class RankingField:
    """The *sections* of a *session* as they are compared and ranked.

    *follows_places* says that its sections are finals although no stage says so: they follow the
    places before. Only who has the results of all sessions knows that.
    """

    session: Session
    sections: Sequence[Section]
    follows_places: bool = False

    @property
    def event(self) -> Event:
        """The event of the session."""
        return self.session.event

    @property
    def is_divided(self) -> bool:
        """Whether there are several sections."""
        return len(self.sections) > 1

    # Who is ranked with whom.

    @property
    def scope(self) -> RankingScope:
        """Who is ranked together by the event's setting, whether or not the sections are finals."""
        return RankingScope(self.event.places) if self.is_divided else RankingScope.FIELD

    @property
    def has_named_finals(self) -> bool:
        """Whether the sections are finals of their stage, which has a name."""
        return self.is_divided and self.session.has_finals

    @property
    def finals(self) -> Finals:
        """Whether the sections are finals: always, never, or if they follow the places before."""
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
        """Whether the places are counted within each section."""
        return self.has_finals or self.scope == RankingScope.SECTION

    @property
    def description(self) -> str:
        """Who is ranked together, in words, or "" for an only section."""
        if not self.is_divided:
            return ""
        return "each final by itself" if self.has_finals else _SCOPE_TEXTS[self.scope]

    def get_title(self, section: Section) -> str:
        """Return the title of the list in which *section* is ranked by itself."""
        if self.has_named_finals:
            return section.name
        return f"{'Final' if self.has_finals else 'Section'} {section.letter}"

    # Who plays the same cards.

    def list_sections_with_deals(self, section: Section) -> list[Section]:
        """Return the sections that play the cards of *section*, which comes first.

        Sections that are ranked by themselves by the event's setting may have cards of their own.
        """
        if self.scope == RankingScope.SECTION:
            return [section]
        return [section, *(other for other in self.sections if other.pk != section.pk)]

    @property
    def settings_by_title(self) -> dict[str, str]:
        """The settings of the event, as a published version of the standings lists them."""
        settings = {"Places": RankingScope(self.event.places).label}
        if self.event.finals != Finals.BY_PLACES:
            settings["Sections of the last session"] = Finals(self.event.finals).label
        return settings
