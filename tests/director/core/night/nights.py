"""Nights of every kind with Ann Ash in the first seat, and acts that anybody may do there.

``test_between`` does one act, then another, and undoes the first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Model

from director.additions.contests.lineups import store_line_ups
from director.additions.rulings.rulings import Penalty, TypedRuling, add_ruling
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import RESULT
from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import record_section_act, undo_section
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.result import enter_line, import_result
from director.boards.play.seats.seating import (
    draw_entries,
    name_entries,
    name_entry,
    seat_list,
    swap_entries,
)
from director.boards.play.seats.section_seats import mark_here
from director.boards.play.sessions import add_session
from director.boards.scoring.extras import fetch_section_extras
from director.core.club.people import add_person, change_person
from director.core.club.people_merge import merge_person, undo_merge
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import publish_results
from director.models import (
    Act,
    Entry,
    EntryPlayer,
    Event,
    LineUpSeat,
    Person,
    PersonMerge,
    Result,
    Ruling,
    Section,
)
from director.party.models import Party, PartyPlayer, PartyResult, PartyRound
from director.party.play.draw import draw_party, swap_players
from director.party.play.history import undo_party
from director.party.play.people import LateArrival, change_players
from director.party.play.seats import ListedPlayer, name_player, name_players
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.party.parties import enter_winner, make_party
from tests.factories import make_club, make_night, reload_section

ANN, NAMESAKE, NEWCOMER = "Ann Ash", "Ann Ashe", "Cleo Cole"


class NobodyThereError(Exception):
    """The act needs people where nobody sits any more."""


@dataclass(slots=True)
class Night:
    """A night: the *section* of a session with boards, or a *party*."""

    section: Section | None = None
    party: Party | None = None

    @property
    def event(self) -> Event:
        if self.section:
            return self.section.session.event
        assert self.party
        return self.party.session.event


Step = Callable[[Night], object]


# The nights.


def add_ann() -> None:
    """List Ann in People: a name that was only typed at a seat is gone with the seat."""
    add_person(club=make_club(), name=ANN)


def make_pairs() -> Night:
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    add_ann()
    pairs = [(ANN, "Bea Ball"), ("Cid Cox", "Dee Day"), ("Eve Eks", "Flo Fry"), ("Gus Guy", "Hal")]
    name_entries(section=section, pairs=[(None, names) for names in pairs])
    return Night(section=reload_section(section))


def make_individuals() -> Night:
    section = make_players_section(8)
    add_ann()
    names = (ANN, "Bea Ball", "Cid Cox", "Dee Day", "Eve Eks", "Flo Fry", "Gus Guy", "Hal Hay")
    name_entries(section=section, pairs=[(None, [name]) for name in names])
    return Night(section=reload_section(section))


def make_teams() -> Night:
    section = make_teams_section(4)
    add_ann()
    teams = []
    for number in range(1, 5):
        names = [f"{first} Team{number}" for first in ("Bea", "Cid", "Dee", "Eve")]
        if number == 1:
            names[0] = ANN
        teams.append((None, Entrant(names, f"Team {number}")))
    name_entries(section=section, pairs=teams)
    return Night(section=reload_section(section))


def make_party_before_play() -> Night:
    party = make_party(players=8)
    add_ann()
    names = (ANN, "Bea Ball", "Cid Cox", "Dee Day", "Eve Eks", "Flo Fry", "Gus Guy", "Hal Hay")
    name_players(
        party=party, listed_players=[ListedPlayer(None, name) for name in names], user=None
    )
    return Night(party=party)


def make_drawn_party() -> Night:
    night = make_party_before_play()
    assert night.party
    draw_party(party=night.party, seed=7, user=None)
    return night


def start_play(make: Callable[[], Night]) -> Callable[[], Night]:
    """Return the night of *make* with a round of results."""

    def make_begun() -> Night:
        night = make()
        for line in fetch_section_lines(night.section).all:
            if line.round_no == 1:
                import_result(section=night.section, line=line, text="4SS=", user=None)
        return night

    return make_begun


NIGHTS: dict[str, Callable[[], Night]] = {
    "pairs": make_pairs,
    "pairs in play": start_play(make_pairs),
    "individuals": make_individuals,
    "individuals in play": start_play(make_individuals),
    "teams": make_teams,
    "teams in play": start_play(make_teams),
    "party": make_party_before_play,
    "drawn party": make_drawn_party,
}


# Acts. Those of boards get a section, those of a party a party.


def read_people(section: Section, pair_no: int) -> list[str]:
    """Return the names at a place where somebody sits."""
    names = read_names(section)[pair_no]
    if not names:
        raise NobodyThereError
    return names


def read_names(section: Section) -> dict[int, list[str]]:
    """Return the names at each place, in order."""
    return {
        entry.pair_no: [player.person.name for player in entry.entry_players.order_by("order")]
        for entry in section.entries.order_by("pair_no")
    }


def find_ann(section: Section) -> tuple[int, int]:
    """Return the place of Ann, whoever she is merged with, and her index there."""
    for pair_no, names in read_names(section).items():
        for index, name in enumerate(names):
            if name in (ANN, NAMESAKE):
                return pair_no, index
    return 1, 0


def name_place(section: Section, pair_no: int, names: list[str]) -> None:
    entry = section.entries.get(pair_no=pair_no)
    name_entry(section=section, pair_no=pair_no, names=Entrant(names, entry.name))


def correct_partner(section: Section) -> None:
    pair_no, index = find_ann(section)
    names = read_people(section, pair_no)
    if len(names) > 1:
        names[1 - index if len(names) == 2 else (index + 1) % len(names)] = "Zoe Zander"
        name_place(section, pair_no, names)


def replace_ann(section: Section) -> None:
    pair_no, index = find_ann(section)
    names = read_names(section)[pair_no]
    # Her place may have been cleared.
    names[index : index + 1] = [NEWCOMER]
    name_place(section, pair_no, names)


def turn_places(section: Section) -> None:
    """Let the people of Ann's place change their seats."""
    pair_no, _index = find_ann(section)
    names = read_people(section, pair_no)
    name_place(section, pair_no, names[::-1])


