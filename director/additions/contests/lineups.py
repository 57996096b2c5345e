"""The line-ups of a round: who of each team sits where, and how line-ups are stored."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.contests.captains.matches import list_round_fixtures, lock_captain_section
from director.boards.movement.rounds import is_by_round
from director.boards.movement.sections import SEATS as SEATS_ACT
from director.boards.movement.sitters import SEATS, LineUps, Sitter, fetch_line_ups
from director.boards.movement.words import fetch_names_by_pair
from director.boards.play.results.acts import record_section_act
from director.boards.refusals import make_place_number_error
from director.core.club.people import delete_unused_people, fetch_people_labels, find_named_people
from director.core.night.history import Journal
from director.errors import DeskError, PersonTwiceError
from director.models import Access, Entry, EntryPlayer, LineUpSeat, Person, Plan, Section

SEAT_NAMES = {"N": "North", "S": "South", "E": "East", "W": "West"}
ROOMS = {"NS": "Open room, N-S", "EW": "Closed room, E-W"}


@dataclass(frozen=True, slots=True)
class LineUpBox:
    """A seat of a team, with the name in its box and whether that is a visitor."""

    seat: str
    name: str
    is_visitor: bool = False

    @property
    def title(self) -> str:
        """The seat in full."""
        return SEAT_NAMES[self.seat]


@dataclass(frozen=True, slots=True)
class LineUpPair:
    """A pair of a team in a round: its room, its opponents and its two seats."""

    room: str
    opponents: str  # "4 Blue Cats at table 2", or "" if it doesn't play
    seats: tuple[LineUpBox, ...]


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A team in a round.

    *members* can be chosen from. *line_up_round* is the round from which its present line-up holds,
    0 if it has none.
    """

    number: int
    label: str
    name: str
    pairs: tuple[LineUpPair, ...]
    members: tuple[str, ...]
    line_up_round: int
    match_part: str = ""  # "first half" of a match of several rounds

    @property
    def names(self) -> dict[str, str]:
        """The names in the boxes by seat."""
        return {seat.seat: seat.name for half in self.pairs for seat in half.seats}

    @property
    def text(self) -> str:
        """The names by seat as one text, which shows whether they were changed."""
        return format_line_up(self.names)


@dataclass(frozen=True, slots=True)
class RoundLineUps:
    """The teams of a round."""

    round_no: int
    rounds: range
    teams: tuple[TeamLineUp, ...]


def format_line_up(names: Mapping[str, str]) -> str:
    """Return *names* by seat in one text.

    >>> format_line_up({"N": "Ada Ash", "S": " ", "E": "Bert Birch"})
    'N Ada Ash, E Bert Birch'
    """
    return ", ".join(
        f"{seat} {names[seat].strip()}" for seat in SEATS if names.get(seat, "").strip()
    )


def fetch_round_line_ups(
    section: Section, plan: Plan, round_no: int, *, numbered: bool = True
) -> RoundLineUps:
    """Return the line-ups of the teams that play in *round_no* of *plan*. Six queries.

    With *numbered*, people of the same name have their membership numbers.
    """
    maker = _LineUpMaker(
        section=section,
        line_ups=fetch_line_ups(section),
        names=fetch_names_by_pair(section),
        labels=fetch_people_labels(section.session.event.club, numbered=numbered),
        meetings=_fetch_meetings(plan),
        round_no=round_no,
        is_by_round=is_by_round(plan),
    )
    playing_teams: set[int] = set()
    for _table_no, ns, ew in maker.meetings.get(round_no, ()):
        playing_teams.update((ns, ew))
    teams = tuple(maker.make_team_line_up(number) for number in sorted(playing_teams))
    return RoundLineUps(round_no, range(1, plan.rounds + 1), teams)


def find_teams_lined_up(section: Section, round_no: int) -> set[int]:
    """Return the numbers of the teams that have handed in a line-up for *round_no*. One query."""
    seats = section.line_up_seats.filter(round_no=round_no, to_round__isnull=True, is_carried=False)
    return set(seats.values_list("entry__pair_no", flat=True))


_Meeting = tuple[int, int, int]
"""A table in a round: its number, the team N-S and the team E-W."""


def _fetch_meetings(plan: Plan) -> dict[int, list[_Meeting]]:
    meetings: dict[int, list[_Meeting]] = {}
    rows = plan.rows.order_by("round_no", "table_no")
    for round_no, table_no, ns, ew in rows.values_list("round_no", "table_no", "ns", "ew"):
        meetings.setdefault(round_no, []).append((table_no, ns, ew))
    return meetings


