"""What a table of pairs says in its first round: who sits there."""

from dataclasses import dataclass

from django.core.cache import caches
from django.db.models import Q

from director.boards.movement.acts import SEATS
from director.boards.play.phones.read import TablePlay, players_seated
from director.boards.play.phones.schedule import AtRound
from director.boards.play.phones.sentences import PhoneSentences
from director.boards.play.phones.state import asks_names, night_of, section_at_table
from director.boards.play.results.acts import section_act
from director.boards.play.seats.write import name_entry
from director.core.club.people.numbers import people_numbered
from director.core.club.people.read import NO_NUMBER
from director.core.club.people.write import add_person
from director.core.night.phones.write import earlier_answer, store_phone_entry
from director.errors import DeskError, PersonTwiceError
from director.formats.reading import visible_text
from director.kinds import PhoneAnswer, PhoneEntry
from director.models import Access, Club, EntryPlayer, Person, TableWord
from director.models.club import LONGEST_NAME, LONGEST_NUMBER
from director.names import by_family

LEAST_LETTERS, MOST_PEOPLE = 2, 8
MOST_NUMBERS, NUMBERS_SECONDS = 12, 600
"""How many numbers that nobody has a table may send, in how long: nobody finds out who is a member by trying."""
CREATED, CONFLICT, TOO_MANY = 201, 409, 429
SEATS_OF_TABLE = "NSEW"


class PairsNames:
    """How tables of pairs say who sits there."""

    def people(self, access: Access, text: str) -> list[str] | None:
        """Return up to eight people whose name has a word beginning with *text*.

        Those who have a seat are left out.

        None for less than two letters; ``None`` once the table is not asked any more.
        """
        night = night_of(access)
        if not asks_names(night, players_seated(night.section, night.rounds.get(night.round_no))):
            return None
        text = visible_text(text)
        if sum(sign.isalpha() for sign in text) < LEAST_LETTERS:
            return []
        section = night.section
        seated = EntryPlayer.objects.filter(section__session=section.session_id).values("person")
        known = section.session.event.club.people.exclude(pk__in=seated)
        begins = Q(name__istartswith=text) | Q(name__icontains=f" {text}")
        names = (
            known.filter(begins)
            .order_by("name")
            .values_list("name", flat=True)
            .distinct()[:MOST_PEOPLE]
        )
        return sorted(names, key=by_family)

    def name(self, access: Access, said: PhoneEntry) -> PhoneAnswer:
        """Seat somebody as the table says, and return the answer.

        As at Seats; sent twice, it is done once.

        :raises DeskError: if it is not asked here now, nobody can be meant, or several people can
        """
        if before := earlier_answer(access, said.key):
            return before
        if _is_trying(access):
            return PhoneAnswer(TOO_MANY, {"error": PhoneSentences.TOO_MANY_NUMBERS.says()})
        seat = said.data.get("seat")
        if not isinstance(seat, str) or seat.upper() not in tuple(SEATS_OF_TABLE):
            raise DeskError(PhoneSentences.NO_SEAT_SENT)
        try:
            with section_act(
                section=section_at_table(access), kind=SEATS, words="", user=None
            ) as act:
                if before := earlier_answer(access, said.key):  # it came twice at once
                    return before
                night = night_of(access)
                row = night.rounds.get(night.round_no)
                seats = players_seated(night.section, row)
                if row is None or not asks_names(night, seats):
                    raise DeskError(PhoneSentences.NAMES_WITH_DIRECTOR)
                naming = _Naming(access, night, row, seat.upper())
                if (sits := seats[naming.seat]) and sits.casefold() != _text(
                    said, "name"
                ).casefold():
                    return PhoneAnswer(
                        CONFLICT,
                        {"error": PhoneSentences.SEAT_TAKEN.says(name=sits, seat=naming.seat)},
                    )
                person = naming.person(said)
                name_entry(
                    section=night.section,
                    pair_no=naming.pair_no,
                    names=naming.names_with(person),
                    journal=act,
                )
                act.words = f"Table {night.table_no}: {person.name} sits {naming.seat}."
                heard = PhoneAnswer(
                    CREATED, {"stored": True, "seat": naming.seat, "name": person.name}
                )
                store_phone_entry(
                    access, said, kind=TableWord.Kind.NAME, heard=heard, text=person.name
                )
                return heard
        except PersonTwiceError as error:
            if _text(said, "number"):
                _try_counted(access)
            name = error.params.get("name", "")
            return PhoneAnswer(CONFLICT, {"error": PhoneSentences.SITS_ELSEWHERE.says(name=name)})


@dataclass(frozen=True, slots=True)
class _Naming:
    """Somebody about to be seated: at which *seat* of the round that the table plays."""

    access: Access
    night: TablePlay
    row: AtRound
    seat: str

    @property
    def pair_no(self) -> int:
        if self.seat in "NS":
            return self.row.ns
        return self.row.ew

    def names_with(self, person: Person) -> tuple[str, str]:
        """Return the names of both players of the pair.

        *person* in the seat, and whoever has the other seat already.
        """
        at = 1 if self.seat in "NE" else 2
        partners = EntryPlayer.objects.filter(
            section=self.night.section, entry__pair_no=self.pair_no
        )
        by_seat = {
            player.order: _label(player.person)
            for player in partners.select_related("person__club")
        }
        by_seat[at] = _label(person)
        return by_seat.get(1, ""), by_seat.get(2, "")

    def person(self, said: PhoneEntry) -> Person:
        """Return who is meant: by number, by name, or as somebody new.

        :raises DeskError: if nobody is, or several people are
        """
        club = self.night.section.session.event.club
        number, name = (_text(said, field) for field in ("number", "name"))
        if number:
            return self._of_number(club, number)
        if sum(sign.isalpha() for sign in name) < LEAST_LETTERS:
            raise DeskError(PhoneSentences.NO_NAME_SENT)
        called = list(club.people.filter(name__iexact=name)[:2])
        if len(called) > 1:
            raise DeskError(PhoneSentences.SEVERAL_OF_NAME, name=name[:LONGEST_NAME])
        if not called and said.data.get("visitor") is not True:
            raise DeskError(PhoneSentences.NOBODY_OF_NAME, name=name[:LONGEST_NAME])
        if called:
            return called[0]
        return add_person(club=club, name=name, is_visitor=True)

    def _of_number(self, club: Club, number: str) -> Person:
        numbered = people_numbered(club, number) if len(number) <= LONGEST_NUMBER else []
        if not numbered:
            _try_counted(self.access)
            raise DeskError(PhoneSentences.NOBODY_OF_NUMBER, number=number[:LONGEST_NUMBER])
        return numbered[0]


def _text(said: PhoneEntry, name: str) -> str:
    value = said.data.get(name, "")
    if isinstance(value, str):
        return visible_text(value)
    return ""


def _label(person: Person) -> str:
    """Return what finds exactly *person* when it is typed."""
    namesakes = person.club.people.filter(name__iexact=person.name).exclude(pk=person.pk)
    if namesakes.exists():
        return f"{person.name} ({person.number or NO_NUMBER})"
    return person.name


def _tries(access: Access) -> str:
    return f"numbers-{access.pk}"


def _try_counted(access: Access) -> None:
    cache, name = caches["tables"], _tries(access)
    cache.set(name, cache.get(name, 0) + 1, NUMBERS_SECONDS)


def _is_trying(access: Access) -> bool:
    tries: int = caches["tables"].get(_tries(access), 0)
    return tries >= MOST_NUMBERS
