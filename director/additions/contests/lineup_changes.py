"""Store line-ups, and carry them on when members of a team are replaced."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import User

from director.boards.movement.sitters import SEATS, LineUps, Sitter, fetch_line_ups
from director.boards.play.results.acts import record_section_act
from director.boards.refusals import make_entry_number_error
from director.core.base.act_kinds import ActKind
from director.core.club.people import delete_unseated_slips
from director.core.club.seat_names import get_or_add_people_by_seat
from director.core.night.journal import Journal
from director.errors import DeskError, PersonTwiceError
from director.models import Entry, EntryPlayer, LineUpSeat, Person, Section


def make_line_up_seats(
    entry: Entry, round_no: int, sitters_by_seat: Mapping[str, Sitter]
) -> list[LineUpSeat]:
    """Return unsaved records that seat *sitters_by_seat* for the team of *entry* from *round_no* on."""
    return [
        LineUpSeat(
            entry=entry,
            section_id=entry.section_id,
            round_no=round_no,
            seat=seat,
            person_id=sitter.person_id,
            is_substitute=sitter.is_visitor,
        )
        for seat, sitter in sitters_by_seat.items()
    ]


def renew_line_ups(
    members: Mapping[Entry, tuple[Mapping[int, Sitter], Mapping[int, Sitter]]],
    from_round: int,
    journal: Journal,
) -> None:
    """Give the seats of replaced members to the newcomers, from *from_round* on.

    *members* are the previous and the new ones by entry. If all members of a team are new, its
    previous line-ups are dropped.
    """
    stored_seats_by_entry: dict[int, list[LineUpSeat]] = defaultdict(list)
    seats = LineUpSeat.objects.filter(entry__in=members, to_round__isnull=True)
    for seat in seats.select_related("person"):
        stored_seats_by_entry[seat.entry_id].append(seat)
    changed_seat_ids: list[int] = []
    new_seats: list[LineUpSeat] = []
    for entry, (previous_members, new_members) in members.items():
        stored_seats = stored_seats_by_entry[entry.pk]
        if not stored_seats:
            continue
        line_ups_by_round = _get_line_ups_by_team(stored_seats)
        renewed_by_round = _renew_line_ups_of_team(
            line_ups_by_round, previous_members, new_members, from_round
        )
        changed_rounds = {
            round_no
            for round_no in {*line_ups_by_round, *renewed_by_round}
            if round_no >= from_round
            and line_ups_by_round.get(round_no) != renewed_by_round.get(round_no)
        }
        changed_seat_ids += [seat.pk for seat in stored_seats if seat.round_no in changed_rounds]
        for round_no in sorted(changed_rounds & renewed_by_round.keys()):
            new_seats += make_line_up_seats(entry, round_no, renewed_by_round[round_no])
    if changed_seat_ids:
        journal.delete(LineUpSeat.objects.filter(pk__in=changed_seat_ids))
    journal.create_all(new_seats)


def _get_line_ups_by_team(stored: Sequence[LineUpSeat]) -> dict[int, dict[str, Sitter]]:
    """Return the stored line-ups of a team by round and seat."""
    line_ups: dict[int, dict[str, Sitter]] = defaultdict(dict)
    for seat in stored:
        sitter = Sitter(seat.person_id, seat.person.name, seat.is_substitute)
        line_ups[seat.round_no][seat.seat] = sitter
    return line_ups


def _renew_line_ups_of_team(
    line_ups: Mapping[int, dict[str, Sitter]],
    previous_members: Mapping[int, Sitter],
    new_members: Mapping[int, Sitter],
    from_round: int,
) -> dict[int, dict[str, Sitter]]:
    """Return the line-ups of a team from *from_round* on, with newcomers for replaced members."""
    rounds_before = [round_no for round_no in line_ups if round_no < from_round]
    to_renew = {
        round_no: sitters for round_no, sitters in line_ups.items() if round_no >= from_round
    }
    if rounds_before:
        # The line-up that holds now goes on from this round, so that earlier rounds keep theirs.
        to_renew.setdefault(from_round, line_ups[max(rounds_before)])
    new_people = {sitter.person_id for sitter in new_members.values()}
    renewed: dict[int, dict[str, Sitter]] = {}
    if _is_new_team(previous_members, new_members):
        if rounds_before:
            renewed[from_round] = dict(zip(SEATS, new_members.values(), strict=False))
        return renewed
    replacements = _match_replacements_by_person(previous_members, new_members)
    for round_no, sitters in to_renew.items():
        renewed[round_no] = _replace_sitters(sitters, replacements, new_people)
    # An unchanged line-up needs no second record.
    is_unchanged = rounds_before and renewed[from_round] == line_ups[max(rounds_before)]
    if is_unchanged and from_round not in line_ups:
        del renewed[from_round]
    return renewed


def _is_new_team(previous_members: Mapping[int, Sitter], new_members: Mapping[int, Sitter]) -> bool:
    """Return whether nobody stays in the team."""
    new_people = {sitter.person_id for sitter in new_members.values()}
    return new_people.isdisjoint(sitter.person_id for sitter in previous_members.values())


def _match_replacements_by_person(
    previous_members: Mapping[int, Sitter], new_members: Mapping[int, Sitter]
) -> dict[int, Sitter | None]:
    """Return the newcomer for each member who leaves, in order, or None if there are too few."""
    previous_person_ids = {sitter.person_id for sitter in previous_members.values()}
    new_person_ids = {sitter.person_id for sitter in new_members.values()}
    newcomers = iter(
        [sitter for sitter in new_members.values() if sitter.person_id not in previous_person_ids]
    )
    replacements_by_person: dict[int, Sitter | None] = {}
    for sitter in previous_members.values():
        if sitter.person_id not in new_person_ids:
            replacements_by_person[sitter.person_id] = next(newcomers, None)
    return replacements_by_person


def _replace_sitters(
    sitters_by_seat: Mapping[str, Sitter],
    replacements_by_person: Mapping[int, Sitter | None],
    new_person_ids: Collection[int],
) -> dict[str, Sitter]:
    new_sitters_by_seat: dict[str, Sitter] = {}
    seated_person_ids: set[int] = set()
    for seat, previous_sitter in sitters_by_seat.items():
        sitter = replacements_by_person.get(previous_sitter.person_id, previous_sitter)
        # A newcomer who sat in this line-up as a visitor already would sit there twice.
        if sitter and sitter.person_id not in seated_person_ids:
            is_visitor = sitter.person_id not in new_person_ids
            new_sitters_by_seat[seat] = Sitter(sitter.person_id, sitter.name, is_visitor)
            seated_person_ids.add(sitter.person_id)
    return new_sitters_by_seat


def store_line_ups(
    *,
    section: Section,
    round_no: int,
    line_ups_by_team: Mapping[int, Mapping[str, str]],
    user: User | None = None,
) -> int:
    """Store the line-ups of *line_ups_by_team* from *round_no* on: for each team the names by seat.

    An empty line-up puts the members in their order.

    A line-up also holds for later rounds, until the team is lined up again. Anybody else than a
    member of the team is a visitor, who is added to the club if necessary. All line-ups are stored,
    or none. Return the number of teams.

    :raises DeskError: if somebody would have two seats, or plays for another team; with the team in
        ``at_team``
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.SEATS, message="", user=user) as journal:
        Section.objects.select_for_update().get(pk=section.pk)
        journal.delete(
            LineUpSeat.objects.filter(
                section=section,
                entry__pair_no__in=line_ups_by_team,
                round_no=round_no,
                to_round__isnull=True,
            )
        )
        for number, names_by_seat in line_ups_by_team.items():
            try:
                _store_line_up(section, round_no, number, names_by_seat, journal)
            except DeskError as error:
                error.params["at_team"] = number
                raise
        delete_unseated_slips(journal)
        labels = ", ".join(section.get_label(number) for number in line_ups_by_team)
        teams = f"team{'s' * (len(line_ups_by_team) > 1)} {labels}"
        journal.message = f"Line-up of {teams} in round {round_no}."
    return len(line_ups_by_team)


