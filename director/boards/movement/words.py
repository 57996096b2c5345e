"""Labels and phrases for pairs, boards and sections, and the names of entries.

:class:`EntryNames` has the names of one entry; functions below read them for a section, a scoring
field or the seats of a movement. Wording of moves is in ``schedule.py`` and ``cards``.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from django.db.models import Exists, QuerySet
from django.utils.text import slugify

from director.boards.contests import CONTESTS, PAIRS, ContestRecord, get_contest_record
from director.boards.movement.formats import get_format
from director.boards.movement.sections import ScoringField
from director.boards.movement.sitters import (
    Presence,
    ReplacedPlayers,
    Sitter,
    fetch_replaced_players_by_entry,
    format_substitutes,
    get_round_players,
    list_presences,
)
from director.core.base.requests import make_file_stem
from director.models import Entry, EntryPlayer, LineUpSeat, Plan, Section, Session
from director.names import make_family_key
from director.sheets import Heading, SlipBoard
from movements.option import format_count
from scoring.bridge.contracts import (
    Vulnerability,
    get_dealer,
    get_duplicate_game,
    get_vulnerability,
)
from scoring.hands.cards import NO_TRUMPS, format_stored_trump, parse_trumps_by_board

NumberT = TypeVar("NumberT", int, tuple[int, int])


class SeatedPlayer(NamedTuple):
    """A player of a team, with the number that the movement of *section* gives them."""

    section: Section
    number: int
    person_id: int
    name: str


def fetch_seated_players(sections: Iterable[Section]) -> Iterator[SeatedPlayer]:
    """Yield the players whom the movements of *sections* name, by team. (Costs one query.)

    Reserves, for whom the movement has no seat, are left out.
    """
    section_by_pk = {section.pk: section for section in sections if section.team_size}
    if not section_by_pk:
        return
    players = EntryPlayer.objects.filter(section__in=section_by_pk).order_by(
        "section", "entry__pair_no", "order"
    )
    columns = ("section_id", "entry__pair_no", "order", "person_id", "person__name")
    for section_id, team, order, person_id, name in players.values_list(*columns):
        section = section_by_pk[section_id]
        if order <= section.team_size:
            number = (team - 1) * section.team_size + order
            yield SeatedPlayer(section, number, person_id, name)


DEALERS = {"N": "North", "E": "East", "S": "South", "W": "West"}
VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "All",
}


def get_dealer_name(board_no: int) -> str:
    """Return the dealer of a board, in full.

    >>> get_dealer_name(7)
    'South'
    """
    return DEALERS[get_dealer(board_no)]


def format_vulnerability(board_no: int, game: str = "bridge") -> str:
    """Return who is vulnerable: "None", "N-S", "E-W" or "All". Empty except at bridge.

    >>> format_vulnerability(7)
    'All'
    """
    if get_duplicate_game(game).has_vulnerability:
        return VULNERABLE[get_vulnerability(board_no)]
    return ""


def get_board_trump(section: Section, board_no: int) -> str:
    """Return the trump of a deal of whist as people read it, or "" if it is unknown."""
    return format_stored_trump(parse_trumps_by_board(section.trumps).get(board_no, ""))


def format_trump(trump: str) -> str:
    """Return a known *trump* as part of a sentence.

    >>> format_trump("K♣"), format_trump("no trumps")
    ('trump K♣', 'no trumps')
    """
    if trump == format_stored_trump(NO_TRUMPS):
        return trump
    return f"trump {trump}"


@lru_cache(maxsize=512)  # each of two or four people at a table gets the same line
def make_slip_board(board_no: int, game: str) -> SlipBoard:
    """Return the line of a board on a slip or card."""
    return SlipBoard(board_no, get_dealer_name(board_no), format_vulnerability(board_no, game))


def format_boards(boards: Sequence[int]) -> str:
    """Return board numbers in playing order, as short as possible.

    >>> format_boards((4, 5, 6)), format_boards((2, 1)), format_boards((7,))
    ('4–6', '2, 1', '7')
    >>> format_boards((13, 14, 15, 16, 1, 2, 3))
    '13–16, 1–3'
    """
    runs: list[list[int]] = []
    for board_no in boards:
        if runs and runs[-1][-1] == board_no - 1:
            runs[-1].append(board_no)
        else:
            runs.append([board_no])
    texts = []
    for run in runs:
        is_alone = len(runs) == 1
        # Among others, "1, 2" is as short as "1–2" and reads better.
        if len(run) > 2 or (is_alone and len(run) == 2):
            texts.append(f"{run[0]}–{run[-1]}")
        else:
            texts += map(str, run)
    return ", ".join(texts)


def format_runs(numbers: Iterable[int], noun: str = "board") -> str:
    """Return *numbers* for a sentence, with runs joined.

    >>> format_runs([3, 1, 2, 7]), format_runs([5], "table")
    ('boards 1–3, 7', 'table 5')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = []
    for run in runs:
        # "1, 2" is as short as "1–2" and reads better.
        texts.append(format_boards(run) if len(run) > 2 else ", ".join(map(str, run)))
    count = sum(len(run) for run in runs)
    plural = "" if count == 1 else "s"
    return f"{noun}{plural} {', '.join(texts)}"


