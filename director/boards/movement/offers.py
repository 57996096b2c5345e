"""Which movements are offered to the director, and when each would be finished.

The director's wishes (:class:`MovementPreferences`) come from the form and stand in the address of every
offer. For pairs ``movements.advice.advise.advise`` ranks all movements that fit and picks a few for different
purposes. For players and teams ``movements.advice.suggest.suggest`` returns a short list. Both become
:class:`Offers` here, with their figures in words (:class:`MovementFigures`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from urllib.parse import urlencode

from director.boards.contests import CONTESTS, PAIRS, ContestRecord
from director.boards.movement.evening_bar import (
    EveningBar,
    PlannedEvening,
    draw_evening_bars,
)
from director.boards.movement.room_sketch import RoomSketch, draw_room_sketch
from director.core.night.clock import count_break_minutes
from director.errors import DeskError
from movements.advice.advise import Advice, advise, assess_plan
from movements.advice.facts import Limits, QualityWeights, make_weights, percent_met
from movements.advice.picks import choose_picks, describe_price_by_advice
from movements.advice.sections import find_fairer_sections
from movements.advice.suggest import Suggestion, make_plan_suggestion, suggest
from movements.balance import find_known_fairness, round_quality
from movements.errors import MovementError
from movements.model import Movement, MovementSpec, Options, PlanRequest, get_team, join_with_and
from movements.option import format_count, format_span
from movements.registry import get_movement, list_movements

LABELS = {
    "two-winners": "Two winners",
    "one-winner": "One winner",
    "fairest": "Fairest",
    "shorter": "Shorter",
    "wished": "As asked",
    "usual": "Usual length",
}
"""Labels of the movements that are picked, by the purpose of the pick."""
PREFERENCE_PARAMS = (
    "minutes",
    "low",
    "high",
    "winners",
    "stationary",
    "per_round",
    "cupboard",
    "board_copies",
    "no_sharing",
    "no_carrying",
    "meeting",
    "sitting",
    "equal_boards",
    "familiar",
)
"""Preferences and limits that the form asks for, by their names in addresses."""
WEIGHTED_QUALITIES = ("meeting", "sitting", "equal_boards", "familiar")
"""Qualities of a movement that can be worth more or less than usual to a club."""
RESERVED_PARAMS = ("key", "rounds", "boards")
"""Query parameters of every movement. An option of the same name gets a prefix."""
COMPLETE, SHORTENED = "Complete", "Shortened"
CLUB_PARAMS = ("cupboard", "board_copies", "no_sharing", "no_carrying", *WEIGHTED_QUALITIES)
"""Of these, what the club is like: it is remembered for the next night."""
MAX_PICKS = 4
"""Movements for players or teams that are shown first; the others are folded."""
MIN_EXPECTED_BOARDS = 12
"""Fewer boards in an evening are questioned: "Boards per pair" is easily read as boards a round."""
OPEN_RANGE_WIDTH = 4
"""Boards between the two ends of a wish if the director gave only one end."""


@dataclass(frozen=True, slots=True)
class MovementPreferences:
    """The director's preferences for tonight. None means no preference."""

    contestants: int
    contest_record: ContestRecord = PAIRS
    minutes: int | None = None
    low: int | None = None
    high: int | None = None
    winners: int | None = None
    stationary: int | None = None
    per_round: int | None = None
    cupboard: int | None = None
    board_copies: int | None = None
    no_sharing: bool = False
    no_carrying: bool = False
    meeting: str = ""  # a word for the worth, "" for the usual one; likewise the next three
    sitting: str = ""
    equal_boards: str = ""
    familiar: str = ""
    start: time | None = None
    section_boards: tuple[tuple[str, int], ...] = ()  # letter and boards of each other section
    breaks: tuple[tuple[int, int], ...] = ()  # after which round, how many minutes
    is_over_weeks: bool = False

    @property
    def limits(self) -> Limits:
        """What the club can't do tonight."""
        copies = self.board_copies
        if copies is not None:
            # Every other section plays with a set of its own.
            copies = max(1, copies - len(self.section_boards))
        return Limits(
            boards=self.cupboard,
            copies=copies,
            can_share_boards=not self.no_sharing,
            can_carry_boards=not self.no_carrying,
        )

    @property
    def quality_weights(self) -> QualityWeights:
        """What the qualities of a movement are worth tonight."""
        weight_words = {name: getattr(self, name) for name in WEIGHTED_QUALITIES}
        return make_weights(
            {name: weight_word for name, weight_word in weight_words.items() if weight_word}
        )

    def make_club_params(self) -> dict[str, object]:
        """Return what holds for every night of the club, as query parameters."""
        query = self.make_params()
        return {name: query[name] for name in CLUB_PARAMS if name in query}

    @property
    def boards(self) -> tuple[int, int] | None:
        """The smallest and largest number of boards wanted, or None for any number."""
        if self.low is None:
            if self.high is None:
                return None
            return max(1, self.high - OPEN_RANGE_WIDTH), self.high
        if self.high is None:
            return self.low, self.low + OPEN_RANGE_WIDTH
        return self.low, self.high

    @property
    def few_boards(self) -> int | None:
        """The number of boards wanted if most clubs play more, else None.

        >>> MovementPreferences(13, high=10).few_boards, MovementPreferences(13, low=9, high=24).few_boards
        (10, None)
        """
        if self.boards is None or self.boards[1] >= MIN_EXPECTED_BOARDS:
            return None
        return self.boards[1]

    @property
    def one_winner(self) -> bool | None:
        """Whether one winner is wanted, or None for either."""
        if self.winners is None:
            return None
        return self.winners == 1

    def has_section_board_count(self, advice: Advice | Suggestion) -> bool:
        """Return whether *advice* has as many boards as another section, if there are others."""
        boards = {number for _letter, number in self.section_boards}
        return not boards or advice.rounds * advice.boards_per_set in boards

    def describe_other_boards(self, advice: Advice | Suggestion) -> str:
        """Return a sentence if *advice* has another number of boards than other sections, or ""."""
        if self.has_section_board_count(advice):
            return ""
        own_boards = advice.rounds * advice.boards_per_set
        sections = ", ".join(f"section {letter} {number}" for letter, number in self.section_boards)
        return f"{own_boards} boards; {sections}."

    def count_minutes(self, advice: Advice | Suggestion) -> int:
        """Return the minutes of an evening of *advice* with its breaks."""
        return advice.minutes + count_break_minutes(self.breaks, advice.rounds)

    def compute_end(self, minutes: int) -> time | None:
        """Return the end of a session of *minutes*, or None if its start is unknown.

        >>> MovementPreferences(13, start=time(19, 15)).compute_end(222)
        datetime.time(22, 57)
        """
        if self.start is None:
            return None
        # datetime.time knows no addition; any day will do.
        start = datetime.combine(date.min, self.start)
        return (start + timedelta(minutes=minutes)).time()

    def make_params(self) -> dict[str, object]:
        """Return the wishes as query parameters."""
        start = self.start.strftime("%H:%M") if self.start else None
        values = {
            self.contest_record.contestants_word: self.contestants,
            **{name: getattr(self, name) for name in PREFERENCE_PARAMS},
            "start": start,
        }
        # An unticked box isn't sent, as browsers do it.
        return {name: value for name, value in values.items() if value not in (None, False, "")}

    def as_query_string(self) -> str:
        """Return the wishes as a query string."""
        return urlencode(self.make_params())


