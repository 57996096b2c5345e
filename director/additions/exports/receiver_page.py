"""Who takes the USEBIO file of an event, and what its receiver would reject.

These are missing or shared membership numbers, missing names, missing results and results of matches
without boards, and hands that do not fit the results. The file itself is left to ``event``.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from director.additions.exports.event import make_results_export
from director.additions.exports.files.event_file import ExportedEvent
from director.additions.exports.files.usebio_receivers import (
    GENERAL_RECEIVER,
    RECEIVERS,
    MyabfFile,
    Receiver,
    get_remembered_receiver,
    is_membership_number,
    make_myabf_files,
)
from director.additions.exports.omissions import FileOmission, list_omissions
from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import NOT_PLAYED
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sections import fetch_section
from director.boards.pages.results.standings import show_export_tab
from director.boards.play.hooks import HANDS_DESK
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.address import find_url
from director.core.base.forms import ChoiceField, SettingsForm, TextField
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_send
from director.core.club.club import change_club
from director.core.club.people import make_exported_number_expression
from director.core.night.events import change_charges
from director.formats.errors import ExportError
from director.models import EntryPlayer, Event, Person, Section
from director.models.event import SectionRef
from director.sheets import Link
from movements.option import format_count

MAX_PROBLEM_LINKS = 12
"""Problems of one kind listed with a link. The rest are only counted."""


@dataclass(frozen=True, slots=True)
class ExportProblem:
    """A problem in *message*, with *links* to where it can be solved. *unlisted_count* are not listed."""

    message: str
    links: tuple[Link, ...]
    unlisted_count: int = 0


def make_export_problem(message: str, links: Sequence[Link]) -> ExportProblem:
    """Return the problem that *message* states, with a capital first letter and *links*."""
    return ExportProblem(
        f"{message[0].upper()}{message[1:]}",
        tuple(links[:MAX_PROBLEM_LINKS]),
        unlisted_count=max(0, len(links) - MAX_PROBLEM_LINKS),
    )


# Find what one receiver of USEBIO files needs that other unions don't.

_RECEIVER_ANCHOR = "#receiver"
"""The form of the page on which the receiver is chosen."""


def detect_receiver_problems(results: EventResults, receiver: Receiver) -> Iterator[ExportProblem]:
    """Yield what *receiver* needs and the event of *results* lacks.

    Costs one query if the receiver takes simple files.
    """
    if receiver.has_charges:
        yield from _detect_charge_problems(results.event)
    if receiver.needs_simple_files:
        yield from _detect_myabf_problems(results)


def _detect_charge_problems(event: Event) -> Iterator[ExportProblem]:
    if not event.club.club_number:
        link = Link("Enter it", reverse("club_numbers"))
        yield make_export_problem("the club has no number", [link])
    link = Link("Enter it above", _RECEIVER_ANCHOR)
    if not event.exported_charge_code:
        yield make_export_problem("there is no charge code", [link])
    if not event.exported_point_scale:
        yield make_export_problem("there is no master point scale", [link])


def _detect_myabf_problems(results: EventResults) -> Iterator[ExportProblem]:
    event = make_results_export(results)
    try:
        files = make_myabf_files(event)
    except ExportError as error:
        yield make_export_problem(str(error).rstrip("."), [Link("Receiver", _RECEIVER_ANCHOR)])
        return
    yield from _detect_abf_number_problems(event)
    yield from _detect_pair_problems(results, event)
    for file in files:
        yield from _detect_omitted_boards(results, file)


def _detect_abf_number_problems(event: ExportedEvent) -> Iterator[ExportProblem]:
    players = set()
    for section in event.sections:
        for entry in section.entries:
            for player in entry.players:
                if player.number and not is_membership_number(player.number):
                    players.add((player.name, player.number))
    if players:
        people_address = reverse("people")
        links = []
        for name, number in sorted(players):
            query = urlencode({"q": number})
            links.append(Link(f"{name} {number}", f"{people_address}?{query}"))
        count = format_count(len(players), "number is", "numbers are")
        yield make_export_problem(f"{count} left out, because an ABF number has digits only", links)


def _detect_pair_problems(results: EventResults, event: ExportedEvent) -> Iterator[ExportProblem]:
    """Yield one problem with all pairs of more than two players, if there are any."""
    links = []
    for exported_session, sheets in zip(event.sessions, results.sessions, strict=True):
        sections = zip(exported_session.sections, sheets.scoring_field.sections, strict=True)
        for exported_section, section in sections:
            seats_address = reverse("session_seats", args=[section.ref])
            for entry in exported_section.entries:
                if len(entry.players) > 2:
                    label = f"{exported_section.letter}{entry.label}"
                    links.append(Link(label, seats_address))
    if links:
        count = format_count(len(links), "pair has", "pairs have")
        yield make_export_problem(
            f"{count} a substitute: only the two who played most are sent", links
        )


def _detect_omitted_boards(results: EventResults, file: MyabfFile) -> Iterator[ExportProblem]:
    """Yield one problem with the boards of *file* that are left out, if there are any."""
    if not file.omitted_boards:
        return
    section = _get_file_section(results, file)
    links = []
    for board_no in file.omitted_boards:
        address = reverse("session_scores_board", args=[section.ref, board_no])
        links.append(Link(f"board {board_no}", address))
    prefix = f"session {file.session_no}: " if results.has_several_sessions else ""
    count = format_count(len(links), "board has a result", "boards have results")
    yield make_export_problem(f"{prefix}{count} that can’t be shown and is left out", links)


def _get_file_section(results: EventResults, file: MyabfFile) -> Section:
    """Return the section of *file*, or the first one if it holds several."""
    session_results = results.find_session(file.session_no) or results.first_session
    sections = session_results.scoring_field.sections
    for section in sections:
        if section.letter == file.letter:
            return section
    return sections[0]


@dataclass(frozen=True, slots=True)
class _EventPlayer:
    """A player of the event."""

    section_id: int  # 0 for somebody who isn't entered
    pair_no: int  # the same
    person_id: int
    name: str
    number: str  # the membership number that the file has


def detect_export_problems(
    results: EventResults, receiver: Receiver = GENERAL_RECEIVER
) -> list[ExportProblem]:
    """Return why *receiver* would reject the event's file. Its own needs come first.

    Costs one query, a second one if players were replaced, and another one for receivers of simple
    files. Nothing is scored again, because the results page has scored the sessions.
    """
    columns = ("section_id", "entry__pair_no", "person_id", "person__name", "exported_number")
    entry_players = EntryPlayer.objects.filter(section__session__event=results.event)
    ordered_players = entry_players.order_by("person__name", "person_id")
    numbered_players = ordered_players.annotate(
        exported_number=make_exported_number_expression(results.event.club)
    )
    players = [_EventPlayer(*row) for row in numbered_players.values_list(*columns)]
    all_players = [*players, *_fetch_other_players(results, players)]
    problems = list(detect_receiver_problems(results, receiver))
    if receiver.needs_numbers:
        problems += _detect_number_problems(results.event, all_players)
    for sheets in results.sessions:
        problems += _detect_session_problems(results, sheets, players)
    return problems


def _fetch_other_players(
    results: EventResults, players: Iterable[_EventPlayer]
) -> Iterator[_EventPlayer]:
    """Yield players who sat at a table and aren't among *players*. At most one query.

    They have left their pair, or sat for a team.
    """
    person_ids: set[int] = set()
    for sheets in results.sessions:
        for sitters in sheets.sitters_by_line.values():
            person_ids.update(sitter.person_id for sitter in sitters if sitter is not None)
        for entry_names in sheets.entry_names_by_number.values():
            if entry_names.replaced_players:
                presences = entry_names.presences
                person_ids.update(presence.sitter.person_id for presence in presences)
    person_ids.difference_update(player.person_id for player in players)
    if not person_ids:
        return
    people = Person.objects.filter(pk__in=person_ids).order_by("name", "pk")
    numbered_people = people.annotate(
        exported_number=make_exported_number_expression(results.event.club, "")
    )
    for person_id, name, number in numbered_people.values_list("pk", "name", "exported_number"):
        yield _EventPlayer(section_id=0, pair_no=0, person_id=person_id, name=name, number=number)


def _detect_number_problems(
    event: Event, players: Iterable[_EventPlayer]
) -> Iterator[ExportProblem]:
    # Somebody who plays in several sessions is one person with one number.
    people = {player.person_id: player for player in players}
    unnumbered_count = sum(not player.number for player in people.values())
    if unnumbered_count:
        count = format_count(unnumbered_count, "player has", "players have")
        link = Link("Enter numbers", reverse("event_numbers", args=[event.pk]))
        yield make_export_problem(f"{count} no {event.club.exported_number_label}", [link])
    links_by_number: dict[str, list[Link]] = defaultdict(list)
    for player in people.values():
        if player.number:
            address = reverse("person", args=[player.person_id])
            link = Link(player.name, f"{address}?event={event.pk}")
            links_by_number[player.number].append(link)
    for number, links in links_by_number.items():
        if len(links) > 1:
            yield make_export_problem(f"{len(links)} players share the number {number}", links)


def _detect_session_problems(
    results: EventResults, session_results: SessionResults, players: Sequence[_EventPlayer]
) -> Iterator[ExportProblem]:
    scoring_field = session_results.scoring_field
    prefix = f"Session {scoring_field.session.number}: " if results.has_several_sessions else ""
    if session_results.visible_hands_by_key and HANDS_DESK.answers.is_misplaced(session_results):
        link = Link("Hands", find_url("session_hands", scoring_field.sections[0].ref))
        yield make_export_problem(f"{prefix}the results don’t match the hands", [link])
    for section in scoring_field.sections:
        section_prefix = prefix
        if scoring_field.has_several_sections:
            section_prefix = f"{prefix}section {section.letter}: "
        section_lines = session_results.get_section_lines(section)
        lines = section_lines.all
        # Without any result, a list of all missing boards and names would help nobody.
        if not any(line.is_entered for line in lines):
            link = Link("Scores", reverse("session_scores", args=[section.ref]))
            yield make_export_problem(f"{section_prefix}no results have been entered", [link])
            continue
        yield from _detect_name_problems(section, section_prefix, session_results, players)
        missing_lines = [line for line in lines if not line.is_entered]
        yield from _detect_board_problems(section, section_prefix, missing_lines, "missing")
        unplayed_lines = [line for line in lines if line.text.startswith(NOT_PLAYED)]
        yield from _detect_board_problems(section, section_prefix, unplayed_lines, "not played")
        # Unions expect boards, and such a match has none.
        reported_matches = {
            section_lines.get_line_match(line) for line in lines if line.is_reported
        }
        if reported_matches:
            count = format_count(len(reported_matches), "match has", "matches have")
            fixtures_address = find_url("session_results_fixtures", section.ref)
            yield make_export_problem(
                f"{section_prefix}{count} a result without boards, so the file has only the score",
                [Link("Match results", fixtures_address)],
            )


def _detect_name_problems(
    section: Section, prefix: str, session_results: SessionResults, players: Iterable[_EventPlayer]
) -> Iterator[ExportProblem]:
    """Yield one problem with all pairs of *section* that have too few names, if there are any."""
    player_counts: Counter[int] = Counter()
    for player in players:
        if player.section_id == section.pk:
            player_counts[player.pair_no] += 1
    needed_player_count = CONTESTS[session_results.scoring_field.event.contest].players_at_once
    links = []
    for row in session_results.numbered_rows:
        row_section, pair_no = session_results.scoring_field.get_section_and_number(row.contestant)
        if row_section == section and player_counts[pair_no] < needed_player_count:
            links.append(Link(row.label, reverse("session_seats", args=[section.ref])))
    if links:
        noun = session_results.heading.contestant_noun
        count = format_count(len(links), f"{noun} has", f"{noun}s have")
        yield make_export_problem(f"{prefix}{count} too few names", links)


def _detect_board_problems(
    section: Section, prefix: str, lines: Sequence[SectionLine], state: str
) -> Iterator[ExportProblem]:
    """Yield one problem with the boards of *lines*, if any. *state* says what is wrong with them."""
    if not lines:
        return
    links = []
    for board_no in sorted({line.board_no for line in lines}):
        address = reverse("session_scores_board", args=[section.ref, board_no])
        links.append(Link(f"board {board_no}", address))
    count = format_count(len(lines), "result is", "results are")
    yield make_export_problem(f"{prefix}{count} {state}", links)


_TWO_DIGITS = RegexValidator(r"\A[0-9]{2}\Z", "Type the two digits of a code, such as 10.")


class ReceiverForm(SettingsForm):
    """Who takes the USEBIO file of a club's events, and what they charge for one if it is the EBU."""

    receiver = ChoiceField(
        label="USEBIO file for",
        choices=[(receiver.key, receiver.label) for receiver in RECEIVERS],
        missing="Choose one from the list.",
    )
    charge_code = TextField(
        label="Charge code",
        required=False,
        max_length=2,
        validators=[_TWO_DIGITS],
        error_messages={"max_length": "Type the two digits of a code, such as 10."},
        help_text="10 is a normal session, 11 a social one, 22 a novice one.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    point_scale = TextField(
        label="Master point scale",
        required=False,
        max_length=20,
        what="The scale",
        help_text="Such as Club. The file names the scale, but gives no master points.",
    )

    class Meta:
        model = Event
        fields = ("charge_code", "point_scale")

    field_order = ("receiver",)

    def __init__(self, data: Mapping[str, Any] | None, *, event: Event) -> None:
        initial = {
            "receiver": event.club.receiver,
            "charge_code": event.exported_charge_code,
            "point_scale": event.exported_point_scale,
        }
        super().__init__(data, instance=event, initial=initial)
        if not get_remembered_receiver(event.club.receiver).has_charges:
            for name in self.Meta.fields:
                del self.fields[name]


