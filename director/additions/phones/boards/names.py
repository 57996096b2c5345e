"""The names that a table of pairs enters on its phone in the first round.

A name or membership number is searched among the club's people. Only visitors are added as new
people. ``table_page`` receives what the phone sends.
"""

from dataclasses import dataclass

from django.core.cache import caches

from director.additions.phones.boards.state import fetch_table_play, get_table_section, needs_names
from director.additions.phones.boards.table import (
    SEAT_NAMES,
    ScheduleRow,
    TablePlay,
    fetch_player_names_by_seat,
)
from director.boards.play.results.acts import record_section_act
from director.boards.play.seats.seating import name_entry
from director.core.base.act_kinds import ActKind
from director.core.club.people import (
    add_person,
    fetch_people_by_name,
    fetch_people_by_number,
    make_person_label,
    refuse_two_people,
)
from director.core.night.phone_entries import find_previous_answer, store_phone_entry
from director.core.night.table_api import PhoneAnswer, PhoneEntry
from director.errors import DeskError, PersonTwiceError
from director.formats.names.person import is_placeholder
from director.formats.reading import strip_invisible
from director.models import Access, Club, EntryPlayer, Person, TableWord
from director.models.club import MAX_NAME_LENGTH, MAX_NUMBER_LENGTH
from director.names import make_family_key, make_name_key, make_search_pattern

MIN_LETTERS = 2
MAX_SUGGESTIONS = 8
MAX_UNKNOWN_NUMBERS = 12
UNKNOWN_NUMBERS_SECONDS = 600
"""A table that sends too many unknown numbers must wait, so that nobody finds members by trying."""
CREATED, CONFLICT, TOO_MANY_REQUESTS = 201, 409, 429
TABLE_SEATS = "NSEW"