@dataclass(frozen=True, slots=True)
class MovementFigures:
    """The figures of a movement in words."""

    rounds_and_boards: str  # "7 × 4": seven rounds of four boards
    boards: str  # played by a pair, a player or a team: "28", "24–28"
    boards_text: str  # "24–28 boards each"
    sit_outs: str  # "–", "1 round"
    sit_outs_text: str  # "no sit-outs", "1 sit-out"
    opponents_met: str  # "100%" of the possible opponents, or "7 of 7" partners or teams
    winners: str  # "one", "two"
    duration: str  # "3 h 42 min"
    end_time: time | None
    fairness: str  # "83.33"; "–" if nobody is compared


@dataclass(frozen=True, slots=True)
class MovementOffer:
    """One movement that fits, with the query string of its whole schedule.

    A pick has a *label* for its purpose and the *reason* why it is chosen. Its *comparison* says what
    it gains and costs beside the first, its *headline* the reason in a few words. It is drawn as a
    *room* and an *evening*. A movement of the club's library has its *saved_id*, its note as
    label, and the *address* where it is looked at.
    """

    advice: Advice | Suggestion
    facts: MovementFigures
    query: str
    label: str = ""
    reason: str = ""
    comparison: str = ""
    saved_id: int = 0
    address: str = ""
    headline: str = ""
    room: RoomSketch | None = None
    evening: EveningBar | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """The movements that fit: the few to look at first, and the others. Both best first.

    *sections_advice* says whether sections with a winner each would be fairer, "" if they wouldn't.
    """

    recommended: tuple[MovementOffer, ...]
    other_offers: tuple[MovementOffer, ...]
    sections_advice: str = ""

    @property
    def has_pictures(self) -> bool:
        """Whether the recommended offers are drawn."""
        return any(offer.room for offer in self.recommended)

    @property
    def sketched_kinds(self) -> frozenset[str]:
        """The kinds of marks that the key of the pictures explains."""
        kinds = (offer.room.kinds for offer in self.recommended if offer.room)
        return frozenset().union(*kinds)

    @property
    def all_offers(self) -> tuple[MovementOffer, ...]:
        """Every offer, the picks before the others."""
        return self.recommended + self.other_offers


