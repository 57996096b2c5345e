"""Forms of the draw: how Field offers a contest, how it begins, and the pairings of a round."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import time
from itertools import combinations
from math import ceil, log2
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.rounds import (
    GAMES,
    LOCKED_TABLES,
    ODD,
    ODD_PHRASES,
    TABLE_ORDER,
    DrawChoices,
)
from director.boards.contests import ContestRecord
from director.boards.movement.offers import MovementPreferences
from director.boards.movement.rounds import DESK_OPTIONS, DRAWN_FROM, count_expected_rounds
from director.core.base.forms import (
    ChoiceField,
    DayField,
    PageForm,
    TextField,
    WholeNumberField,
    parse_small_number,
)
from movements.advice.facts import compute_round_minutes
from movements.model import KNOCK_OUT
from movements.swiss.plans import DrawnRound, has_home_tables
from movements.swiss.systems import (
    LOSSES,
    SWISS_SYSTEMS,
    TWO_LOSSES_SIZES,
    UNEVEN,
    get_swiss_system,
)
from movements.swiss.tables import parse_tables
from movements.swiss.two_losses import count_two_loss_rounds

DEFAULT_ROUNDS, DEFAULT_BOARDS = 7, 8
"""Rounds, and boards of a match, if the director asked for no number."""
MAX_LATE_ENTRIES = 9
MAX_ROUNDS = 40
_MAX_SUGGESTION_LENGTH = 20
"""Characters that a suggestion has for a box."""
LATER_OPTIONS = ("meetings", *(option.name for option in DESK_OPTIONS), TABLE_ORDER.name)
"""Options that can be changed between rounds."""
OPTION_FIELDS = ("first_round", ODD, "tables", GAMES.name, *LATER_OPTIONS)


class BeginForm(PageForm):
    """How a drawn contest begins. The choices depend on the kind of contestants."""

    key = ChoiceField(
        label="Contest",
        missing="Choose a contest from the list.",
    )
    size = WholeNumberField(
        what="the number", example=8, label="How many", min_value=2, max_value=200
    )
    rounds = WholeNumberField(
        what="the number of rounds",
        example=DEFAULT_ROUNDS,
        label="Rounds",
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    boards = WholeNumberField(
        what="the number of boards",
        example=DEFAULT_BOARDS,
        label="Boards per match",
        min_value=1,
        max_value=64,
    )
    losses = forms.ChoiceField(label=LOSSES.label, required=False)
    uneven = forms.ChoiceField(label=UNEVEN.label, required=False)
    meetings = forms.ChoiceField(label="Rematches", required=False)
    first_round = forms.ChoiceField(label="First round", required=False)
    odd = forms.ChoiceField(label="Odd number of teams", required=False)
    tables = forms.ChoiceField(label="Tables", required=False)
    games = forms.ChoiceField(label=GAMES.label, required=False)
    table_order = forms.ChoiceField(label=TABLE_ORDER.label, required=False)
    bye_points = forms.ChoiceField(label="A sit-out gives", required=False)
    missed_points = forms.ChoiceField(label="A missed round gives", required=False)
    drawn_from = forms.ChoiceField(label=DRAWN_FROM.label, required=False)

    def __init__(self, data: QueryDict | None, *, contest: ContestRecord) -> None:
        super().__init__(data, initial={"rounds": DEFAULT_ROUNDS, "boards": DEFAULT_BOARDS})
        systems = [system for system in SWISS_SYSTEMS if contest.movement_contest == system.contest]
        contest_choices = [(system.key, system.name) for system in systems]
        self.set_choices(
            "key", [*contest_choices, *([(KNOCK_OUT, "Knock-out")] if contest.has_halves else [])]
        )
        self.fields["size"].label = contest.contestants_word.capitalize()
        if not contest.has_halves:
            del self.fields["odd"], self.fields["tables"]
            del self.fields[LOSSES.name], self.fields[UNEVEN.name]
        for option in (LOSSES, UNEVEN, GAMES, TABLE_ORDER, *systems[0].options, *DESK_OPTIONS):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    def set_suggestions(self, params: QueryDict) -> None:
        """Begin with the values that Field suggests in *params*."""
        for name in ("key", "size", "rounds", "boards", LOSSES.name):
            if name in params:
                self.initial[name] = params[name][:_MAX_SUGGESTION_LENGTH]

    @property
    def swiss_field_names(self) -> list[str]:
        """The names of the boxes that a knock-out doesn't have."""
        return [name for name in ("rounds", *OPTION_FIELDS) if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Ignore the boxes that the page hides for the contest."""
        data: dict[str, Any] = self.cleaned_data
        if data.get("key") != KNOCK_OUT:
            for name in (LOSSES.name, UNEVEN.name):
                self.errors.pop(name, None)
        else:
            for name in self.swiss_field_names:
                self.errors.pop(name, None)
            data["rounds"] = DEFAULT_ROUNDS  # not used: a knock-out has as many as it takes
        return data

    def get_options_by_name(self) -> dict[str, str]:
        """Return the chosen options of the contest."""
        names = OPTION_FIELDS
        if self.cleaned_data["key"] == KNOCK_OUT:
            names = (LOSSES.name, UNEVEN.name)
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}


class RoundsForm(PageForm):
    """The total number of rounds of a contest, and what can be changed between rounds."""

    rounds = WholeNumberField(
        what="the number of rounds",
        example=DEFAULT_ROUNDS,
        label="Total rounds",
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    meetings = forms.ChoiceField(label="Rematches from now on", required=False)
    bye_points = forms.ChoiceField(label="A sit-out gives", required=False)
    missed_points = forms.ChoiceField(label="A missed round gives", required=False)
    drawn_from = forms.ChoiceField(label=DRAWN_FROM.label, required=False)
    table_order = forms.ChoiceField(label=TABLE_ORDER.label, required=False)
    locked_tables = TextField(
        label="Locked tables",
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"class": "n", "placeholder": "3, 7"}),
    )

    def __init__(self, data: QueryDict | None, contest: DrawnContest) -> None:
        plan_options = dict(contest.plan.options)
        super().__init__(
            data, initial={**plan_options, "rounds": count_expected_rounds(contest.plan)}
        )
        self.add_shown_values()
        if contest.is_knockout:
            return
        if has_home_tables(contest.plan.options):
            del self.fields[TABLE_ORDER.name], self.fields[LOCKED_TABLES]
        for option in (*get_swiss_system(contest.plan.key).options, *DESK_OPTIONS, TABLE_ORDER):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    @property
    def chosen_options(self) -> dict[str, str]:
        """The options that were chosen."""
        options = {
            name: self.cleaned_data[name] for name in LATER_OPTIONS if self.cleaned_data.get(name)
        }
        # Unlike a list, an empty box says something: no table is locked any more.
        locked_text = self.cleaned_data.get(LOCKED_TABLES, "")
        if self.initial.get(LOCKED_TABLES, "") != locked_text:
            options[LOCKED_TABLES] = locked_text
        return options

    def clean_locked_tables(self) -> str:
        """Return the numbers of the locked tables, as they are stored.

        :raises ValidationError: if anything else is typed
        """
        text = self.cleaned_data[LOCKED_TABLES]
        tables = parse_tables(text)
        if len(tables) != len({*text.replace(",", " ").split()}):
            raise ValidationError(
                "Type the numbers of the tables that no match gets, such as 3, 7.",
                code="locked-tables",
            )
        return " ".join(map(str, tables))


class RoundDateForm(PageForm):
    """The date of rounds that aren't played on the day of the session."""

    from_round = WholeNumberField(
        what="a round", example=4, label="From round", min_value=1, max_value=MAX_ROUNDS
    )
    day = DayField(label="Date", required=False)

    def __init__(self, data: QueryDict | None, contest: DrawnContest) -> None:
        # Usually the next evening begins with the round to be drawn, or with the one just drawn.
        next_round = len(contest.rounds)
        if contest.has_begun:
            next_round += 1
        # Once all rounds are drawn, only a drawn one can still get another date.
        self.last_round = count_expected_rounds(contest.plan)
        from_round = max(2, min(next_round, self.last_round))
        super().__init__(data, prefix="date", initial={"from_round": from_round})

    @property
    def has_rounds(self) -> bool:
        """Whether a round after the first is expected, which can have a date of its own."""
        return self.last_round > 1


def get_late_entry_count(data: QueryDict) -> int:
    """Return the typed number of late entries, or 0 if it is invalid."""
    text = data.get("late", "").strip()
    entry_count = parse_small_number(text) if text.isdecimal() else 0
    if entry_count <= MAX_LATE_ENTRIES:
        return entry_count
    return 0


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of the form: its number, both boxes, and whether the next draw keeps it."""

    match_no: int
    home: str
    away: str
    is_kept: bool = False


@dataclass(frozen=True)
class TypedRound:
    """The next round as typed: ``home-1``, ``away-1``, ``keep-1``, ``absent``, ``bye_text``, ``again``.

    The contestants of a three-way match are in ``triangle_text``, as "7 8 9".
    """

    contest: DrawnContest
    data: QueryDict

    @property
    def rows(self) -> list[MatchRow]:
        """The matches, without empty rows."""
        max_row_count = len(self.contest.names_by_number) // 2 + 1
        rows = (
            MatchRow(
                match_no,
                self.data.get(f"home-{match_no}", "").strip()[:10],
                self.data.get(f"away-{match_no}", "").strip()[:10],
                f"keep-{match_no}" in self.data,
            )
            for match_no in range(1, max_row_count + 1)
        )
        return [row for row in rows if row.home or row.away]

    @property
    def absent_numbers(self) -> frozenset[int]:
        """The numbers ticked as absent, or the withdrawn ones before the form is sent."""
        if "mark" not in self.data:
            return self.contest.withdrawn_numbers
        return frozenset(
            number for text in self.data.getlist("absent") if (number := parse_small_number(text))
        )

    @property
    def can_repeat_matches(self) -> bool:
        """Whether the box for rematches is ticked."""
        return "again" in self.data

    @property
    def is_by_hand(self) -> bool:
        """Whether some pairings were set by hand."""
        return any(name == "again" or name.startswith("keep-") for name in self.data)

    @property
    def after_text(self) -> str:
        """The round whose standings the draw uses, as typed, or "" for the last."""
        return self.data.get("after", "").strip()[:10]

    @property
    def late_text(self) -> str:
        """The number of late entries, as typed."""
        text = self.data.get("late", "").strip()[:10]
        if text == "0":
            return ""
        return text

    @property
    def bye_text(self) -> str:
        """The number of the bye, as typed."""
        return self.data.get("bye", "").strip()[:10]

    @property
    def triangle_text(self) -> str:
        """The three-way match, as typed."""
        return self.data.get("three", "").strip()[:40]

    @property
    def triangle(self) -> tuple[int, ...]:
        """The numbers in the three-way match, with 0 for unreadable ones."""
        return tuple(
            parse_small_number(text) for text in self.triangle_text.replace(",", " ").split()
        )

    @property
    def odd_choice(self) -> str:
        """The choice for an odd field, or "" for the contest's setting."""
        choice = self.data.get(ODD, "")
        if choice in ODD_PHRASES:
            return choice
        return ""

    @property
    def is_triangle_kept(self) -> bool:
        """Whether the three-way match stays when the others are drawn again."""
        return "keep-three" in self.data and bool(self.triangle_text)

    @property
    def is_bye_kept(self) -> bool:
        """Whether the bye stays when the others are drawn again."""
        return "keep-bye" in self.data

    def read_choices(self) -> DrawChoices:
        """Return the choices for the next draw.

        :meth:`list_draw_problems` finds the boxes that can't be read.
        """
        kept_pairings = tuple(
            (parse_small_number(row.home), parse_small_number(row.away))
            for row in self.rows
            if row.is_kept
        )
        bye = parse_small_number(self.bye_text) if self.is_bye_kept else 0
        after_round = (
            parse_small_number(self.after_text)
            if self.after_text
            else self.contest.default_standings_round
        )
        triangle = self.triangle if self.is_triangle_kept else ()
        return DrawChoices(
            kept_pairings, self.absent_numbers, bye or None, after_round, triangle, self.odd_choice
        )

    def make_round(self) -> DrawnRound:
        """Return the round. Call it only if :meth:`list_problems` returns none.

        :raises DeskError: as :meth:`DrawnContest.make_round`
        """
        pairings = tuple(
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        )
        odd_choice = self.odd_choice or dict(self.contest.plan.options).get(ODD, "")
        return self.contest.make_round(
            pairings, next(iter(self._list_unpaired_numbers()), None), self.triangle, odd_choice
        )

    def list_problems(self) -> list[str]:
        """Return a sentence for each reason why the round can't be used."""
        # Each check needs numbers that the checks before have found valid.
        rows = self.rows
        number_problems = [*self._check_pairings(rows), *self._check_triangle()]
        box_problems = (
            *self._check_bye(rows),
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        problems = [*number_problems, *box_problems] or [
            *self._check_repeated_numbers(rows, self.triangle)
        ]
        return problems or [*self._check_unpaired_numbers(), *self._check_rematches()]

    def list_draw_problems(self) -> list[str]:
        """Return a sentence for every condition that the draw can't respect."""
        kept_rows = [row for row in self.rows if row.is_kept]
        bye_problems = self._check_bye(kept_rows) if self.is_bye_kept else ()
        triangle_problems = self._check_triangle() if self.is_triangle_kept else ()
        box_problems = (
            *bye_problems,
            *triangle_problems,
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        kept_triangle = self.triangle if self.is_triangle_kept else ()
        return [*self._check_pairings(kept_rows), *box_problems] or [
            *self._check_repeated_numbers(kept_rows, kept_triangle)
        ]

    @property
    def _numbers_text(self) -> str:
        numbers = sorted(self.contest.names_by_number)
        is_consecutive = numbers == [*range(1, len(numbers) + 1)]
        if is_consecutive:
            return f"1 to {len(numbers)}"
        return ", ".join(map(str, numbers))

    def _check_pairings(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        for row in rows:
            common_params = {"match": row.match_no, "called": contest.contestant_noun}
            unknown_texts = [
                text
                for text in (row.home, row.away)
                if text and parse_small_number(text) not in contest.names_by_number
            ]
            for text in unknown_texts:
                yield "Match {match}: there is no {called} {text}. Type one of {numbers}.".format(
                    text=f"“{text}”", numbers=self._numbers_text, **common_params
                )
            if unknown_texts:
                continue
            if not (row.home and row.away):
                yield (
                    "Match {match}: {called} {number} has no opponent. Type one, or clear both boxes of "
                    "the match."
                ).format(number=parse_small_number(row.home or row.away), **common_params)
            elif parse_small_number(row.home) == parse_small_number(row.away):
                yield "Match {match}: {called} {number} can’t play itself. Type another number.".format(
                    number=parse_small_number(row.home), **common_params
                )

    def _check_bye(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        if not self.bye_text:
            return
        number, called = (
            parse_small_number(self.bye_text),
            self.contest.contestant_noun.capitalize(),
        )
        if number not in self.contest.names_by_number:
            yield "Sits out: there is no {called} {text}. Type one of {numbers}, or leave it empty.".format(
                called=self.contest.contestant_noun,
                text=f"“{self.bye_text}”",
                numbers=self._numbers_text,
            )
        elif number in self.absent_numbers:
            yield "{called} {number} isn’t playing, but is to sit out. Remove one.".format(
                called=called, number=number
            )
        for row in rows:
            if number in (parse_small_number(row.home), parse_small_number(row.away)):
                yield "{called} {number} sits out, but is in match {match}. Remove one.".format(
                    called=called, number=number, match=row.match_no
                )

    def _check_triangle(self) -> Iterator[str]:
        numbers = self.triangle
        is_valid = (
            len(numbers) == len(set(numbers)) == 3
            and set(numbers) <= self.contest.names_by_number.keys()
        )
        if numbers and not is_valid:
            yield (
                "The three-way match can’t be {text}. Type three different teams of {numbers}, or "
                "leave it empty."
            ).format(text=f"“{self.triangle_text}”", numbers=self._numbers_text)

    def _check_after_round(self) -> Iterator[str]:
        last_round = len(self.contest.rounds)
        if self.after_text and not (
            self.after_text.isdecimal() and parse_small_number(self.after_text) <= last_round
        ):
            yield (
                "Standings after round can’t be {text}. Type a number from 0 to {last}; 0 is before "
                "round 1."
            ).format(text=f"“{self.after_text}”", last=last_round)

    def _check_late_entries(self) -> Iterator[str]:
        if self.late_text and not get_late_entry_count(self.data):
            yield "Late {called}s can’t be {text}. Type a number from 0 to {most}.".format(
                called=self.contest.contestant_noun,
                text=f"“{self.late_text}”",
                most=MAX_LATE_ENTRIES,
            )

    def _check_repeated_numbers(
        self, rows: Sequence[MatchRow], triangle: Sequence[int]
    ) -> Iterator[str]:
        contest = self.contest
        positions_by_number: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            for text in (row.home, row.away):
                positions_by_number[parse_small_number(text)].append(f"match {row.match_no}")
        for number in triangle:
            positions_by_number[number].append("the three who play each other")
        if triangle and self.bye_text:
            positions_by_number[parse_small_number(self.bye_text)].append("Sits out")
        for number, positions in sorted(positions_by_number.items()):
            called = contest.contestant_noun.capitalize()
            if len(positions) > 1:
                yield "{called} {number} is in {places}. Everybody plays once per round.".format(
                    called=called, number=number, places=" and ".join(positions)
                )
            elif number in self.absent_numbers:
                yield "{called} {number} isn’t playing, but is in {match}. Remove one.".format(
                    called=called, number=number, match=positions[0]
                )

    def _list_unpaired_numbers(self) -> list[int]:
        """Return the numbers of those who play but have no opponent."""
        paired_numbers = set()
        for row in self.rows:
            for text in (row.home, row.away):
                paired_numbers.add(parse_small_number(text))
        return [
            number
            for number in sorted(self.contest.names_by_number)
            if number not in {*paired_numbers, *self.absent_numbers, *self.triangle}
        ]

    def _check_unpaired_numbers(self) -> Iterator[str]:
        if self.contest.is_knockout:  # nobody types its pairings
            return
        unpaired_numbers = self._list_unpaired_numbers()
        if len(unpaired_numbers) > 1:
            numbers_text = " and ".join(map(str, unpaired_numbers))
            yield "{numbers} would sit out, but only one can. Pair the others.".format(
                numbers=f"{self.contest.contestant_noun.capitalize()}s {numbers_text}"
            )
        elif (
            len(unpaired_numbers) == 1 and parse_small_number(self.bye_text) != unpaired_numbers[0]
        ):
            yield (
                "{called} {number} has no opponent. Give it one, type it under Sits out, or mark it "
                "as withdrawn."
            ).format(called=self.contest.contestant_noun.capitalize(), number=unpaired_numbers[0])

    def _check_rematches(self) -> Iterator[str]:
        pairings = [
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        ]
        triangle = (
            () if set(self.triangle) == {*self.contest.continuing_triangle} else self.triangle
        )
        for first, second in (*pairings, *combinations(triangle, 2)):
            last_meeting_round = self.contest.get_last_meeting_round(first, second)
            next_round = len(self.contest.rounds) + 1
            if self.contest.is_second_game(next_round) and last_meeting_round == next_round - 1:
                continue
            if last_meeting_round and not self.can_repeat_matches:
                called = self.contest.contestant_noun.capitalize()
                yield (
                    "{first} and {second} have met before, in round {round_no}. Allow repeat matches, or "
                    "choose other opponents."
                ).format(first=f"{called} {first}", second=f"{second}", round_no=last_meeting_round)


MIN_MATCH_BOARDS, MAX_MATCH_BOARDS = 2, 32
"""Boards of a match that Field offers."""


@dataclass(frozen=True, slots=True)
class DrawnOffer:
    """A drawn contest: rounds and *boards* of a match, its end, and the query of the page Draw."""

    key: str
    name: str
    rounds: int
    boards: int
    duration: str
    end_time: time | None
    reason: str
    query: str


def list_drawn_offers(preferences: MovementPreferences) -> tuple[DrawnOffer, ...]:
    """Return the drawn contests for a number of teams, none for pairs and players.

    >>> from director.boards.contests import TEAMS
    >>> [(offer.name, offer.rounds, offer.boards) for offer in list_drawn_offers(MovementPreferences(64, TEAMS, high=24))]
    [('Swiss teams', 6, 4), ('Knock-out', 6, 4), ('Double elimination', 10, 2)]
    """
    size = preferences.contestants
    if not preferences.contest_record.has_halves:
        return ()
    offers = []
    for system in SWISS_SYSTEMS:
        if (
            system.contest == preferences.contest_record.movement_contest
            and size in system.legal_sizes
        ):
            reason = "Each round is drawn from the standings, so teams with like scores meet."
            offers.append(_make_drawn_offer(preferences, system.key, system.name, reason))
    if offers:
        reason = "Winners go on, losers are out."
        offers.append(_make_drawn_offer(preferences, KNOCK_OUT, "Knock-out", reason))
    if offers and size in TWO_LOSSES_SIZES:
        reason = "Whoever has lost twice is out. A second final may be needed."
        offers.append(
            _make_drawn_offer(preferences, KNOCK_OUT, "Double elimination", reason, loss_count=2)
        )
    return tuple(offers)


def _make_drawn_offer(
    preferences: MovementPreferences, key: str, name: str, reason: str, *, loss_count: int = 1
) -> DrawnOffer:
    size = preferences.contestants
    # Each round halves the unbeaten teams: after these rounds one is left, in a knock-out the winner.
    round_count = count_two_loss_rounds(size) if loss_count == 2 else ceil(log2(size))
    board_count = _choose_match_boards(preferences, round_count)
    minutes = round_count * compute_round_minutes(board_count)
    hours, minutes_left = divmod(minutes, 60)
    params = {"size": size, "key": key, "rounds": round_count, "boards": board_count}
    if loss_count == 2:
        params[LOSSES.name] = loss_count
    return DrawnOffer(
        key=key,
        name=name,
        rounds=round_count,
        boards=board_count,
        duration=f"{hours} h {minutes_left:02} min",
        end_time=preferences.compute_end(minutes),
        reason=reason,
        query=urlencode(params),
    )


def _choose_match_boards(preferences: MovementPreferences, round_count: int) -> int:
    """Return the boards of a match, so that the wishes for boards and time are kept if possible."""
    board_count = DEFAULT_BOARDS
    if preferences.boards:
        board_count = preferences.boards[1] // round_count
    elif preferences.minutes:
        while (
            board_count > MIN_MATCH_BOARDS
            and round_count * compute_round_minutes(board_count) > preferences.minutes
        ):
            board_count -= 1
    return min(max(board_count, MIN_MATCH_BOARDS), MAX_MATCH_BOARDS)
