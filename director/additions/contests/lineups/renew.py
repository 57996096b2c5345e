"""Give the seats of line-ups to newcomers, when members of a team are replaced."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from director.boards.movement.sitters import SEATS, Sitter
from director.core.night.history import Journal
from director.models import Entry, LineUpSeat


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