def format_movement(plan: Plan | None) -> str:
    """Return the movement for a card: ``"Mitchell, 7 tables, 13 pairs"``. Empty without a plan."""
    if plan is None:
        return ""
    contestant_noun = CONTESTS[plan.contest].contestant_noun
    tables = format_count(plan.tables, "table")
    return f"{plan.name}, {tables}, {plan.contestants} {contestant_noun}s"


def make_heading(section: Section, plan: Plan | None) -> Heading:
    """Return the heading of every sheet of *section*."""
    session: Session = section.session
    event = session.event
    # The first condition is cached, and spares a query for an event of one section.
    has_other_sessions = not section.is_alone and session.is_one_of_several
    session_text = session.title if has_other_sessions else ""
    letter = section.letter if section.is_one_of_several else ""
    final = section.name if letter and session.has_finals else ""
    fingerprint = plan.fingerprint if plan else ""
    day = session.date or event.date
    if plan:
        day = get_format(plan).find_sheet_day(session, plan) or day
    return Heading(
        club=event.club.name,
        event=event.name,
        date=day,
        session=session_text,
        section=letter,
        final=final,
        movement=format_movement(plan),
        fingerprint=fingerprint,
        game=get_duplicate_game(event.game).family,
        contestant_noun=CONTESTS[event.contest].contestant_noun,
        is_by_seat=section.team_size > 0,
        scoring=section.session.scoring_record.scoring,
        scoring_options=tuple(sorted(section.session.scoring_record.scoring_options.items())),
    )


def make_section_stem(section: Section) -> str:
    """Return the file name of *section* without its extension."""
    event_stem = make_file_stem(section.session.event)
    # A final has a name of its own: "A Final".
    if section.is_one_of_several and section.session.has_finals:
        return f"{event_stem}-{slugify(section.name)}"
    session_suffix = ""
    if not section.is_alone and section.session.is_one_of_several:
        session_suffix = f"-{slugify(section.session.title)}"
    section_suffix = f"-section-{section.letter.lower()}" if section.is_one_of_several else ""
    return f"{event_stem}{session_suffix}{section_suffix}"


def make_paper_label_function(section: Section, heading: Heading) -> Callable[[int], str]:
    """Return the function for a pair's label on paper: "B5" if the heading names section B."""
    return lambda pair_no: f"{heading.section}{section.get_label(pair_no)}"


def make_field_heading(scoring_field: ScoringField, plans: Mapping[int, Plan]) -> Heading:
    """Return the heading of every sheet of *scoring_field*."""
    if not scoring_field.has_several_sections:
        (section,) = scoring_field.sections
        heading = make_heading(section, plans.get(section.pk))
    else:
        movements = {format_movement(plans.get(section.pk)) for section in scoring_field.sections}
        movement = ""
        if len(movements) == 1:
            movement = f"{len(scoring_field.sections)} sections: {movements.pop()}"
        first_heading = make_heading(scoring_field.sections[0], None)
        heading = replace(first_heading, section="", final="", movement=movement)
    if scoring_field.has_other_sessions:
        return replace(heading, session=scoring_field.session.title)
    return heading


