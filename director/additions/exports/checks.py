"""Find the problems for which a union would reject an event's file.

These are missing or shared membership numbers, missing names, missing results and results of matches
without boards, and hands that do not fit the results. The file itself is left to ``event``.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse

from director.additions import find_hands_desk
from director.additions.exports.files.usebio.receivers import GENERAL, Receiver
from director.additions.exports.problems import ExportProblem, count_text, make_export_problem
from director.additions.exports.receivers import find_receiver_problems
from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import NOT_PLAYED
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.club.people import make_sent_number_expression
from director.models import EntryPlayer, Event, Person, Section
from director.sheets import Link


@dataclass(frozen=True, slots=True)
class _Player:
    """A player of the event, with membership number and section."""

    section_id: int
    pair_no: int
    person_id: int
    name: str
    number: str


def find_export_problems(
    results: EventResults, receiver: Receiver = GENERAL
) -> list[ExportProblem]:
    """Return why *receiver* would reject the event's file, what it needs itself first.

    Costs one query, or two with former players, or another one for receivers of simple files. The
    sheets are those of the results page, so nothing is scored again.
    """
    columns = ("section_id", "entry__pair_no", "person_id", "person__name", "sent")
    entry_players = EntryPlayer.objects.filter(section__session__event=results.event)
    ordered = entry_players.order_by("person__name", "person_id")
    numbered = ordered.annotate(sent=make_sent_number_expression(results.event.club))
    players = [_Player(*row) for row in numbered.values_list(*columns)]
    everybody = [*players, *_fetch_former_players(results, players)]
    problems = list(find_receiver_problems(results, receiver))
    if receiver.needs_numbers:
        problems += _find_number_problems(results.event, everybody)
    for sheets in results.sessions:
        problems += _find_session_problems(results, sheets, players)
    return problems


def _fetch_former_players(results: EventResults, players: Iterable[_Player]) -> Iterator[_Player]:
    """Yield the players who are not entered any more or sat for a team. At most one query."""
    person_ids: set[int] = set()
    for sheets in results.sessions:
        for sitters in sheets.sitters.values():
            person_ids.update(sitter.person_id for sitter in sitters if sitter is not None)
        for entered in sheets.entered.values():
            if entered.earlier_players:
                person_ids.update(presence.sitter.person_id for presence in entered.presences)
    person_ids.difference_update(player.person_id for player in players)
    if not person_ids:
        return
    people = Person.objects.filter(pk__in=person_ids).order_by("name", "pk")
    numbered = people.annotate(sent=make_sent_number_expression(results.event.club, ""))
    for person_id, name, number in numbered.values_list("pk", "name", "sent"):
        yield _Player(0, 0, person_id, name, number)


def _find_number_problems(event: Event, players: Iterable[_Player]) -> Iterator[ExportProblem]:
    # Somebody who plays in several sessions is one person with one number.
    people = {player.person_id: player for player in players}
    unnumbered_count = sum(not player.number for player in people.values())
    if unnumbered_count:
        count = count_text(unnumbered_count, "player has", "players have")
        link = Link("Enter numbers", reverse("event_numbers", args=[event.pk]))
        yield make_export_problem(f"{count} no {event.club.sent_label}", [link])
    links_by_number: dict[str, list[Link]] = defaultdict(list)
    for player in people.values():
        if player.number:
            address = reverse("person", args=[player.person_id])
            link = Link(player.name, f"{address}?event={event.pk}")
            links_by_number[player.number].append(link)
    for number, links in links_by_number.items():
        if len(links) > 1:
            yield make_export_problem(f"{len(links)} players share the number {number}", links)


def _find_session_problems(
    results: EventResults, sheets: SessionSheets, players: Sequence[_Player]
) -> Iterator[ExportProblem]:
    scoring_field = sheets.scoring_field
    prefix = f"Session {scoring_field.session.number}: " if results.has_several_sessions else ""
    desk = find_hands_desk()
    if desk and sheets.visible_hands and desk.is_misplaced(sheets):
        hands = reverse(desk.url, args=[scoring_field.sections[0].place])
        yield make_export_problem(
            f"{prefix}the results don’t match the hands", [Link("Hands", hands)]
        )
    for section in scoring_field.sections:
        section_prefix = prefix
        if scoring_field.has_several_sections:
            section_prefix = f"{prefix}section {section.letter}: "
        section_lines = sheets.lines_of(section)
        lines = section_lines.all
        # Without any result, a list of all missing boards and names would help nobody.
        if not any(line.is_entered for line in lines):
            scores = reverse("session_scores", args=[section.place])
            yield make_export_problem(
                f"{section_prefix}no results have been entered", [Link("Scores", scores)]
            )
            continue
        yield from _find_name_problems(section, section_prefix, sheets, players)
        yield from _find_board_problems(
            section, section_prefix, [line for line in lines if not line.is_entered], "missing"
        )
        not_played = [line for line in lines if line.text.startswith(NOT_PLAYED)]
        yield from _find_board_problems(section, section_prefix, not_played, "not played")
        # Files list boards, and such a match has none.
        reported_matches = {
            section_lines.get_line_match(line) for line in lines if line.is_reported
        }
        if reported_matches:
            count = count_text(len(reported_matches), "match has", "matches have")
            fixtures = reverse("session_results_fixtures", args=[section.place])
            yield make_export_problem(
                f"{section_prefix}{count} a result without boards, which the file leaves out",
                [Link("Match results", fixtures)],
            )


def _find_name_problems(
    section: Section, prefix: str, sheets: SessionSheets, players: Iterable[_Player]
) -> Iterator[ExportProblem]:
    """Yield one problem with all pairs of *section* that have too few names, if there are any."""
    player_counts: Counter[int] = Counter()
    for player in players:
        if player.section_id == section.pk:
            player_counts[player.pair_no] += 1
    needed_players = CONTESTS[sheets.scoring_field.event.contest].players_at_once
    links = []
    for row in sheets.rows_by_number:
        row_section, pair_no = sheets.scoring_field.place(row.contestant)
        if row_section == section and player_counts[pair_no] < needed_players:
            links.append(Link(row.label, reverse("session_seats", args=[section.place])))
    if links:
        noun = sheets.heading.contestant_word
        count = count_text(len(links), f"{noun} has", f"{noun}s have")
        yield make_export_problem(f"{prefix}{count} too few names", links)


def _find_board_problems(
    section: Section, prefix: str, lines: Sequence[SectionLine], state: str
) -> Iterator[ExportProblem]:
    """Yield one problem with the boards of *lines*, which are in *state*, if there are any."""
    if not lines:
        return
    links = []
    for board_no in sorted({line.board_no for line in lines}):
        address = reverse("session_scores_board", args=[section.place, board_no])
        links.append(Link(f"board {board_no}", address))
    count = count_text(len(lines), "result is", "results are")
    yield make_export_problem(f"{prefix}{count} {state}", links)
