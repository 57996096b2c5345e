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
from django.http import QueryDict

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.rounds import ODD, ODD_PHRASES, DrawChoices
from director.boards.contests import ContestRecord
from director.boards.movement.offers import MovementWishes
from director.boards.movement.rounds import DESK_OPTIONS, DRAWN_FROM, count_expected_rounds
from director.core.base.forms import (
    ChoiceField,
    DayField,
    PageForm,
    WholeNumberField,
    parse_small_number,
)
from movements.advice.facts import round_minutes
from movements.model import KNOCK_OUT
from movements.swiss.plans import DrawnRound
from movements.swiss.systems import (
    LOSSES,
    SWISS_SYSTEMS,
    TWO_LOSSES_SIZES,
    UNEVEN,
    find_swiss_system,
)
from movements.swiss.two_losses import count_two_loss_rounds

DEFAULT_ROUNDS, DEFAULT_BOARDS = 7, 8
"""Rounds, and boards of a match, if the director asked for no number."""
MAX_LATE_ENTRIES = 9
MAX_ROUNDS = 40
_MAX_LENGTH = 20
"""Characters that a suggestion has for a box."""
LATER_OPTIONS = ("meetings", *(option.name for option in DESK_OPTIONS))
"""Options that can be changed between rounds."""
OPTION_FIELDS = ("first_round", ODD, "tables", *LATER_OPTIONS)


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
        for option in (LOSSES, UNEVEN, *systems[0].options, *DESK_OPTIONS):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    def suggest(self, params: QueryDict) -> None:
        """Begin with the values that Field suggests in *params*."""
        for name in ("key", "size", "rounds", "boards", LOSSES.name):
            if name in params:
                self.initial[name] = params[name][:_MAX_LENGTH]

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

    def get_options(self) -> dict[str, str]:
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

    def __init__(self, data: QueryDict | None, contest: DrawnContest) -> None:
        chosen = dict(contest.plan.options)
        super().__init__(data, initial={**chosen, "rounds": count_expected_rounds(contest.plan)})
        self.send_shown_values()
        if contest.is_knockout:
            return
        for option in (*find_swiss_system(contest.plan.key).options, *DESK_OPTIONS):
            if option.name in self.fields:
                self.set_choices(option.name, [*option.phrases.items()])

    @property
    def changes(self) -> dict[str, str]:
        """The options that were chosen."""
        return {
            name: self.cleaned_data[name] for name in LATER_OPTIONS if self.cleaned_data.get(name)
        }


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
        super().__init__(data, prefix="date", initial={"from_round": max(2, next_round)})


