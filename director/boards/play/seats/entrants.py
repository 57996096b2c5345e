"""Who can be entered at one place: two people as a pair, one as a player, four to eight of a team."""

from collections.abc import Iterable, Mapping, Sequence

from director.boards.contests import Entrant, contest_of
from director.boards.movement.words import contestant_word
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.formats.names.players import PARTNERS
from director.formats.reading import visible_text
from director.models import Entry, EntryPlayer, Section
from director.models.entry import LONGEST_TEAM_NAME


def boxes_of(section: Section) -> int:
    """Return how many boxes for names a place of *section* has.

    For a team, at least as many as the movement has seats for.
    """
    return max(contest_of(section).boxes, section.team_size)


def as_entrant(said: Sequence[str] | Entrant) -> Entrant:
    """Return *said* as an entrant: names alone are one too."""
    if isinstance(said, Entrant):
        return said
    return Entrant(said)


def min_names(section: Section) -> int:
    """Return the least number of names for a team of *section*.

    Seats that a movement names can stay empty.
    """
    if section.team_size:
        return 1
    return contest_of(section).players


def names_by_order(section: Section, pair_no: int, entrant: Entrant) -> dict[int, str]:
    """Return the names of *entrant* by their order: of a pair that is the seat, of a team who comes first.

    :raises DeskError: if they are more or fewer than can play there, or the captain is none of them
    """
    by_box = {box: name for box, name in enumerate(entrant.names, start=1) if name.strip()}
    contest = contest_of(section)
    if contest.has_captain:
        _check_team(section, pair_no, entrant, by_box)
        # The box says which player of the movement it is, where that seats them.
        if section.team_size:
            return by_box
        return dict(enumerate(by_box.values(), start=1))
    if contest.boxes == 1 and (len(by_box) > 1 or any(map(PARTNERS.search, by_box.values()))):
        raise DeskError(
            BoardSentences.ONE_NAME_A_PLACE,
            number=section.label(pair_no),
            given=" & ".join(by_box.values()),
        )
    return by_box


def _check_team(
    section: Section, pair_no: int, entrant: Entrant, by_box: Mapping[int, str]
) -> None:
    label, count = section.label(pair_no), len(by_box)
    least, most = min_names(section), boxes_of(section)
    limits = {
        "label": label,
        "players": f"{count} player{'s' * (count != 1)}",
        "least": least,
        "most": most,
    }
    if 0 < count < least:
        raise DeskError(BoardSentences.TEAM_TOO_SMALL, **limits)
    if max(by_box, default=0) > most if section.team_size else count > most:
        raise DeskError(BoardSentences.TEAM_TOO_LARGE, **limits)
    if entrant.captain and by_box and entrant.captain not in by_box:
        raise DeskError(BoardSentences.CAPTAIN_NO_MEMBER, label=label)


def captain_order(entry: Entry, people: Mapping[int, int], entrant: Entrant) -> int:
    """Return which of the *people* of a team, keys by order, is captain.

    That is who is marked; else who was before, if still in the team; else the first.
    """
    if entrant.captain and entry.section.team_size:
        return entrant.captain
    if entrant.captain:
        return sum(bool(name.strip()) for name in entrant.names[: entrant.captain])
    former = entry.entry_players.filter(is_captain=True).first()
    return next(
        (order for order, pk in people.items() if former and pk == former.person_id),
        min(people, default=1),
    )


def team_name(section: Section, entry: Entry, entrant: Entrant) -> str:
    """Return the name of the team of *entry*, empty for other contestants.

    :raises DeskError: if it is too long, or another team of the session has it
    """
    if not contest_of(section).has_own_name:
        return ""
    if entrant.team is None:
        return entry.name
    name = visible_text(entrant.team)
    if len(name) > LONGEST_TEAM_NAME:
        raise DeskError(BoardSentences.TEAM_NAME_TOO_LONG, name=name[:40], most=LONGEST_TEAM_NAME)
    others = (
        Entry.objects.filter(section__session=section.session_id)
        .exclude(pk=entry.pk)
        .exclude(name="")
    )
    for other in others.select_related("section") if name else ():
        if other.name.casefold() == name.casefold():
            where = "" if other.section_id == section.pk else f" of section {other.section.letter}"
            label = f"{other.section.label(other.pair_no)}{where}"
            raise DeskError(BoardSentences.TEAM_NAME_TAKEN, name=other.name, label=label)
    return name


def count_text(section: Section, count: int) -> str:
    """Return so many contestants in words: ``"1 pair"``, ``"7 teams"``."""
    return f"{count} {contestant_word(section)}{'s' * (count != 1)}"


def place_phrase(section: Section, label: str) -> str:
    """Return the place called *label* in words: ``"in pair 3"``, ``"as player 3"``."""
    return f"{contest_of(section).as_place} {contestant_word(section)} {label}"


def players_as(entry: Entry, players: Iterable[EntryPlayer]) -> list[EntryPlayer]:
    """Return *players* as they sit at *entry*, not stored yet."""
    return [
        EntryPlayer(
            entry=entry,
            section_id=entry.section_id,
            person_id=p.person_id,
            order=p.order,
            is_captain=p.is_captain,
        )
        for p in players
    ]
