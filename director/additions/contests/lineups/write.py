"""Lining up a team for a round."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.contests.captains.matches import list_round_fixtures
from director.additions.contests.captains.matches import lock_captain_section
from director.additions.contests.lineups import fetch_round_line_ups, find_teams_lined_up
from director.additions.contests.lineups import make_line_up_seats
from director.boards.movement.sections import SEATS as SEATS_ACT
from director.boards.movement.sitters import SEATS, LineUps, Sitter, fetch_line_ups
from director.boards.play.results.acts import record_section_act
from director.boards.refusals import make_place_number_error
from director.core.club.people import delete_unused_people, find_named_people
from director.core.night.history import Journal
from director.errors import DeskError, PersonTwiceError
from director.models import Access, Entry, EntryPlayer, LineUpSeat, Person, Plan, Section

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