def assess_movement(
    movement: Movement, preferences: MovementPreferences | None = None
) -> Advice | Suggestion:
    """Return the figures of *movement*, whether it is offered, chosen or the club's own.

    Without *preferences* nobody has asked for a number of boards: a pair may play fewer than the session.

    :raises MovementError: if the wishes for time or boards are impossible, see :func:`movements.advice.advise.assess_plan`
    """
    if not CONTESTS[movement.contest].has_movement_advice:
        return make_plan_suggestion(movement)
    if preferences is None:
        boards = movement.rounds * movement.boards_per_set
        return assess_plan(movement, boards=(1, boards))
    return assess_plan(
        movement,
        minutes=preferences.minutes,
        boards=preferences.boards,
        one_winner=preferences.one_winner,
        stationary=preferences.stationary or 0,
        boards_per_round=preferences.per_round,
        limits=preferences.limits,
        weights=preferences.quality_weights,
    )


def format_facts(
    advice: Advice | Suggestion, preferences: MovementPreferences | None = None
) -> MovementFigures:
    """Return the figures of *advice* in words. It has an end if *preferences* have a start.

    >>> from movements.advice.advise import assess_plan
    >>> from movements.registry import make_plan
    >>> shown = format_facts(assess_plan(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)))
    >>> shown.rounds_and_boards, shown.boards, shown.sit_outs
    ('6 × 3', '15–18', '1 round')
    >>> shown.opponents_met, shown.duration, shown.fairness
    ('86%', '2 h 25 min', '97.49')
    """
    if isinstance(advice, Advice):
        boards = advice.boards_per_pair
        opponents_met = f"{percent_met(advice.field_met)}%"
    else:
        boards = advice.boards_range
        opponents_met = f"{format_span(advice.met_range)} of {advice.possible_opponents}"
    all_minutes = preferences.count_minutes(advice) if preferences else advice.minutes
    hours, minutes = divmod(all_minutes, 60)
    quality = round_quality(advice.qf)
    winners = "one" if advice.winners == 1 else "two"
    end = preferences.compute_end(all_minutes) if preferences else None
    fairness = "–" if quality is None else f"{quality:g}"
    sit_outs = {0: "–", 1: "1 round"}.get(advice.sit_outs, f"up to {advice.sit_outs}")
    sit_outs_long = {0: "no sit-outs", 1: "1 sit-out"}.get(
        advice.sit_outs, f"up to {advice.sit_outs} sit-outs"
    )
    return MovementFigures(
        rounds_and_boards=f"{advice.rounds} × {advice.boards_per_set}",
        boards=format_span(boards),
        boards_text=f"{format_count(boards, 'board')} each",
        sit_outs=sit_outs,
        sit_outs_text=sit_outs_long,
        opponents_met=opponents_met,
        winners=winners,
        duration=f"{hours} h {minutes:02} min",
        end_time=end,
        fairness=fairness,
    )