@dataclass(frozen=True, slots=True)
class _LineUpMaker:
    """The stored records of a section, from which the line-up of each team is made."""

    section: Section
    line_ups: LineUps
    names: Mapping[int, str]
    labels: Mapping[int, str]
    meetings: Mapping[int, list[_Meeting]]
    round_no: int
    is_by_round: bool

    def make_team_line_up(self, number: int) -> TeamLineUp:
        members = self.line_ups.get_members(number, self.round_no)
        line_up_rounds = self.line_ups.entered.get(number, {})
        rounds_so_far = [round_no for round_no in line_up_rounds if round_no <= self.round_no]
        return TeamLineUp(
            number=number,
            label=self.section.label(number),
            name=self.names.get(number, ""),
            pairs=(self._make_half(number, "NS"), self._make_half(number, "EW")),
            members=tuple(self.labels[sitter.person_id] for sitter in members),
            line_up_round=max(rounds_so_far, default=0),
            match_part=self._describe_part(number),
        )

    def _make_half(self, number: int, side: str) -> LineUpPair:
        opponents = []
        for table_no, ns, ew in self.meetings.get(self.round_no, ()):
            team, opponent = (ns, ew) if side == "NS" else (ew, ns)
            if team == number:
                opponents.append(f"{self._format_team(opponent)} at table {table_no}")
        sitters = self.line_ups.get_sitters(number, self.round_no)
        boxes = []
        for seat in side:
            sitter = sitters.get(seat)
            if sitter:
                boxes.append(LineUpBox(seat, self.labels[sitter.person_id], sitter.is_visitor))
            else:
                boxes.append(LineUpBox(seat, ""))
        return LineUpPair(ROOMS[side], ", ".join(opponents), tuple(boxes))

    def _describe_part(self, number: int) -> str:
        """Return which part of a match the round is, if a match lasts several rounds."""
        opponents = self._find_opponents(number, self.round_no)
        # A team whose halves meet different teams plays no match.
        if self.is_by_round or len(opponents) != 1:
            return ""
        match_rounds = [
            round_no
            for round_no in sorted(self.meetings)
            if self._find_opponents(number, round_no) == opponents
        ]
        if len(match_rounds) == 1:
            return ""
        part_index = match_rounds.index(self.round_no)
        if len(match_rounds) == 2:
            return ("first half", "second half")[part_index]
        return f"part {part_index + 1} of {len(match_rounds)}"

    def _find_opponents(self, number: int, round_no: int) -> set[int]:
        opponents: set[int] = set()
        for _table_no, *teams in self.meetings.get(round_no, ()):
            if number in teams:
                opponents.update(teams)
        return opponents - {number}

    def _format_team(self, number: int) -> str:
        return f"{self.section.label(number)} {self.names.get(number, '')}".strip()


# The line-ups of a team whose members are replaced go on with the newcomers.


def make_line_up_seats(
    entry: Entry, round_no: int, sitters: Mapping[str, Sitter], *, is_carried: bool = False
) -> list[LineUpSeat]:
    """Return unsaved records that seat *sitters* for the team of *entry* from *round_no* on."""
    return [
        LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=round_no,
            seat=seat,
            person_id=sitter.person_id,
            is_substitute=sitter.is_visitor,
            is_carried=is_carried,
        )
        for seat, sitter in sitters.items()
    ]