@dataclass(frozen=True, slots=True)
class ReceiverDetails:
    """What the page of files says about the USEBIO file."""

    receiver: Receiver
    form: ReceiverForm  # changes the receiver
    action: str  # the address that takes the form
    problems: Sequence[ExportProblem]  # what the file lacks
    is_checked: bool  # False if the event can't be scored, so that nobody knows the problems
    omissions: Sequence[FileOmission] = ()  # what files of any format leave out


def make_receiver_details(
    section: Section, results: EventResults | None, form: ReceiverForm | None = None
) -> ReceiverDetails:
    """Return what scorers see of the USEBIO file. A refused *form* is shown again with its errors.

    *results* are None if the event can't be scored.

    :raises ScoringError: if the results of another session can't be scored
    """
    event = section.session.event
    receiver = get_remembered_receiver(event.club.receiver)
    return ReceiverDetails(
        receiver=receiver,
        form=form or ReceiverForm(None, event=event),
        action=reverse("session_results_receiver", args=[section]),
        problems=detect_export_problems(results, receiver) if results else (),
        is_checked=results is not None,
        omissions=list_omissions(results) if results else (),
    )


@require_role_to_send(Role.SCORER)
@require_POST
def change_receiver(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Store the receiver of the club's USEBIO files and what it charges, and check the event."""
    section = fetch_section(ref)
    event = section.session.event
    form = ReceiverForm(request.POST, event=event)
    if not form.is_valid():
        return show_export_tab(request, section, refused_form=form)
    charges = dict(form.cleaned_data)
    change_club(club=event.club, receiver=charges.pop("receiver"))
    # They are in the form only if the receiver so far has charges, too.
    if charges and get_remembered_receiver(event.club.receiver).has_charges:
        with transaction.atomic():
            change_charges(event=event, user=request.user, **charges)
            # The same kind of session is usually sent next, also from an event not made yet.
            change_club(club=event.club, **charges)
    address = reverse("session_results", args=[section])
    return redirect(f"{address}?tab=export")