def format_known_fairness(movement: Movement) -> str:
    """Return the best known fairness of a movement with one winner, and its bound, or "".

    >>> from movements.registry import make_plan
    >>> format_known_fairness(make_plan("howell", pairs=14))
    'The best known for 14 pairs in 13 rounds is 91.3, and no movement can have more than 98.73.'
    """
    if movement.winners != 1 or not CONTESTS[movement.contest].has_fairness:
        return ""
    known_quality = find_known_fairness(movement.contestants, movement.rounds)
    if known_quality is None:
        return ""
    text = f"The best known for {movement.contestants} pairs in {movement.rounds} rounds is {known_quality.best_qf:g}"
    if known_quality.max_qf is None:
        return f"{text}."
    if known_quality.max_qf == known_quality.best_qf:
        return f"{text}, and no movement can have more."
    return f"{text}, and no movement can have more than {known_quality.max_qf:g}."


def get_option_param(name: str) -> str:
    """Return the name of the option *name* in an address.

    >>> get_option_param("half_table"), get_option_param("boards")
    ('half_table', 'option_boards')
    """
    if name in RESERVED_PARAMS:
        return f"option_{name}"
    return name


def make_movement_params(
    preferences: MovementPreferences,
    key: str,
    rounds: int,
    boards_per_set: int,
    options: Iterable[tuple[str, str]],
) -> dict[str, object]:
    """Return the query parameters of a movement with its rounds, boards and preferences."""
    movement_params = {"key": key, "rounds": rounds, "boards": boards_per_set}
    option_params = {get_option_param(name): choice for name, choice in options}
    return {**preferences.make_params(), **movement_params, **option_params}


def make_offers(preferences: MovementPreferences) -> Offers:
    """Return the movements that fit *preferences*.

    :raises MovementError: if no movement takes that many contestants, or time and boards disagree
    """
    if preferences.contest_record.has_movement_advice:
        return _make_advised_offers(preferences)
    return _make_suggested_offers(preferences)


def _make_advised_offers(preferences: MovementPreferences) -> Offers:
    advice = advise(
        preferences.contestants,
        minutes=preferences.minutes,
        boards=preferences.boards,
        one_winner=preferences.one_winner,
        stationary=preferences.stationary or 0,
        boards_per_round=preferences.per_round,
        limits=preferences.limits,
        weights=preferences.quality_weights,
    )
    # Sections that are ranked together play the same boards. Sorting keeps the best first.
    advice = tuple(sorted(advice, key=lambda offer: not preferences.has_section_board_count(offer)))
    sections = None
    if preferences.one_winner:
        sections = find_fairer_sections(
            advice,
            minutes=preferences.minutes,
            boards=preferences.boards,
            stationary=preferences.stationary or 0,
            limits=preferences.limits,
        )
    picked = choose_picks(advice)
    price_of = describe_price_by_advice(advice)
    picked_advice = {pick.advice for pick in picked}
    return Offers(
        recommended=_with_pictures(
            preferences,
            [
                _make_movement_offer(
                    pick.advice,
                    preferences,
                    LABELS[pick.kind],
                    pick.reason,
                    pick.price,
                    headline=pick.headline,
                )
                for pick in picked
            ],
        ),
        other_offers=tuple(
            _make_movement_offer(other_advice, preferences, comparison=price_of[other_advice])
            for other_advice in advice
            if other_advice not in picked_advice
        ),
        sections_advice=sections.text if sections else "",
    )


def _make_suggested_offers(preferences: MovementPreferences) -> Offers:
    suggestions = suggest(
        preferences.contest_record.movement_contest,
        preferences.contestants,
        minutes=preferences.minutes,
        boards=preferences.boards,
    )
    offers = []
    folded_offers = []
    known_figures = []
    fitting_first = sorted(
        suggestions, key=lambda suggestion: not preferences.has_section_board_count(suggestion)
    )
    for suggestion in fitting_first:
        label = COMPLETE if suggestion.is_complete else SHORTENED
        offer = _make_movement_offer(suggestion, preferences, label)
        # Two offers with the same figures leave nothing to choose by: the second is folded.
        figures = replace(offer.facts, fairness="")
        if figures in known_figures:
            folded_offers.append(offer)
        else:
            known_figures.append(figures)
            offers.append(offer)
    recommended = _with_pictures(preferences, offers[:MAX_PICKS])
    return Offers(recommended, (*offers[MAX_PICKS:], *folded_offers))


