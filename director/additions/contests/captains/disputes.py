"""Results about which captains disagree, and the director's decision between them.

What captains said stays stored until the director decides, and the undo of a decision asks again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from director.additions.contests.matches.reported import (
    TypedMatch,
    store_match_result,
)
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.match_words import (
    MatchStatements,
    TeamStatements,
    read_claim,
)
from director.boards.movement.lines.progress import format_match_name
from director.boards.movement.lines.section_lines import MatchKey, format_match_code
from director.boards.movement.sections import DECIDED, fetch_scoring_field
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.sheets import SessionResults
from director.errors import DeskError
from director.models import Section, TableWord
from scoring.model import format_match_result

KEEP = "keep"
"""The choice of the director that leaves the result as it is."""


@dataclass(frozen=True, slots=True)
class DisputeChoice:
    """A button of a dispute."""

    value: str  # the primary key of the TableWord whose result counts, or KEEP
    label: str


@dataclass(frozen=True, slots=True)
class MatchDispute:
    """A match about whose result the captains disagree."""

    key: MatchKey
    name: str
    sentence: str  # who says what
    stored_text: str  # the result that counts now, "" if boards give it
    choices: tuple[DisputeChoice, ...]

    @property
    def code(self) -> str:
        """The match in forms."""
        return format_match_code(self.key)


def list_match_disputes(
    section: Section, session_results: SessionResults | None = None
) -> tuple[MatchDispute, ...]:
    """Return the matches of *section* about which captains disagree.

    Pass *session_results* if the page has scored the results already. (Costs one query if nobody disagrees.)
    """
    if not fetch_disputing_entries(section):
        return ()
    return tuple(
        _make_disputes(session_results or SessionResults(fetch_scoring_field(section)), section)
    )


def fetch_disputing_entries(section: Section) -> list[TableWord]:
    """Return the captains' entries against results of *section*, also of results since corrected."""
    return list(fetch_captains_entries(section).filter(is_dispute=True, dropped_at__isnull=True))


def fetch_captains_entries(section: Section) -> QuerySet[TableWord]:
    """Return the captains' entries about results of *section* in order, also dropped ones."""
    stored_entries = TableWord.objects.filter(access__section=section, access__is_captain=True)
    return stored_entries.filter(kind=TableWord.Kind.MATCH).order_by("pk")


def fetch_awaited_teams_by_match(
    section: Section, session_results: SessionResults
) -> dict[MatchKey, str]:
    """Return the team that hasn't confirmed yet, for each match that one captain confirmed.

    *session_results* are the results of the session. (Costs one query if no captain has said anything.)
    """
    if not fetch_captains_entries(section).filter(dropped_at__isnull=True).exists():
        return {}
    team_by_match = {}
    for statements in TeamStatements(SessionMatches(session_results)).all:
        match_key = _find_section_key(session_results, section, statements)
        current_by_team = {
            team: statement
            for team, statement in statements.statement_by_team.items()
            if statement.is_current
        }
        silent_teams = [
            team_row
            for team_row in (statements.scored_match.home, statements.scored_match.away)
            if team_row.contestant not in current_by_team
        ]
        is_confirmed_by_captain = any(
            statement.is_of_captain and statement.is_right for statement in current_by_team.values()
        )
        if match_key and is_confirmed_by_captain and len(silent_teams) == 1:
            team_by_match[match_key] = f"{silent_teams[0].label} {silent_teams[0].names}".strip()
    return team_by_match