class PairExtras(NamedTuple):
    """Extras of a pair. Amounts are exact: ``"-1.5"``."""

    handicap: str = ""
    stratum: str = ""  # "A" is highest
    carry_over: str = ""


NO_EXTRAS = PairExtras()


@dataclass(frozen=True)
class EntryNames:
    """The names of an entry and its extras."""

    contest_record: ContestRecord = PAIRS
    name: str = ""  # of a team
    players: list[str] = field(default_factory=list)
    extras: PairExtras = NO_EXTRAS
    sitter_by_box: dict[int, Sitter] = field(default_factory=dict)  # the current players
    replaced_players: tuple[ReplacedPlayers, ...] = ()  # who had played before
    is_unranked: bool = False  # it plays without standing

    @property
    def text(self) -> str:
        """The name beside the number, or "" if unknown.

        >>> EntryNames(players=["Ada Ash", "Bert Hazel"]).text
        'Ada Ash & Bert Hazel'
        >>> from director.boards.contests import TEAMS
        >>> EntryNames(TEAMS, players=["Ada Ash", "Bert Hazel", "Cleo van den Berg", "Dee Dunn"]).text
        'Ash, Hazel, van den Berg, Dunn'
        """
        return self.name or self.contest_record.join_players(self.players)

    def get_players_by_number(self, round_no: int | None) -> Mapping[int, Sitter]:
        """Return the players of *round_no*, by box."""
        return get_round_players(round_no, self.sitter_by_box, self.replaced_players)

    def get_name_in_round(self, round_no: int | None) -> str:
        """Return the name in *round_no*, or with everybody who played if the round is unknown."""
        if not self.replaced_players or self.name:
            return self.text
        if round_no is None:
            return self.full_text
        round_players = self.get_players_by_number(round_no).values()
        return self.contest_record.join_players([sitter.name for sitter in round_players])

    @cached_property
    def presences(self) -> tuple[Presence, ...]:
        """Everybody who played for the entry with their rounds, starters first."""
        return list_presences(self.sitter_by_box, self.replaced_players)

    @property
    def starter_names(self) -> list[str]:
        """The names of the starters."""
        if self.replaced_players:
            return [presence.sitter.name for presence in self.presences if presence.is_in_round(1)]
        return self.players

    @property
    def starters_text(self) -> str:
        """The name at the start."""
        return self.name or self.contest_record.join_players(self.starter_names)

    @property
    def substitutes(self) -> list[Presence]:
        """Players who came after round 1."""
        if self.replaced_players:
            return [presence for presence in self.presences if not presence.is_in_round(1)]
        return []

    @property
    def full_text(self) -> str:
        """The name in lists of results: the starters, with substitutes in brackets.

        >>> ann, bob, cleo = Sitter(1, "Ann Ash"), Sitter(2, "Bob Birch"), Sitter(3, "Cleo Cole")
        >>> began = ReplacedPlayers(1, 4, {1: ann, 2: bob})
        >>> names = ["Ann Ash", "Cleo Cole"]
        >>> EntryNames(players=names, sitter_by_box={1: ann, 2: cleo}, replaced_players=(began,)).full_text
        'Ann Ash & Bob Birch (Cleo Cole from round 5)'
        """
        if self.name or not self.replaced_players:
            return self.text
        substitutes = format_substitutes(self.substitutes)
        if substitutes:
            return f"{self.starters_text} ({substitutes})"
        return self.starters_text

    @property
    def sort_key(self) -> tuple[bool, tuple[str, ...]]:
        """The key of lists in which people look for themselves. Entries without names come last."""
        if self.contest_record.has_own_name:
            return not self.text, (self.text.casefold(),)
        if self.players:
            return False, make_family_key(self.players[0])
        return True, ()


def get_contestant_noun(section: Section) -> str:
    """Return the noun for a contestant of *section*: ``"pair"``, ``"player"`` or ``"team"``."""
    return get_contest_record(section).contestant_noun


