"""The systems that Field offers for a number of players, with their tables or why they can't be played."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from director.core.base.room_drawing import RoomDrawing
from director.party.models import GroupWords, Party
from director.party.movement.room_sketch import draw_party_room
from director.party.movement.words import replace_round_noun
from movements.errors import MovementError
from movements.party.model import PartySystem, Seating, UnevenChoice
from movements.party.rounds import explain_meeting_again, make_opening_seating
from movements.party.uneven import list_uneven_choices

_GROUP_CHOICES = ("other-seat", "partners")
"""Uneven choices about groups of different sizes. All others are about the tables."""


@dataclass(frozen=True, slots=True)
class SystemOffer:
    """A system for a number of players: the tables of the room, or why it is not possible."""

    system: PartySystem
    summary: str  # what happens after a game, with the chosen options
    tables_text: str = ""  # the tables by size, "" if it can't be played
    reason: str = ""  # why it can't be played, or ""
    uneven_choices: tuple[UnevenChoice, ...] = ()  # about players left over
    meetings_note: str = ""  # when people meet again, if it is known in advance
    player_count: int = 0
    seating: Seating = ()  # the first one
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def room(self) -> RoomDrawing | None:
        """The picture of the first moves."""
        return draw_party_room(self.system.key, self.seating, self.options)

    @property
    def uneven_message(self) -> str:
        """What doesn't come out even: the tables, or only the groups."""
        if all(choice.key in _GROUP_CHOICES for choice in self.uneven_choices):
            return "The groups differ in size."
        return f"{self.player_count} players don’t fill the tables."

    @property
    def choice_texts(self) -> tuple[tuple[str, str], ...]:
        """The values of the option about players left over, with their consequences."""
        # A key such as "fill=b" sets the option; one without "=" is only advice.
        return tuple(
            (choice.key.partition("=")[2], choice.text)
            for choice in self.uneven_choices
            if "=" in choice.key
        )

    @property
    def room_advice(self) -> tuple[str, ...]:
        """What happens or can be done in the room, without a choice of the director."""
        return tuple(choice.text for choice in self.uneven_choices if "=" not in choice.key)


def make_system_offer(
    system: PartySystem,
    group_a_size: int,
    group_b_size: int,
    options: Mapping[str, str],
    round_noun: str = "round",
    group_phrases: tuple[str, str] = ("group A", "group B"),
) -> SystemOffer:
    """Return the offer of *system* for two groups of these sizes.

    *round_noun* is what the party calls a round, *group_phrases* are the names of the groups within
    a sentence.
    """
    summary = replace_round_noun(system.summary(options), round_noun)
    player_count = group_a_size + group_b_size
    try:
        seating = make_opening_seating(
            system.key,
            _make_player_numbers("a", group_a_size),
            _make_player_numbers("b", group_b_size),
            options=options,
        )
        uneven_choices = list_uneven_choices(
            system.key, group_a_size, group_b_size, options=options, groups=group_phrases
        )
    # The system is not possible for these numbers; the error says why.
    except MovementError as error:
        return SystemOffer(system, summary, reason=str(error))
    meetings_note = explain_meeting_again(system.key, player_count, options=options)
    return SystemOffer(
        system,
        summary,
        tables_text=_describe_room(seating),
        uneven_choices=tuple(
            replace(choice, text=replace_round_noun(choice.text, round_noun))
            for choice in uneven_choices
        ),
        meetings_note=replace_round_noun(meetings_note, round_noun),
        player_count=player_count,
        seating=seating,
        options=options,
    )


def _describe_room(seating: Seating) -> str:
    """Return the tables by size, and the number of players without a seat."""
    table_count_by_size: Counter[int] = Counter()
    waiting_count = 0
    for table in seating:
        if table.sits_out:
            waiting_count += len(table.players)
        else:
            table_count_by_size[len(table.players)] += 1
    parts = []
    for size, table_count in sorted(table_count_by_size.items(), reverse=True):
        noun = "table" if table_count == 1 else "tables"
        parts.append(f"{table_count} {noun} of {size}")
    if waiting_count:
        if any(table.waits_at for table in seating):
            verb = "waits" if waiting_count == 1 else "wait"
        else:
            verb = "sits out" if waiting_count == 1 else "sit out"
        parts.append(f"{waiting_count} {verb} in turn")
    return ", ".join(parts)


def get_group_phrases(group_words: str) -> tuple[str, str]:
    """Return the names of the groups within a sentence. *group_words* is a value of ``GroupWords``.

    >>> get_group_phrases("ladies"), get_group_phrases("red"), get_group_phrases("")
    (('the ladies', 'the gentlemen'), ('the red group', 'the white group'), ('group A', 'group B'))
    """
    if group_words in ("", GroupWords.LETTERS) or group_words not in GroupWords.values:
        return "group A", "group B"
    # An unsaved party has the names of its groups.
    party = Party(group_words=group_words)
    name_a = party.get_group_name("A").lower()
    name_b = party.get_group_name("B").lower()
    if group_words == GroupWords.LADIES:
        return (f"the {name_a}", f"the {name_b}")
    return (f"the {name_a} group", f"the {name_b} group")


def _make_player_numbers(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]
