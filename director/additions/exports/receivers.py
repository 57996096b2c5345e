"""Find what a receiver of USEBIO files needs beside what every union needs."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse

from director.additions.exports.event import build_sent_event
from director.additions.exports.files.event_file import SentEvent
from director.additions.exports.files.usebio.myabf import (
    MyabfFile,
    is_membership_number,
    make_myabf_files,
)
from director.additions.exports.files.usebio.receivers import Receiver
from director.additions.exports.problems import ExportProblem, count_text, make_export_problem
from director.boards.scoring.standings.event import EventResults
from director.formats.errors import ExportError
from director.models import Event, Section
from director.sheets import Link

_CHOICE = "#receiver"
"""The form of the page on which the receiver is chosen."""


def find_receiver_problems(results: EventResults, receiver: Receiver) -> Iterator[ExportProblem]:
    """Yield what *receiver* needs and the event of *results* lacks.

    Costs one query if the receiver takes simple files.
    """
    if receiver.has_charges:
        yield from _find_charge_problems(results.event)
    if receiver.takes_simple_files:
        yield from _find_myabf_problems(results)


def _find_charge_problems(event: Event) -> Iterator[ExportProblem]:
    if not event.club.club_number:
        link = Link("Enter it", reverse("club_numbers"))
        yield make_export_problem("the club has no number", [link])
    link = Link("Enter it above", _CHOICE)
    if not event.sent_charge_code:
        yield make_export_problem("there is no charge code", [link])
    if not event.sent_point_scale:
        yield make_export_problem("there is no master point scale", [link])


def _find_myabf_problems(results: EventResults) -> Iterator[ExportProblem]:
    event = build_sent_event(results)
    try:
        files = make_myabf_files(event)
    except ExportError as error:
        yield make_export_problem(str(error).rstrip("."), [Link("Receiver", _CHOICE)])
        return
    yield from _find_number_problems(event)
    yield from _find_pair_problems(results, event)
    for file in files:
        yield from _find_omitted_boards(results, file)


def _find_number_problems(event: SentEvent) -> Iterator[ExportProblem]:
    players = set()
    for section in event.sections:
        for entry in section.entries:
            for player in entry.players:
                if player.number and not is_membership_number(player.number):
                    players.add((player.name, player.number))
    if players:
        people = reverse("people")
        links = []
        for name, number in sorted(players):
            links.append(Link(f"{name} {number}", f"{people}?{urlencode({'q': number})}"))
        count = count_text(len(players), "number is", "numbers are")
        yield make_export_problem(f"{count} left out, because an ABF number has digits only", links)


def _find_pair_problems(results: EventResults, event: SentEvent) -> Iterator[ExportProblem]:
    """Yield one problem with all pairs of more than two players, if there are any."""
    links = []
    for session, sheets in zip(event.sessions, results.sessions, strict=True):
        sections = zip(session.sections, sheets.scoring_field.sections, strict=True)
        for sent_section, section in sections:
            seats = reverse("session_seats", args=[section.place])
            for entry in sent_section.entries:
                if len(entry.players) > 2:
                    links.append(Link(f"{sent_section.letter}{entry.label}", seats))
    if links:
        count = count_text(len(links), "pair has", "pairs have")
        yield make_export_problem(
            f"{count} a substitute: only the two who played most are sent", links
        )


def _find_omitted_boards(results: EventResults, file: MyabfFile) -> Iterator[ExportProblem]:
    """Yield one problem with the boards of *file* that are left out, if there are any."""
    if not file.omitted_boards:
        return
    section = _find_file_section(results, file)
    links = []
    for board_no in file.omitted_boards:
        address = reverse("session_scores_board", args=[section.place, board_no])
        links.append(Link(f"board {board_no}", address))
    prefix = f"session {file.session_no}: " if results.has_several_sessions else ""
    count = count_text(len(links), "board has a result", "boards have results")
    yield make_export_problem(f"{prefix}{count} that can’t be shown and is left out", links)


def _find_file_section(results: EventResults, file: MyabfFile) -> Section:
    """Return the section of *file*, or the first one if it holds several."""
    sheets = results.session(file.session_no) or results.first
    sections = sheets.scoring_field.sections
    for section in sections:
        if section.letter == file.letter:
            return section
    return sections[0]