def renew_line_ups(
    entry: Entry,
    old_members: Mapping[int, Sitter],
    new_members: Mapping[int, Sitter],
    from_round: int,
    journal: Journal,
) -> None:
    """Give the seats of *entry*'s replaced members to the newcomers, from *from_round* on.

    If all members are new, the line-ups of the former team are dropped.
    """
    stored = list(entry.line_up_seats.filter(to_round__isnull=True).select_related("person"))
    if not stored:
        return
    line_ups: dict[int, dict[str, Sitter]] = defaultdict(dict)
    for seat in stored:
        sitter = Sitter(seat.person_id, seat.person.name, seat.is_substitute)
        line_ups[seat.round_no][seat.seat] = sitter
    rounds_before = [round_no for round_no in line_ups if round_no < from_round]
    to_renew = {
        round_no: sitters for round_no, sitters in line_ups.items() if round_no >= from_round
    }
    if rounds_before:
        # The line-up that holds now goes on from this round, so that earlier rounds keep theirs.
        to_renew.setdefault(from_round, line_ups[max(rounds_before)])
    new_people = {sitter.person_id for sitter in new_members.values()}
    renewed: dict[int, dict[str, Sitter]] = {}
    if new_people.isdisjoint(sitter.person_id for sitter in old_members.values()):
        if rounds_before:
            renewed[from_round] = dict(zip(SEATS, new_members.values(), strict=False))
    else:
        replacements = _find_replacements(old_members, new_members)
        for round_no, sitters in to_renew.items():
            renewed[round_no] = _replace_sitters(sitters, replacements, new_people)
        # An unchanged line-up needs no second record.
        is_unchanged = rounds_before and renewed[from_round] == line_ups[max(rounds_before)]
        if is_unchanged and from_round not in line_ups:
            del renewed[from_round]
    changed_rounds = {
        round_no
        for round_no in {*line_ups, *renewed}
        if round_no >= from_round and line_ups.get(round_no) != renewed.get(round_no)
    }
    changed_seats = [seat.pk for seat in stored if seat.round_no in changed_rounds]
    journal.delete(LineUpSeat.objects.filter(pk__in=changed_seats))
    # A captain hands in a line-up for each match, so one that goes on isn't handed in.
    handed_in = {seat.round_no for seat in stored if not seat.is_carried}
    for round_no in sorted(changed_rounds & renewed.keys()):
        seats = make_line_up_seats(
            entry, round_no, renewed[round_no], is_carried=round_no not in handed_in
        )
        journal.create_all(seats)


def _find_replacements(
    old_members: Mapping[int, Sitter], new_members: Mapping[int, Sitter]
) -> dict[int, Sitter | None]:
    """Return the newcomer for each member who leaves, in order, or None if there are too few."""
    old_people = {sitter.person_id for sitter in old_members.values()}
    new_people = {sitter.person_id for sitter in new_members.values()}
    newcomers = iter(
        [sitter for sitter in new_members.values() if sitter.person_id not in old_people]
    )
    replacements: dict[int, Sitter | None] = {}
    for sitter in old_members.values():
        if sitter.person_id not in new_people:
            replacements[sitter.person_id] = next(newcomers, None)
    return replacements


def _replace_sitters(
    sitters: Mapping[str, Sitter],
    replacements: Mapping[int, Sitter | None],
    new_people: Collection[int],
) -> dict[str, Sitter]:
    seated: dict[str, Sitter] = {}
    seated_people: set[int] = set()
    for seat, former in sitters.items():
        sitter = replacements.get(former.person_id, former)
        # A newcomer who sat in this line-up as a visitor already would sit there twice.
        if sitter and sitter.person_id not in seated_people:
            is_visitor = sitter.person_id not in new_people
            seated[seat] = Sitter(sitter.person_id, sitter.name, is_visitor)
            seated_people.add(sitter.person_id)
    return seated


NO_MATCH_IN_ROUND = (
    "no-match-in-round",
    "Your team has no match in round {round_no}. Choose one from the list.",
)


def store_line_ups(
    *,
    section: Section,
    round_no: int,
    teams: Mapping[int, Mapping[str, str]],
    user: User | None = None,
    sender: str = "",
) -> int:
    """Store the line-ups of *teams* from *round_no* on: for each team the names by seat.

    An empty line-up puts the members in their order. *sender* says in the history who sent it, if
    it wasn't the director.

    A line-up also holds for later rounds, until the team is lined up again. Anybody else than a
    member of the team is a visitor, who is added to the club if necessary. All line-ups are stored,
    or none. Return the number of teams.

    :raises DeskError: if somebody would have two seats, or plays for another team; with the team in
        ``at_team``
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=SEATS_ACT, words="", user=user) as journal:
        Section.objects.select_for_update().get(pk=section.pk)
        journal.delete(
            LineUpSeat.objects.filter(
                section=section,
                entry__pair_no__in=teams,
                round_no=round_no,
                to_round__isnull=True,
            )
        )
        for number, names in teams.items():
            try:
                _store_line_up(section, round_no, number, names, journal)
            except DeskError as error:
                error.params["at_team"] = number
                raise
        delete_unused_people(journal)
        labels = ", ".join(section.label(number) for number in teams)
        words = f"Line-up of team{'s' * (len(teams) > 1)} {labels} in round {round_no}"
        journal.words = f"{words}, {sender}." if sender else f"{words}."
    return len(teams)


def hand_in_line_up(*, access: Access, round_no: int, names: Mapping[str, str]) -> None:
    """Store the line-up that a captain hands in: *names* by seat, as the captain's page shows them.

    :raises DeskError: if the team has no open match in the round, both line-ups are in, or somebody
        isn't a member or has two seats
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        section, team = lock_captain_section(access)
        plan = section.plan
        matches = list_round_fixtures(section, team, round_no)
        if plan is None or not matches:
            raise DeskError(*NO_MATCH_IN_ROUND, round_no=round_no)
        if not any(match.fixture.is_open for match in matches):
            raise DeskError(
                "match-is-over",
                "This match has its result or isn’t played. Ask the director to change who sat where.",
            )
        # Who waits for a third team has shown its line-up to nobody yet.
        playing = {team, *(match.opponent_no for match in matches)}
        if playing <= find_teams_lined_up(section, round_no):
            raise DeskError(
                "line-ups-are-in", "The line-ups are in. Ask the director to change yours."
            )
        members = _read_members(section, plan, round_no, team)
        strangers = [name for name in names.values() if name not in members]
        if strangers:
            raise DeskError(
                "no-member",
                "{name} is no member of your team. Ask the director, who can seat a substitute.",
                name=strangers[0],
            )
        store_line_ups(
            section=section,
            round_no=round_no,
            teams={team: {seat: members[name] for seat, name in names.items()}},
            sender="handed in by its captain",
        )