def _make_movement_offer(
    advice: Advice | Suggestion,
    preferences: MovementPreferences,
    label: str = "",
    reason: str = "",
    comparison: str = "",
    headline: str = "",
) -> MovementOffer:
    query = make_movement_params(
        preferences, advice.plan_key, advice.rounds, advice.boards_per_set, advice.options
    )
    comparison = f"{comparison} {preferences.describe_other_boards(advice)}".strip()
    return MovementOffer(
        advice=advice,
        facts=format_facts(advice, preferences),
        query=urlencode(query),
        label=label,
        reason=reason,
        comparison=comparison,
        headline=headline,
    )


# Pictures of the movements to look at first.


@dataclass(frozen=True, slots=True)
class OfferedPlan:
    """What only the plan of an offer shows: the room, and when the boards are turned ("" if never)."""

    room: RoomSketch
    arrow_switch: str


# Cached because a page asks again for the same movements with each key that is typed.
@lru_cache(maxsize=256)
def _get_offered_plan(key: str, contestants: int, rounds: int, options: Options) -> OfferedPlan:
    plan = get_movement(key).build(
        PlanRequest(contestants, rounds, boards_per_set=1, options=options)
    )
    return OfferedPlan(draw_room_sketch(plan), format_arrow_switch(plan))


def _with_pictures(
    preferences: MovementPreferences, offers: Iterable[MovementOffer]
) -> tuple[MovementOffer, ...]:
    """Return *offers* with their rooms and evenings, the evenings on one scale of time."""
    offers = tuple(offers)
    evenings = draw_offer_evenings(preferences, [offer.advice for offer in offers])
    # A contest over weeks has neither an evening nor one room.
    if preferences.is_over_weeks:
        return offers
    with_pictures = []
    for offer, evening in zip(offers, evenings, strict=True):
        advice = offer.advice
        plan = _get_offered_plan(
            advice.plan_key, preferences.contestants, advice.rounds, advice.options
        )
        headline = offer.headline
        if headline and plan.arrow_switch:
            headline = f"{headline}, {plan.arrow_switch}"
        with_pictures.append(replace(offer, room=plan.room, evening=evening, headline=headline))
    return tuple(with_pictures)


def draw_offer_evenings(
    preferences: MovementPreferences, advice_list: Iterable[Advice | Suggestion]
) -> tuple[EveningBar, ...]:
    """Return the bar of each evening, all on one scale of time."""
    evenings = tuple(
        PlannedEvening(
            advice.rounds,
            advice.boards_per_set,
            preferences.count_minutes(advice),
            preferences.breaks,
        )
        for advice in advice_list
    )
    return draw_evening_bars(evenings, preferences.minutes)


def format_arrow_switch(movement: Movement) -> str:
    """Return in which rounds everybody turns the boards, or that only some tables do. "" if nobody does.

    >>> from movements.registry import make_plan
    >>> format_arrow_switch(make_plan("one-winner-mitchell", pairs=14))
    'arrow-switch in round 7'
    >>> format_arrow_switch(make_plan("one-winner-mitchell", pairs=16, options={"switch": "tables"}))
    'arrow-switch at some tables'
    """
    if not movement.arrow_switches:
        return ""
    played_rounds = [row.round_no for row in movement.rows if not row.arrow_switched]
    switched_rounds = {row.round_no for row in movement.rows if row.arrow_switched}
    if not switched_rounds.isdisjoint(played_rounds):
        return "arrow-switch at some tables"
    word = "round" if len(switched_rounds) == 1 else "rounds"
    return f"arrow-switch in {word} {join_with_and(sorted(switched_rounds))}"


# The catalogue: all movements of a contest, historic ones too.


NEAREST_SIZES = 2  # sizes named on either side of an impossible one


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A movement: *query* leads to its schedule, or *refusal* says why it isn't possible."""

    key: str
    name: str
    description: str
    other_names: str  # other names, "" without any
    sizes: str
    is_historic: bool
    query: str
    refusal: str


def search_catalogue(
    preferences: MovementPreferences, search: str = ""
) -> tuple[CatalogueEntry, ...]:
    """Return every movement of the contest that *search* matches, in the usual order.

    All words of the search must occur in the movement's names, description or sizes.
    """
    entries = (
        _make_catalogue_entry(spec, preferences)
        for spec in list_movements(preferences.contest_record.movement_contest)
    )
    return tuple(entry for entry in entries if _has_search_words(entry, search))