def _make_disputes(session_results: SessionResults, section: Section) -> Iterator[MatchDispute]:
    stored_matches = session_results.get_section_lines(section).stored_matches
    for statements in TeamStatements(SessionMatches(session_results)).all:
        disputing_statements = [
            statement
            for statement in statements.statement_by_team.values()
            if statement.is_open_dispute and statement.is_of_captain
        ]
        key = _find_section_key(session_results, section, statements)
        if not disputing_statements or key is None:
            continue
        stored_match = stored_matches.get(key)
        result = get_reported_result(stored_match) if stored_match else None
        # Boards that are all entered count, whatever was sent before.
        is_by_boards = not statements.scored_match.is_reported
        stored_text = format_match_result(result) if result and not is_by_boards else ""
        keep_label = f"Keep {stored_text or 'result'}"
        choices = [DisputeChoice(KEEP, keep_label)]
        if not is_by_boards:
            choices += [
                DisputeChoice(
                    f"{statement.stored_id}", f"Take {format_match_result(statement.claim)}"
                )
                for statement in disputing_statements
                if statement.claim
            ]
        yield MatchDispute(
            key=key,
            name=statements.name,
            sentence=_format_dispute(statements, stored_text),
            stored_text=stored_text,
            choices=tuple(choices),
        )


def _find_section_key(
    session_results: SessionResults, section: Section, statements: MatchStatements
) -> MatchKey | None:
    """Return the key of a match in *section*, or None if it is of another section."""
    match_section, home = session_results.scoring_field.get_section_and_number(
        statements.scored_match.home.contestant
    )
    _section, away = session_results.scoring_field.get_section_and_number(
        statements.scored_match.away.contestant
    )
    if match_section.pk != section.pk:
        return None
    return (statements.round_no, min(home, away), max(home, away))


def _format_dispute(statements: MatchStatements, stored_text: str) -> str:
    """Return who says what: ``"Team 3 says 40 : 12 IMPs, team 5 says 38 : 14 IMPs."``."""
    parts = []
    if stored_text:
        supporter_names = [
            statement.team_name
            for statement in statements.statement_by_team.values()
            if statement.is_current and statement.is_right
        ]
        if supporter_names:
            parts.append(f"{supporter_names[0]} says {stored_text}")
        else:
            parts.append(f"entered is {stored_text}")
    for statement in statements.statement_by_team.values():
        if statement.is_open_dispute and statement.claim:
            parts.append(f"{statement.team_name} says {format_match_result(statement.claim)}")
        elif statement.is_open_dispute:
            parts.append(f"{statement.team_name} says the result isn’t right")
    sentence = ", ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def decide_dispute(
    *, section: Section, code: str, chosen_value: str, shown_text: str, user: User | None
) -> str:
    """Decide between two captains, and return a sentence on the result that counts.

    *chosen_value* is the value of a :class:`DisputeChoice`, and *shown_text* the result that the page
    showed. The undo asks again.

    :raises DeskError: if they don't disagree any more, or the result has changed
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, message="", user=user) as journal:
        section = lock_section(section)
        disputes_by_code = {dispute.code: dispute for dispute in list_match_disputes(section)}
        dispute = disputes_by_code.get(code)
        if dispute is None or chosen_value not in {choice.value for choice in dispute.choices}:
            raise DeskError(
                "decided-already",
                "The captains no longer disagree about this match. Check its result.",
            )
        if dispute.stored_text != shown_text:
            raise DeskError(
                "stored-changed",
                "The result of this match has changed since you opened this page. Decide again.",
            )
        if chosen_value == KEEP:
            result_text = dispute.stored_text or "the result"
            journal.message = f"{format_match_name(section, dispute.key)}: {result_text} stays."
        else:
            chosen_entry = next(
                stored_entry
                for stored_entry in fetch_disputing_entries(section)
                if f"{stored_entry.pk}" == chosen_value
            )
            typed_match = TypedMatch(dispute.key, read_claim(chosen_entry))
            journal.message = store_match_result(section, typed_match, journal)
        # The director has decided, so no captain is asked again.
        for stored_entry in _fetch_match_entries(section, dispute.key):
            journal.change(stored_entry, dropped_at=timezone.now())
        score_section(section)
        return journal.message


def _fetch_match_entries(section: Section, key: MatchKey) -> list[TableWord]:
    round_no, home, away = key
    stored_entries = fetch_captains_entries(section).filter(round_no=round_no, ns=home, ew=away)
    return list(stored_entries.filter(dropped_at__isnull=True))