def _read_members(section: Section, plan: Plan, round_no: int, team: int) -> dict[str, str]:
    """Return the unique name of each member of *team*, by the name that a captain sees.

    A unique name has the membership number if several people have the name.
    """
    names_by_form = []
    for is_numbered in (False, True):
        line_ups = fetch_round_line_ups(section, plan, round_no, numbered=is_numbered).teams
        members = next(line_up.members for line_up in line_ups if line_up.number == team)
        names_by_form.append(members)
    shown_names, unique_names = names_by_form
    return dict(zip(shown_names, unique_names, strict=True))


def _store_line_up(
    section: Section, round_no: int, number: int, names: Mapping[str, str], journal: Journal
) -> None:
    entry = section.entries.filter(pair_no=number).first()
    if entry is None:
        numbers = section.entries.values_list("pair_no", flat=True)
        places = ", ".join(map(section.label, numbers))
        raise make_place_number_error(called="team", number=number, places=places)
    club = section.session.event.club
    typed_names = {seat: names[seat] for seat in SEATS if names.get(seat, "").strip()}
    people = find_named_people(club=club, texts=typed_names, seated=entry.players.all())
    line_ups = fetch_line_ups(section)
    _refuse_twice(section, entry, round_no, list(people.values()), line_ups)
    members = {sitter.person_id for sitter in line_ups.get_members(number, round_no)}
    sitters = {
        seat: Sitter(person.pk, person.name, person.pk not in members)
        for seat, person in people.items()
    }
    journal.create_all(make_line_up_seats(entry, round_no, sitters))


def _refuse_twice(
    section: Section, entry: Entry, round_no: int, people: list[Person], line_ups: LineUps
) -> None:
    """Raise if one of *people* has two seats, or belongs to or sits for another team."""
    label = section.label(entry.pair_no)
    for index, person in enumerate(people):
        if person in people[:index]:
            raise PersonTwiceError(
                "seated-twice",
                "{name} has two seats for team {label}. Change one of them.",
                name=person.name,
                label=label,
            )
    members = EntryPlayer.objects.filter(
        section__session=section.session_id, person__in=people
    ).exclude(entry=entry)
    member = members.select_related("entry", "person", "section").first()
    if member:
        other = member.section.label(member.entry.pair_no)
        if member.section_id != section.pk:
            other = f"{other} of section {member.section.letter}"
        raise PersonTwiceError(
            "seats-for-another",
            "{name} plays for team {other}, so can’t play for team {label}. Choose another player.",
            name=member.person.name,
            other=other,
            label=label,
        )
    # Members were looked up above: only a line-up or a replacement seats anybody else.
    if not (line_ups.entered or line_ups.earlier_players):
        return
    names_by_person = {person.pk: person.name for person in people}
    for team in section.entries.exclude(pk=entry.pk).values_list("pair_no", flat=True):
        for sitter in line_ups.get_sitters(team, round_no).values():
            if sitter.person_id in names_by_person:
                raise PersonTwiceError(
                    "seated-elsewhere",
                    "{name} plays for team {other} in this round, so can’t play for team {label}. Choose "
                    "another player.",
                    name=names_by_person[sitter.person_id],
                    other=section.label(team),
                    label=label,
                )