def _make_catalogue_entry(spec: MovementSpec, preferences: MovementPreferences) -> CatalogueEntry:
    refusal = _explain_refusal(spec, preferences.contestants)
    query = "" if refusal else urlencode(preferences.make_params() | {"key": spec.key})
    return CatalogueEntry(
        key=spec.key,
        name=spec.name,
        description=spec.about,
        other_names=", ".join(alias.replace("-", " ") for alias in spec.aliases),
        sizes=spec.sizes,
        is_historic=spec.historic,
        query=query,
        refusal=refusal,
    )


def _explain_refusal(spec: MovementSpec, size: int) -> str:
    """Return why *spec* isn't possible for *size* contestants, or ""."""
    if size not in spec.legal_counts:
        nearest = _format_nearest_sizes(spec.legal_counts, size)
        verb = "nearest sizes are" if " and " in nearest else "only size is"
        contestant_word = CONTESTS[spec.contest].contestant_word
        plural = "" if size == 1 else "s"
        return f"Not for {size} {contestant_word}{plural}. The {verb} {nearest}."
    try:
        # Some movements of teams take one number of teams, whatever the wishes say.
        contestants = spec.team_and_player_counts[1] or size
        spec.round_limits(contestants, spec.resolve_options(contestants, {}))
    except MovementError as error:
        return str(error)
    return ""


def _format_nearest_sizes(sizes: Iterable[int], size: int) -> str:
    """Return the nearest of *sizes* on both sides of *size*: "28, 30, 34 and 36"."""
    ordered = sorted(sizes)
    smaller_sizes = [candidate for candidate in ordered if candidate < size][-NEAREST_SIZES:]
    larger_sizes = [candidate for candidate in ordered if candidate > size][:NEAREST_SIZES]
    *other_sizes, last_size = map(str, smaller_sizes + larger_sizes)
    if other_sizes:
        return f"{', '.join(other_sizes)} and {last_size}"
    return last_size


def _has_search_words(entry: CatalogueEntry, search: str) -> bool:
    era = "historic" if entry.is_historic else "modern"
    text = f"{entry.key} {entry.name} {entry.other_names} {entry.description} {entry.sizes} {era}".casefold()
    return all(search_word in text for search_word in search.casefold().split())


# Limits of a custom movement, whether it is typed, imported or saved in the library.


MAX_COUNTS = {
    "pairs": 200,
    "players": 200,
    "teams": 100,
    "tables": 100,
    "rounds": 200,
    "board sets": 200,
}
MAX_LENGTHS = {"name": 120, "key": 40, "source": 300}


def refuse_unplayable(plan: Movement) -> None:
    """Raise unless a section can store and play the faultless *plan*.

    :raises DeskError: if it has too many contestants, tables, rounds or board sets, a text that is
        too long, or teams whose players aren't numbered team by team
    """
    counts = {
        f"{plan.contestant_noun}s": plan.contestants,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "board sets": plan.board_sets,
    }
    for counted_things, count in counts.items():
        max_count = MAX_COUNTS[counted_things]
        if count > max_count:
            raise DeskError(
                "movement-too-large",
                "The movement has {count} {what}. The limit for a section is {most}.",
                count=count,
                what=counted_things,
                most=max_count,
            )
    for field, max_length in MAX_LENGTHS.items():
        if len(getattr(plan, field)) > max_length:
            raise DeskError(
                "movement-words-too-long",
                "The movement’s {what} is longer than {most} characters. Shorten it.",
                what=field,
                most=max_length,
            )
    is_of_players = any(row.players for row in plan.rows)
    if CONTESTS[plan.contest].has_halves and is_of_players and not _are_numbered_by_team(plan):
        raise DeskError(
            "movement-of-players",
            "{movement} doesn’t number its players by team. Seat two of one team against two of "
            "another in each row; number team 1 first, then team 2, and so on.",
            movement=plan.name,
        )


def format_problem_count(count: int) -> str:
    """Return how a sentence about *count* faults begins.

    >>> format_problem_count(1), format_problem_count(3)
    ('One thing is', '3 things are')
    """
    if count == 1:
        return "One thing is"
    return f"{count} things are"


def _are_numbered_by_team(plan: Movement) -> bool:
    """Return whether every row seats players who are numbered team by team."""
    size = plan.team_size
    return bool(size) and all(
        row.players
        and row.ns != row.ew
        and [get_team(player, size) for player in row.players] == [row.ns, row.ew] * 2
        for row in plan.rows
    )
