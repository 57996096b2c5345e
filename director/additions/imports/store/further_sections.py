"""Import an event that was played elsewhere into a night, as its further sections.

A *hybrid* event is played in the hall and online, or at two venues. Its parts are ranked as one
field. If both played the same deals, their results are compared with each other. If not, each part
is compared by itself, and the percentages (or IMPs) are ranked. The file's official figures aren't
kept, since they compare a smaller field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.imports.formats.source.model import SourceEvent, SourceSection
from director.additions.imports.official.field import make_imported_session
from director.additions.imports.official.figures import NO_DIFFERENCES
from director.additions.imports.official.session import OfficialSession
from director.additions.imports.official.store import store_lines
from director.additions.imports.store.event import (
    ImportReport,
    describe_counts,
    describe_origin,
    list_source_notes,
    store_hands,
)
from director.additions.imports.store.pairs import PeopleReport, store_pairs
from director.additions.imports.store.plans import store_plans
from director.additions.imports.store.sections import SourceSession, make_further_sections
from director.boards.contests import CONTESTS
from director.boards.movement.ranking import can_compare_apart
from director.boards.movement.sections import fetch_session_field
from director.boards.play.results.acts import open_correction
from director.boards.play.sessions import lock_session
from director.boards.refusals import make_played_elsewhere_error
from director.core.base.act_kinds import ActKind
from director.core.night.journal import record_act
from director.errors import DeskError
from director.formats.errors import summarize_doubts
from director.models import Deal, Section, Session
from director.models.event import Game
from scoring.registry import get_method


class DealsChoice(StrEnum):
    """What the director says about whether a file and the night have the same deals."""

    DETECT = ""
    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FurtherSections:
    """The unsaved sections of a file for a night, and whether they *have_other_deals*."""

    source_session: SourceSession
    have_other_deals: bool

    @property
    def name(self) -> str:
        """Their name in sentences: "section B", or "sections B and C"."""
        *first, last = [section.letter for section in self.source_session.scoring_field.sections]
        return f"sections {', '.join(first)} and {last}" if first else f"section {last}"

    @property
    def title(self) -> str:
        """Their name at the beginning of a sentence."""
        return self.name.replace("section", "Section", 1)

    @property
    def description(self) -> str:
        """How they are compared and ranked."""
        if self.have_other_deals:
            return (
                "They played other deals, so results are compared within each part of the field, and "
                "all are ranked in one list."
            )
        return "They played the same deals, so results are compared across the whole field."


def make_sections_for_night(
    source: SourceEvent, session: Session, deals: DealsChoice
) -> FurtherSections:
    """Return the sections that *source* becomes in *session*. Stores nothing.

    :raises DeskError: if the night can't take them, or if nothing says whether the deals are the same
    """
    scoring_field = fetch_session_field(session)
    event = scoring_field.event
    if event.source:
        raise make_played_elsewhere_error(name=event.name)
    if len(source.sessions) > 1:
        raise DeskError(
            "file-of-sessions",
            "The file has {count} sessions, but only one can become a section of a night. Import it "
            "as an event of its own.",
            count=len(source.sessions),
        )
    if (source.contest, source.game) != (event.contest, event.game):
        raise DeskError(
            "other-contest",
            "The file has {given}, but {event} is for {contest}. Import it as an event of its own.",
            given=_describe_contest(source.contest, source.game),
            event=event.name,
            contest=_describe_contest(event.contest, event.game),
        )
    if scoring_field.has_matches:
        raise DeskError(
            "night-of-matches",
            "{event} is scored by matches, which no section from a file can join. Import the file "
            "as an event of its own.",
            event=event.name,
        )
    source_session = make_further_sections(source, session, scoring_field.sections)
    hall_sections = [section for section in scoring_field.sections if not section.deals_letter]
    have_other_deals = _have_other_deals(source_session.source_sections, hall_sections, deals)
    if have_other_deals and not can_compare_apart(session.scoring_record):
        raise DeskError(
            "method-of-one-field",
            "{method} can’t rank results of different deals in one list. Choose another method in "
            "Scoring first, such as matchpoints.",
            method=get_method(session.scoring_record.scoring).name,
        )
    return FurtherSections(source_session, have_other_deals)


def _describe_contest(contest: str, game: str) -> str:
    return f"{CONTESTS[contest].contestants_noun} at {Game(game).label.lower()}"


def _have_other_deals(
    source_sections: Sequence[SourceSection], hall_sections: Sequence[Section], deals: DealsChoice
) -> bool:
    """Return whether *source_sections* played other deals, by their hands unless *deals* says it."""
    pairs_of_cards = list(_iter_pairs_of_cards(source_sections, hall_sections))
    is_equal = all(ours == theirs for ours, theirs in pairs_of_cards)
    if deals == DealsChoice.SAME and not is_equal:
        raise DeskError(
            "other-deals-in-file",
            "Hands of the file differ from those of the night, so the deals aren’t the same. Choose "
            "“Other deals”, or correct the hands of the night first.",
        )
    if deals != DealsChoice.DETECT:
        return deals == DealsChoice.OTHER
    if not pairs_of_cards:
        raise DeskError(
            "deals-unknown",
            "No board has its hands both in the file and here, so say whether the deals were the same: "
            "choose at Deals.",
        )
    return not is_equal


def _iter_pairs_of_cards(
    source_sections: Sequence[SourceSection], hall_sections: Sequence[Section]
) -> Iterator[tuple[str, str]]:
    """Yield the cards here and in the file of each board that both know."""
    stored_deals = Deal.objects.filter(section__in=hall_sections)
    cards_by_board: Mapping[int, str] = dict(stored_deals.values_list("board_no", "cards"))
    for source_section in source_sections:
        for deal in source_section.hands:
            if deal.board_no in cards_by_board:
                yield cards_by_board[deal.board_no], str(deal.hands)


def describe_planned_sections(
    source: SourceEvent, session: Session, deals: DealsChoice
) -> list[str]:
    """Return sentences about what :func:`import_sections` would store.

    :raises DeskError: as :func:`make_sections_for_night`
    """
    further = make_sections_for_night(source, session, deals)
    return [
        f"{further.title} of {session.event.name}: {describe_counts(source)}.",
        further.description,
        *list_source_notes(session.event.club, source),
    ]


def import_sections(
    *, session: Session, source: SourceEvent, deals: DealsChoice, file_name: str, user: User | None
) -> ImportReport:
    """Store *source* as further sections of *session*, with their results. All or nothing.

    :raises DeskError: as :func:`make_sections_for_night`
    :raises FinalError: if the results are final
    """
    origin = describe_origin(source, file_name)
    with transaction.atomic():
        further, people_report, plan_failures = _store_sections(
            session, source, deals, origin=origin, user=user
        )
        # An act of its own, since hands can be undone and sections can't.
        hand_notes, hand_doubts = store_hands(
            (further.source_session,), file_name=file_name, user=user
        )
    return ImportReport(
        session.event,
        counts_text=describe_counts(source),
        notes=(further.description, *people_report.notes, *hand_notes),
        ignored_parts=tuple(map(str, source.ignored_parts)),
        doubts=(
            *summarize_doubts(source.warnings),
            *plan_failures,
            *people_report.warnings,
            *hand_doubts,
        ),
        added_sections=further.name,
    )


def _store_sections(
    session: Session,
    source: SourceEvent,
    deals: DealsChoice,
    *,
    origin: str,
    user: User | None,
) -> tuple[FurtherSections, PeopleReport, list[str]]:
    """Store the sections with pairs, movement and results.

    Return them, with notes and warnings about people, and why movements weren't stored.
    """
    first_section = Section.objects.filter(session=session).select_related("session__event")[0]
    with open_correction(section=first_section, user=user) as section:
        locked_session = lock_session(section.session)
        locked_session.event = section.session.event
        further = make_sections_for_night(source, locked_session, deals)
        source_session = further.source_session
        new_sections = source_session.scoring_field.sections
        for new_section in new_sections:
            new_section.source = origin
            new_section.deals_letter = new_sections[0].letter if further.have_other_deals else ""
        message = f"{further.title} imported from {origin}."[:300]
        with record_act(
            event=locked_session.event, kind=ActKind.SECTIONS, message=message, user=user
        ) as journal:
            for new_section in new_sections:
                journal.create(new_section)
            plan_failures = store_plans((source_session,), is_whole_event=False)
            people_report = store_pairs(locked_session.event.club, (source_session,))
            method = get_method(locked_session.scoring_record.scoring)
            imported_session = make_imported_session(
                source_session, has_own_average=method.has_own_average
            )
            store_lines(
                sessions=[OfficialSession(imported_session, (), (), NO_DIFFERENCES)], user=user
            )
    return further, people_report, plan_failures