def _store_line_up(
    section: Section, round_no: int, number: int, names_by_seat: Mapping[str, str], journal: Journal
) -> None:
    entry = section.entries.filter(pair_no=number).first()
    if entry is None:
        numbers = section.entries.values_list("pair_no", flat=True)
        number_labels = ", ".join(map(section.get_label, numbers))
        raise make_entry_number_error(contestant_noun="team", number=number, labels=number_labels)
    club = section.session.event.club
    typed_names_by_seat = {
        seat: names_by_seat[seat] for seat in SEATS if names_by_seat.get(seat, "").strip()
    }
    people_by_seat = get_or_add_people_by_seat(
        club=club, texts=typed_names_by_seat, seated=entry.players.all()
    )
    line_ups = fetch_line_ups(section)
    _refuse_double_seats(section, entry, round_no, list(people_by_seat.values()), line_ups)
    member_ids = {sitter.person_id for sitter in line_ups.get_members(number, round_no)}
    sitters_by_seat = {
        seat: Sitter(person.pk, person.name, person.pk not in member_ids)
        for seat, person in people_by_seat.items()
    }
    journal.create_all(make_line_up_seats(entry, round_no, sitters_by_seat))


def _refuse_double_seats(
    section: Section, entry: Entry, round_no: int, people: list[Person], line_ups: LineUps
) -> None:
    """Raise if one of *people* has two seats, or belongs to or sits for another team."""
    label = section.get_label(entry.pair_no)
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
        other_team = member.section.get_label(member.entry.pair_no)
        if member.section_id != section.pk:
            other_team = f"{other_team} of section {member.section.letter}"
        raise PersonTwiceError(
            "seats-for-another",
            "{name} plays for team {other}, so can’t play for team {label}. Choose another player.",
            name=member.person.name,
            other=other_team,
            label=label,
        )
    # Members were looked up above: only a line-up or a replacement seats anybody else.
    if not (line_ups.entered_line_ups_by_team or line_ups.replaced_players_by_team):
        return
    names_by_person = {person.pk: person.name for person in people}
    for team in section.entries.exclude(pk=entry.pk).values_list("pair_no", flat=True):
        for sitter in line_ups.get_sitter_by_seat(team, round_no).values():
            if sitter.person_id in names_by_person:
                raise PersonTwiceError(
                    "seated-elsewhere",
                    "{name} plays for team {other} in this round, so can’t play for team {label}. Choose "
                    "another player.",
                    name=names_by_person[sitter.person_id],
                    other=section.get_label(team),
                    label=label,
                )