class PairsNames:
    """Suggest and store the names that tables of pairs enter."""

    def suggest_people(self, access: Access, text: str) -> list[str] | None:
        """Return up to eight people without a seat who have a name beginning with *text*.

        Empty for fewer than two letters. None if the table isn't asked for names any more.
        """
        table = fetch_table_play(access)
        row = table.row_by_round.get(table.round_no)
        if not needs_names(table, fetch_player_names_by_seat(table.section, row)):
            return None
        text = strip_invisible(text)
        if not _has_enough_letters(text):
            return []
        section = table.section
        seated_people = EntryPlayer.objects.filter(section__session=section.session_id).values(
            "person"
        )
        people = section.session.event.club.people.filter(is_placeholder=False).exclude(
            pk__in=seated_people
        )
        name_pattern = f"(^| ){make_search_pattern(text)}"
        names = (
            people.filter(name_key__regex=name_pattern)
            .order_by("name")
            .values_list("name", flat=True)
        )
        return sorted(names.distinct()[:MAX_SUGGESTIONS], key=make_family_key)

    def store_name(self, access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
        """Seat a person as entered on the phone, and return the answer.

        An entry that is sent twice is stored once.

        :raises DeskError: if the table isn't asked for names now, the entry fits nobody, or several
            people
        """
        # A repeated entry gets its answer even if the table may no longer send any.
        previous_answer = _find_previous_name_answer(access, phone_entry)
        if previous_answer:
            return previous_answer
        if _has_tried_too_often(access):
            return PhoneAnswer(
                TOO_MANY_REQUESTS,
                {"error": "Too many wrong numbers. Type the name, or try again in ten minutes."},
            )
        seat = phone_entry.data.get("seat")
        if not isinstance(seat, str) or seat.upper() not in tuple(TABLE_SEATS):
            raise DeskError("no-seat-sent", "Choose a seat: N, E, S or W.")
        try:
            return _store_name(access, phone_entry, seat.upper())
        except PersonTwiceError as error:
            # The answer shows that the number is somebody's, so it counts as a try as well.
            if _read_submitted_text(phone_entry, "number"):
                _record_try(access)
            name = error.params.get("name", "")
            return PhoneAnswer(
                CONFLICT,
                {
                    "error": (
                        "{name} is at another table already, or twice at this one. Check the name, or call "
                        "the director."
                    ).format(name=name)
                },
            )


TABLE_NAMES = PairsNames()


def _store_name(access: Access, phone_entry: PhoneEntry, seat: str) -> PhoneAnswer:
    """Store who sits at *seat* as one act, and return the answer.

    :raises PersonTwiceError: if the person already plays elsewhere
    """
    with record_section_act(
        section=get_table_section(access), kind=ActKind.SEATS, message="", user=None
    ) as act:
        # The same entry may have arrived twice at once, and the other one got the lock first.
        previous_answer = _find_previous_name_answer(access, phone_entry)
        if previous_answer:
            return previous_answer
        table = fetch_table_play(access)
        row = table.row_by_round.get(table.round_no)
        name_by_seat = fetch_player_names_by_seat(table.section, row)
        if row is None or not needs_names(table, name_by_seat):
            raise DeskError(
                "names-with-director",
                "You can’t enter names now. Tell the director who sits at your table.",
            )
        seated_name = name_by_seat[seat]
        submitted_name = _read_submitted_text(phone_entry, "name")
        if seated_name and make_name_key(seated_name) != make_name_key(submitted_name):
            error = "{name} is in seat {seat} already. Call the director if somebody else sits there.".format(
                name=seated_name, seat=seat
            )
            return PhoneAnswer(CONFLICT, {"error": error})
        seat_naming = _SeatNaming(access, table, row, seat)
        entry = name_entry(
            section=table.section,
            pair_no=seat_naming.pair_no,
            names=seat_naming.list_pair_names(seat_naming.get_or_add_name(phone_entry)),
            journal=act,
        )
        person = entry.entry_players.get(order=seat_naming.seat_order).person
        act.message = f"Table {table.table_no}: name of {SEAT_NAMES[seat]}."
        # The stored answer refers to the person, so that a deletion on request leaves no name.
        answer = PhoneAnswer(CREATED, {"stored": True, "seat": seat, "person": person.pk})
        store_phone_entry(access, phone_entry, kind=TableWord.Kind.NAME, answer=answer)
        return _with_name(answer)


def _find_previous_name_answer(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer | None:
    """Return the answer that *phone_entry* got when it was sent before, or None."""
    answer = find_previous_answer(access, phone_entry)
    if answer:
        return _with_name(answer)
    return None


def _with_name(answer: PhoneAnswer) -> PhoneAnswer:
    """Return *answer* with the name of its person in place of the key."""
    body = dict(answer.body)
    person = Person.objects.filter(pk=body.pop("person", None)).first()
    if person:
        body["name"] = person.name
    return PhoneAnswer(answer.status, body)


@dataclass(frozen=True, slots=True)
class _SeatNaming:
    """A person to be seated at *seat*, in the round that the table plays."""

    access: Access
    table: TablePlay
    row: ScheduleRow
    seat: str

    @property
    def pair_no(self) -> int:
        if self.seat in "NS":
            return self.row.ns
        return self.row.ew

    @property
    def seat_order(self) -> int:
        return 1 if self.seat in "NE" else 2

    def list_pair_names(self, name: str) -> tuple[str, str]:
        """Return the names of both players of the pair: *name* and the partner, if seated."""
        pair_players = EntryPlayer.objects.filter(
            section=self.table.section, entry__pair_no=self.pair_no
        )
        name_by_order = {
            player.order: _format_unique_name(player.person)
            for player in pair_players.select_related("person__club")
        }
        name_by_order[self.seat_order] = name
        return name_by_order.get(1, ""), name_by_order.get(2, "")

    def get_or_add_name(self, phone_entry: PhoneEntry) -> str:
        """Return the unique name of the person that was sent, or the placeholder.

        :raises DeskError: if the number or name fits nobody, or several people
        """
        club = self.table.section.session.event.club
        number = _read_submitted_text(phone_entry, "number")
        if number:
            return _format_unique_name(self._get_person_by_number(club, number))
        name = _read_submitted_text(phone_entry, "name")
        if not _has_enough_letters(name):
            raise DeskError("no-name-sent", "Type the name, or the number on the member’s card.")
        # Two are enough to see that the name is ambiguous.
        namesakes = list(fetch_people_by_name(club, name)[:2])
        if len(namesakes) > 1:
            raise DeskError(
                "several-of-name",
                "Several people are called {name}. Type the number instead.",
                name=name[:MAX_NAME_LENGTH],
            )
        if namesakes:
            return _format_unique_name(namesakes[0])
        if phone_entry.data.get("visitor") is not True:
            raise DeskError(
                "nobody-of-name",
                "“{name}” isn’t in the list. Choose a name from the list, or add a visitor.",
                name=name[:MAX_NAME_LENGTH],
            )
        if is_placeholder(name):
            return name
        refuse_two_people(name)
        person = add_person(club=club, name=name, is_visitor=True, is_from_seat=True)
        return _format_unique_name(person)

    def _get_person_by_number(self, club: Club, number: str) -> Person:
        people = fetch_people_by_number(club, number) if len(number) <= MAX_NUMBER_LENGTH else []
        if not people:
            _record_try(self.access)
            raise DeskError(
                "nobody-of-number",
                "The number {number} isn’t in the list. Check it, or type the name.",
                number=number[:MAX_NUMBER_LENGTH],
            )
        return people[0]


def _has_enough_letters(text: str) -> bool:
    return sum(sign.isalpha() for sign in text) >= MIN_LETTERS


def _read_submitted_text(phone_entry: PhoneEntry, name: str) -> str:
    value = phone_entry.data.get(name, "")
    if isinstance(value, str):
        return strip_invisible(value)
    return ""


def _format_unique_name(person: Person) -> str:
    """Return the name of *person*, with the number if the club has another person of the name."""
    return make_person_label(person, list(fetch_people_by_name(person.club, person.name)))


def _make_tries_key(access: Access) -> str:
    return f"numbers-{access.pk}"


def _record_try(access: Access) -> None:
    cache = caches["tables"]
    key = _make_tries_key(access)
    cache.set(key, cache.get(key, 0) + 1, UNKNOWN_NUMBERS_SECONDS)


def _has_tried_too_often(access: Access) -> bool:
    tries: int = caches["tables"].get(_make_tries_key(access), 0)
    return tries >= MAX_UNKNOWN_NUMBERS