def fetch_field_entry_names_by_number(scoring_field: ScoringField) -> dict[int, EntryNames]:
    """Return the names of every entry of *scoring_field*, by number. (Costs one query.)"""
    sections = {section.pk: section for section in scoring_field.sections}
    entries = Entry.objects.filter(section__in=sections)
    contest_record = CONTESTS[scoring_field.event.contest]

    def get_number(section_id: int, pair_no: int) -> int:
        return scoring_field.get_field_number(sections[section_id], pair_no)

    return _fetch_names_by_number(entries, scoring_field.sections, contest_record, get_number)


def fetch_distinct_names_by_number(scoring_field: ScoringField) -> dict[int, EntryNames]:
    """Return the names of everybody whom tables know by a number.

    These are entries, or the players of a team if the movement names them. (Costs at most two
    queries.)
    """
    names = {}
    for number, entry_names in fetch_field_entry_names_by_number(scoring_field).items():
        section, _number = scoring_field.get_section_and_number(number)
        if not section.team_size:
            names[number] = entry_names
    for player in fetch_seated_players(scoring_field.sections):
        number = scoring_field.get_field_number(player.section, player.number)
        names[number] = EntryNames(players=[player.name])
    return names


def fetch_field_name_by_number(scoring_field: ScoringField) -> dict[int, str]:
    """Return the name of each contestant of *scoring_field* in lists of results."""
    return {
        pair_no: entry_names.full_text
        for pair_no, entry_names in fetch_field_entry_names_by_number(scoring_field).items()
    }


def fetch_entry_names_by_number(
    section: Section, pairs: Collection[int] | None = None
) -> dict[int, EntryNames]:
    """Return the names of every entry of *section*, or only of *pairs*. (Costs one query.)"""
    entries = Entry.objects.filter(section=section)
    if pairs is not None:
        entries = entries.filter(pair_no__in=pairs)
    return _fetch_names_by_number(
        entries, [section], get_contest_record(section), lambda _section_id, pair_no: pair_no
    )


def fetch_names_by_section_and_number(
    sections: Sequence[Section], numbers: Collection[int]
) -> dict[tuple[int, int], EntryNames]:
    """Return the names at *numbers* in each of *sections*, by section key and number.

    All sections have the same contest. (Costs one query.)
    """
    entries = Entry.objects.filter(section__in=sections, pair_no__in=numbers)
    return _fetch_names_by_number(
        entries,
        sections,
        get_contest_record(sections[0]),
        lambda *section_and_pair: section_and_pair,
    )


def fetch_large_print_entries(sections: Iterable[Section]) -> set[tuple[int, int]]:
    """Return the section's key and the number of each entry with a player who needs large print."""
    players = EntryPlayer.objects.filter(
        entry__section__in=list(sections), person__needs_large_print=True
    )
    return set(players.order_by().values_list("entry__section", "entry__pair_no"))


def fetch_name_by_pair(section: Section, pairs: Collection[int] | None = None) -> dict[int, str]:
    """Return the name at each number of *section*, or only at *pairs*."""
    return {
        pair_no: entry_names.text
        for pair_no, entry_names in fetch_entry_names_by_number(section, pairs).items()
    }


def list_number_choices(section: Section) -> list[tuple[int, str]]:
    """Return each number of *section* with label and name, for a list of choices."""
    name_by_number = fetch_name_by_pair(section)
    return [(number, format_choice(section, number, name_by_number)) for number in name_by_number]


def format_choice(section: Section, number: int, name_by_number: Mapping[int, str]) -> str:
    """Return label and name of *number*, for a list of choices: ``"3 N-S Ada Ash & Bert Birch"``."""
    return f"{section.get_label(number)} {name_by_number.get(number, '')}".strip()


def fetch_name_by_seat(section: Section, round_no: int | None = None) -> dict[int, str]:
    """Return the names of *section*'s pairs or players in *round_no*. (Costs one query.)

    Without a round, return the current names. If the movement names the players of teams, they are
    numbered through, team by team.
    """
    entry_names_by_number = fetch_entry_names_by_number(section)
    if section.team_size:
        return collect_seat_names(section, entry_names_by_number, round_no)
    if round_no:
        return {
            pair_no: entry.get_name_in_round(round_no)
            for pair_no, entry in entry_names_by_number.items()
        }
    return {pair_no: entry.text for pair_no, entry in entry_names_by_number.items()}