def name_another_place(section: Section) -> None:
    name_place(section, 4, ["Yan Yew", *read_names(section)[4][1:]])


def clear_ann(section: Section) -> None:
    pair_no, _index = find_ann(section)
    name_entry(section=section, pair_no=pair_no, names=[])


def swap_places(section: Section) -> None:
    swap_entries(section=section, first_no=1, second_no=2)


def draw_places(section: Section) -> None:
    draw_entries(section=section, seed=3)


def reverse_list(section: Section) -> None:
    """Seat everybody by a list in another order, for all places."""
    names = read_names(section)
    teams = {entry.pair_no: entry.name for entry in section.entries.all()}
    numbers = sorted(names)
    pairs = [
        (number, Entrant(names[other], teams[other]))
        for number, other in zip(numbers, reversed(numbers), strict=True)
    ]
    name_entries(section=section, pairs=pairs, is_replacement=True)


def paste_same_list(section: Section) -> None:
    """Import the seating list again, with another player in the last place."""
    names = read_names(section)
    if section.session.event.contest == "teams":
        return
    names[max(names)][0] = "Xia Xu"
    lines = [f"{number}; {'; '.join(people)}" for number, people in names.items()]
    seat_list(section=section, source="\n".join(lines))


def set_handicap(section: Section) -> None:
    extras = fetch_section_extras(section)
    changed = type(extras)(
        **{
            **{name: getattr(extras, name) for name in extras.__dataclass_fields__},
            "handicap_unit": "%",
            "extras_by_pair": {**extras.extras_by_pair, 1: PairExtras(handicap="2")},
        }
    )
    store_extras(section=section, extras=changed, user=None)