def parse_late_entries(data: QueryDict) -> int:
    """Return the typed number of late entries, or 0 if it is invalid."""
    text = data.get("late", "").strip()
    late_entries = parse_small_number(text) if text.isdecimal() else 0
    if late_entries <= MAX_LATE_ENTRIES:
        return late_entries
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
        count = len(self.contest.names) // 2 + 1
        rows = (
            MatchRow(
                match_no,
                self.data.get(f"home-{match_no}", "").strip()[:10],
                self.data.get(f"away-{match_no}", "").strip()[:10],
                f"keep-{match_no}" in self.data,
            )
            for match_no in range(1, count + 1)
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
    def may_repeat(self) -> bool:
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
        odd = self.data.get(ODD, "")
        if odd in ODD_PHRASES:
            return odd
        return ""

    @property
    def keeps_triangle(self) -> bool:
        """Whether the three-way match stays when the others are drawn again."""
        return "keep-three" in self.data and bool(self.triangle_text)

    @property
    def keeps_bye(self) -> bool:
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
        bye = parse_small_number(self.bye_text) if self.keeps_bye else 0
        after_round = (
            parse_small_number(self.after_text)
            if self.after_text
            else self.contest.usual_standings_round
        )
        triangle = self.triangle if self.keeps_triangle else ()
        return DrawChoices(
            kept_pairings, self.absent_numbers, bye or None, after_round, triangle, self.odd_choice
        )

    def make_round(self) -> DrawnRound:
        """Return the round. Call it only if :meth:`faults` has none.

        :raises DeskError: as :meth:`DrawnContest.make_round`
        """
        pairings = tuple(
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        )
        odd = self.odd_choice or dict(self.contest.plan.options).get(ODD, "")
        return self.contest.make_round(
            pairings, next(iter(self._list_unpaired_numbers()), None), self.triangle, odd
        )

    def list_problems(self) -> list[str]:
        """Return a sentence for each reason why the round can't be used."""
        # Each check needs numbers that the checks before have found valid.
        rows = self.rows
        unreadable = [*self._check_pairings(rows), *self._check_triangle()]
        box_faults = (
            *self._check_bye(rows),
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        faults = [*unreadable, *box_faults] or [*self._check_repeated_numbers(rows, self.triangle)]
        return faults or [*self._check_unpaired_numbers(), *self._check_rematches()]

    def list_draw_problems(self) -> list[str]:
        """Return a sentence for every condition that the draw can't respect."""
        kept_rows = [row for row in self.rows if row.is_kept]
        bye_faults = self._check_bye(kept_rows) if self.keeps_bye else ()
        three_faults = self._check_triangle() if self.keeps_triangle else ()
        box_faults = (
            *bye_faults,
            *three_faults,
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        kept_triangle = self.triangle if self.keeps_triangle else ()
        return [*self._check_pairings(kept_rows), *box_faults] or [
            *self._check_repeated_numbers(kept_rows, kept_triangle)
        ]

    @property
    def _numbers_text(self) -> str:
        numbers = sorted(self.contest.names)
        is_consecutive = numbers == [*range(1, len(numbers) + 1)]
        if is_consecutive:
            return f"1 to {len(numbers)}"
        return ", ".join(map(str, numbers))

    def _check_pairings(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        for row in rows:
            common_params = {"match": row.match_no, "called": contest.contestant_word}
            unknown_texts = [
                text
                for text in (row.home, row.away)
                if text and parse_small_number(text) not in contest.names
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
            self.contest.contestant_word.capitalize(),
        )
        if number not in self.contest.names:
            yield "Sits out: there is no {called} {text}. Type one of {numbers}, or leave it empty.".format(
                called=self.contest.contestant_word,
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
            len(numbers) == len(set(numbers)) == 3 and set(numbers) <= self.contest.names.keys()
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
        if self.late_text and not parse_late_entries(self.data):
            yield "Late {called}s can’t be {text}. Type a number from 0 to {most}.".format(
                called=self.contest.contestant_word,
                text=f"“{self.late_text}”",
                most=MAX_LATE_ENTRIES,
            )

    def _check_repeated_numbers(
        self, rows: Sequence[MatchRow], triangle: Sequence[int]
    ) -> Iterator[str]:
        contest = self.contest
        places: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            for text in (row.home, row.away):
                places[parse_small_number(text)].append(f"match {row.match_no}")
        for number in triangle:
            places[number].append("the three who play each other")
        if triangle and self.bye_text:
            places[parse_small_number(self.bye_text)].append("Sits out")
        for number, place_texts in sorted(places.items()):
            called = contest.contestant_word.capitalize()
            if len(place_texts) > 1:
                yield "{called} {number} is in {places}. Everybody plays once per round.".format(
                    called=called, number=number, places=" and ".join(place_texts)
                )
            elif number in self.absent_numbers:
                yield "{called} {number} isn’t playing, but is in {match}. Remove one.".format(
                    called=called, number=number, match=place_texts[0]
                )

    def _list_unpaired_numbers(self) -> list[int]:
        """Return the numbers of those who play but have no opponent."""
        paired_numbers = set()
        for row in self.rows:
            for text in (row.home, row.away):
                paired_numbers.add(parse_small_number(text))
        return [
            number
            for number in sorted(self.contest.names)
            if number not in {*paired_numbers, *self.absent_numbers, *self.triangle}
        ]

    def _check_unpaired_numbers(self) -> Iterator[str]:
        if self.contest.is_knockout:  # nobody types its pairings
            return
        unpaired = self._list_unpaired_numbers()
        if len(unpaired) > 1:
            numbers_text = " and ".join(map(str, unpaired))
            yield "{numbers} would sit out, but only one can. Pair the others.".format(
                numbers=f"{self.contest.contestant_word.capitalize()}s {numbers_text}"
            )
        elif len(unpaired) == 1 and parse_small_number(self.bye_text) != unpaired[0]:
            yield (
                "{called} {number} has no opponent. Give it one, type it under Sits out, or mark it "
                "as withdrawn."
            ).format(called=self.contest.contestant_word.capitalize(), number=unpaired[0])

    def _check_rematches(self) -> Iterator[str]:
        pairings = [
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        ]
        triangle = (
            () if set(self.triangle) == {*self.contest.continuing_triangle} else self.triangle
        )
        for first, second in (*pairings, *combinations(triangle, 2)):
            met_in_round = self.contest.find_last_meeting(first, second)
            if met_in_round and not self.may_repeat:
                called = self.contest.contestant_word.capitalize()
                yield (
                    "{first} and {second} have met before, in round {round_no}. Allow repeat matches, or "
                    "choose other opponents."
                ).format(first=f"{called} {first}", second=f"{second}", round_no=met_in_round)


FEWEST_BOARDS, MOST_BOARDS = 2, 32
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


def list_drawn_offers(wishes: MovementWishes) -> tuple[DrawnOffer, ...]:
    """Return the drawn contests for a number of teams, none for pairs and players.

    >>> from director.boards.contests import TEAMS
    >>> [(offer.name, offer.rounds, offer.boards) for offer in list_drawn_offers(MovementWishes(64, TEAMS, high=24))]
    [('Swiss teams', 6, 4), ('Knock-out', 6, 4), ('Double elimination', 10, 2)]
    """
    size = wishes.contestants
    if not wishes.contest.has_halves:
        return ()
    offers = []
    for system in SWISS_SYSTEMS:
        if system.contest == wishes.contest.movement_contest and size in system.legal_sizes:
            reason = "Each round is drawn from the standings, so teams with like scores meet."
            offers.append(_make_drawn_offer(wishes, system.key, system.name, reason))
    if offers:
        reason = "Winners go on, losers are out."
        offers.append(_make_drawn_offer(wishes, KNOCK_OUT, "Knock-out", reason))
    if offers and size in TWO_LOSSES_SIZES:
        reason = "Whoever has lost twice is out. A second final may be needed."
        offers.append(_make_drawn_offer(wishes, KNOCK_OUT, "Double elimination", reason, losses=2))
    return tuple(offers)


def _make_drawn_offer(
    wishes: MovementWishes, key: str, name: str, reason: str, *, losses: int = 1
) -> DrawnOffer:
    size = wishes.contestants
    # Each round halves the unbeaten teams: after these rounds one is left, in a knock-out the winner.
    rounds = count_two_loss_rounds(size) if losses == 2 else ceil(log2(size))
    boards = _choose_match_boards(wishes, rounds)
    minutes = rounds * round_minutes(boards)
    hours, minutes_left = divmod(minutes, 60)
    params = {"size": size, "key": key, "rounds": rounds, "boards": boards}
    if losses == 2:
        params[LOSSES.name] = losses
    return DrawnOffer(
        key=key,
        name=name,
        rounds=rounds,
        boards=boards,
        duration=f"{hours} h {minutes_left:02} min",
        end_time=wishes.get_end(minutes),
        reason=reason,
        query=urlencode(params),
    )


def _choose_match_boards(wishes: MovementWishes, rounds: int) -> int:
    """Return the boards of a match, so that the wishes for boards and time are kept if possible."""
    boards = DEFAULT_BOARDS
    if wishes.boards:
        boards = wishes.boards[1] // rounds
    elif wishes.minutes:
        while boards > FEWEST_BOARDS and rounds * round_minutes(boards) > wishes.minutes:
            boards -= 1
    return min(max(boards, FEWEST_BOARDS), MOST_BOARDS)