def collect_seat_names(
    section: Section, entry_names_by_number: Mapping[int, EntryNames], round_no: int | None
) -> dict[int, str]:
    """Return the names of team players in *round_no*, by their numbers in *section*."""
    size = section.team_size
    names = {}
    for team, entry in entry_names_by_number.items():
        for box, sitter in entry.get_players_by_number(round_no).items():
            if box <= size:  # the others are reserves
                names[(team - 1) * size + box] = sitter.name
    return names


def fetch_name_by_side(
    section: Section,
    round_no: int | None = None,
    *,
    entry_names_by_number: Mapping[int, EntryNames] | None = None,
) -> Mapping[int, str]:
    """Return the names of *section*'s pairs or players, and of their partnerships.

    Costs one query, or none if the names of all entries are given as *entry_names_by_number*.
    """
    partners = {int(number): players for number, players in section.partners.items()}
    if entry_names_by_number is None:
        names = fetch_name_by_seat(section, round_no)
    else:
        names = collect_seat_names(section, entry_names_by_number, round_no)
    return with_partnership_names(names, partners)


def with_field_partnership_names(
    scoring_field: ScoringField, names: Mapping[int, str]
) -> Mapping[int, str]:
    """Return *names* with the name of every partnership in the field added."""
    partners = {}
    for section in scoring_field.sections:
        for number in section.partners:
            side = scoring_field.get_field_number(section, int(number))
            partners[side] = scoring_field.list_members(side)
    return with_partnership_names(names, partners)


def with_partnership_names(
    names: Mapping[int, str], partners: Mapping[int, Sequence[int]]
) -> Mapping[int, str]:
    """Return *names* of players with the names of their partnerships added.

    >>> with_partnership_names({2: "Ada Ash", 4: ""}, {1001: (2, 4)})[1001]
    'Ada Ash'
    """
    if not partners:
        return names
    partnership_names = {}
    for number, players in partners.items():
        player_names = (names.get(player, "") for player in players)
        partnership_names[number] = " & ".join(filter(None, player_names))
    return {**names, **partnership_names}


def _fetch_names_by_number(
    entries: QuerySet[Entry],
    sections: Sequence[Section],
    contest_record: ContestRecord,
    get_number: Callable[[int, int], NumberT],
) -> dict[NumberT, EntryNames]:
    """Return the names of *entries*, by the key that *get_number* returns for section and pair.

    Players are joined into the query of the entries, since prefetching them would name each of
    thousands of entries in its condition. If anybody was replaced during play, a second query reads
    the replaced players.
    """
    names_by_number: dict[NumberT, EntryNames] = {}
    replaced_seats = LineUpSeat.objects.filter(section__in=sections, to_round__isnull=False)
    columns = (
        "has_replaced",
        "section_id",
        "pair_no",
        "name",
        "is_unranked",
        "entry_players__order",
        "entry_players__person_id",
        "entry_players__person__name",
        *PairExtras._fields,
    )
    ordered_entries = entries.order_by("section", "pair_no", "entry_players__order")
    rows = ordered_entries.annotate(has_replaced=Exists(replaced_seats)).values_list(*columns)
    replaced_by_entry: Mapping[tuple[int, int], tuple[ReplacedPlayers, ...]] | None = None
    for has_replaced, section_id, pair_no, name, is_unranked, order, *player_columns in rows:
        person_id, player, *extras = player_columns
        # Every row has this column, so the first one decides.
        if replaced_by_entry is None:
            replaced_by_entry = fetch_replaced_players_by_entry(sections) if has_replaced else {}
        key = get_number(section_id, pair_no)
        if key not in names_by_number:
            names_by_number[key] = EntryNames(
                contest_record,
                name,
                extras=PairExtras(*extras),
                replaced_players=replaced_by_entry.get((section_id, pair_no), ()),
                is_unranked=is_unranked,
            )
        if player is not None:  # None for an entry without players
            names_by_number[key].players.append(player)
            names_by_number[key].sitter_by_box[order] = Sitter(person_id, player)
    return names_by_number