def give_penalty(section: Section) -> None:
    penalty = Penalty(Decimal(2), "imp" if section.session.event.contest == "teams" else "mp", 1)
    typed = TypedRuling(facts="Late.", decision="A penalty.", penalty=penalty)
    add_ruling(section=section, typed_ruling=typed, user=None)


def enter_result(section: Section) -> None:
    line = fetch_section_lines(section).all[-1]
    with record_section_act(section=section, kind=RESULT, message="A result.", user=None) as act:
        enter_line(section=section, line=line, text="3NTN+1", journal=act)


def line_up(section: Section) -> None:
    if section.session.event.contest == "teams":
        names = read_people(section, 1)
        seats = dict(zip("NESW", names[::-1], strict=False))
        store_line_ups(section=section, round_no=2, line_ups_by_team={1: seats})


def note_presence(section: Section) -> None:
    mark_here(section=section, pair_no=1, is_here=True)


def add_second_session(section: Section) -> None:
    add_session(section=section, number=2, is_seated=True)


ACTS_OF_BOARDS: dict[str, Callable[[Section], object]] = {
    "correct the partner": correct_partner,
    "replace Ann": replace_ann,
    "turn her place": turn_places,
    "name another place": name_another_place,
    "clear her place": clear_ann,
    "swap": swap_places,
    "draw": draw_places,
    "reverse the list": reverse_list,
    "paste the list": paste_same_list,
    "handicap": set_handicap,
    "penalty": give_penalty,
    "result": enter_result,
    "line-up": line_up,
}
OTHERS_OF_BOARDS: dict[str, Callable[[Section], object]] = {
    "presence": note_presence,
    "second session": add_second_session,
}


def find_ann_in_party(party: Party) -> int:
    player = party.players.filter(person__name__in=(ANN, NAMESAKE)).first()
    return player.number if player else 1


def name_ann_anew(party: Party) -> None:
    name_player(party=party, number=find_ann_in_party(party), name=NEWCOMER, user=None)


def name_other_player(party: Party) -> None:
    name_player(party=party, number=5, name="Zoe Zander", user=None)


def clear_ann_in_party(party: Party) -> None:
    name_player(party=party, number=find_ann_in_party(party), name="", user=None)


def set_group(party: Party) -> None:
    player = party.players.get(number=1)
    group = "B" if player.group == "A" else "A"
    name_player(party=party, number=1, name=str(player.person or ""), group=group, user=None)


def reverse_players(party: Party) -> None:
    names = [str(player.person or "") for player in party.players.select_related("person")]
    name_players(
        party=party,
        listed_players=[
            ListedPlayer(number, name) for number, name in enumerate(reversed(names), start=1)
        ],
        user=None,
    )


def replace_players(party: Party) -> None:
    names = [str(player.person or "") for player in party.players.select_related("person")]
    name_players(
        party=party,
        listed_players=[ListedPlayer(None, name) for name in names],
        replaces_list=True,
        user=None,
    )


def draw_anew(party: Party) -> None:
    draw_party(party=party, seed=11, user=None)


def swap_two(party: Party) -> None:
    swap_players(party=party, first_number=1, second_number=2, user=None)


def let_somebody_come(party: Party) -> None:
    if party.played_rounds.exists():
        change_players(party=party, arrivals=[LateArrival("Lou Late", "")], leavers=[8], user=None)


def report_winner(party: Party) -> None:
    if party.played_rounds.exists():
        enter_winner(party, 1)


ACTS_OF_PARTIES: dict[str, Callable[[Party], object]] = {
    "replace Ann": name_ann_anew,
    "name another": name_other_player,
    "clear her name": clear_ann_in_party,
    "group": set_group,
    "reverse the list": reverse_players,
    "replace the list": replace_players,
    "draw": draw_anew,
    "swap": swap_two,
    "arrival": let_somebody_come,
    "winner": report_winner,
}


# Acts of the club.


def merge_ann(_night: Night) -> None:
    """Merge Ann into her namesake, who played another night."""
    merge_person(person=Person.objects.get(name=ANN), into=Person.objects.get(name=NAMESAKE))


def rename_namesake(_night: Night) -> None:
    namesake = Person.objects.get(name=NAMESAKE)
    change_person(person=namesake, name=namesake.name, number="4711")


def publish(night: Night) -> None:
    publish_results(event=night.event)


OTHERS: dict[str, Step] = {"number of the namesake": rename_namesake, "publish": publish}


def add_namesake() -> None:
    """Let the namesake play a night of her own."""
    add_person(club=make_club(), name=NAMESAKE)
    name_entry(section=make_night(pairs=4, named=False), pair_no=1, names=[NAMESAKE, "Ivo Ink"])


def list_undoable(night: Night) -> dict[str, Step]:
    """Return the acts that can be undone, by name."""
    if night.section:
        acts: dict[str, Step] = {
            name: lambda night, act=act: act(reload_section(night.section))
            for name, act in ACTS_OF_BOARDS.items()
        }
    else:
        acts = {
            name: lambda night, act=act: act(night.party) for name, act in ACTS_OF_PARTIES.items()
        }
    return acts | {"merge": merge_ann}


def list_others(night: Night) -> dict[str, Step]:
    """Return everything that may be written between an act and its undo, by name."""
    others: dict[str, Step] = dict(OTHERS)
    if night.section:
        for name, act in OTHERS_OF_BOARDS.items():
            others[name] = lambda night, act=act: act(reload_section(night.section))
    return {**list_undoable(night), **others}


def find_undo(night: Night, last_act: int) -> Callable[[], object] | None:
    """Return what undoes the act done since *last_act*, the latest act before it."""
    merge = PersonMerge.objects.first()
    act = find_act_to_undo(Act.objects.filter(event=night.event, number__gt=last_act))
    if act is None:
        return (lambda: undo_merge(merge=PersonMerge.objects.get(pk=merge.pk))) if merge else None
    if night.section:
        return lambda: undo_section(
            section=reload_section(night.section), number=act.number, user=None
        )
    return lambda: undo_party(party=night.party, number=act.number, user=None)


# What the database has of all nights, without the numbers of its records.

_SECTION = ("section__session__event", "section__session__number", "section__letter")
FACTS: dict[type[Model], tuple[str, ...]] = {
    Section: ("session__event", "session__number", "letter", "handicap_unit", "draws"),
    Entry: (
        *_SECTION,
        "pair_no",
        "name",
        "handicap",
        "stratum",
        "carry_over",
        "is_here",
        "continues__pair_no",
    ),
    EntryPlayer: (*_SECTION, "entry__pair_no", "order", "is_captain", "person__name"),
    LineUpSeat: (
        *_SECTION,
        "entry__pair_no",
        "round_no",
        "to_round",
        "seat",
        "is_substitute",
        "person__name",
    ),
    Result: (*_SECTION, "board_no", "ns", "ew", "round_no", "text"),
    Ruling: (*_SECTION, "penalty", "penalty_unit", "penalty_to"),
    PartyPlayer: (
        "party__session__event",
        "number",
        "group",
        "joined_round",
        "left_round",
        "person__name",
    ),
    PartyRound: ("party__session__event", "round_no", "seating"),
    PartyResult: ("round__party__session__event", "round__round_no", "table_no", "winner"),
}


def describe_state() -> list[str]:
    """Return who sits where, what they have and what they scored, and the two who may be one."""
    both = Person.objects.filter(name__in=(ANN, NAMESAKE))
    lines = [f"person {fields}" for fields in both.values_list("name", "number", "email")]
    for model, paths in FACTS.items():
        rows = model._base_manager.values_list(*paths)
        lines += [f"{model._meta.model_name} {fields}" for fields in rows]
    return sorted(lines)
