"""Which movements are offered to the director, and when each would be finished.

The director's preferences (:class:`MovementPreferences`) come from the form and are part of every
offer's address. For pairs ``movements.advice.advise.advise`` ranks all movements that fit and picks a
few for different purposes. For players and teams ``movements.advice.suggest.suggest`` returns a short
list. Both become :class:`Offers` here, with their figures in words (:class:`MovementFigures`).
"""

from collections.abc import Iterable, Sequence
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
from director.boards.movement.room_sketch import draw_room_sketch
from director.core.base.room_drawing import RoomDrawing
from director.core.night.clock import count_break_minutes
from director.errors import DeskError
from movements.advice.advise import Advice, advise, assess_plan
from movements.advice.facts import Limits, QualityWeights, make_weights, percent_met
from movements.advice.gains import Gain, has_additions, list_gains
from movements.advice.picks import choose_picks, describe_price_by_advice, format_name_and_shape
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
"""Preferences that are properties of the club, so that they are remembered for the next event."""
MAX_PICKS = 4
"""Movements for players or teams that are shown first; the others are folded."""
MIN_EXPECTED_BOARDS = 12
"""Fewer boards in a session are questioned: "Boards per pair" is easily read as boards a round."""
OPEN_RANGE_WIDTH = 4
"""Boards between both ends of the preferred range if the director gave only one end."""


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
    # The weights of qualities, as the form offers them. "" is the default.
    meeting: str = ""
    sitting: str = ""
    equal_boards: str = ""
    familiar: str = ""
    start: time | None = None
    section_boards: tuple[tuple[str, int], ...] = ()  # letter and boards of each other section
    breaks: tuple[tuple[int, int], ...] = ()  # the round before each break, and its minutes

    @property
    def limits(self) -> Limits:
        """The limits of the club's equipment and habits."""
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
        """The weights of the qualities of a movement."""
        weights = {name: getattr(self, name) for name in WEIGHTED_QUALITIES}
        return make_weights({name: weight for name, weight in weights.items() if weight})

    def make_club_params(self) -> dict[str, object]:
        """Return the preferences that are properties of the club, as query parameters."""
        params = self.make_params()
        return {name: params[name] for name in CLUB_PARAMS if name in params}

    @property
    def boards(self) -> tuple[int, int] | None:
        """The smallest and largest preferred number of boards, or None for any number."""
        if self.low is None:
            if self.high is None:
                return None
            return max(1, self.high - OPEN_RANGE_WIDTH), self.high
        if self.high is None:
            return self.low, self.low + OPEN_RANGE_WIDTH
        return self.low, self.high

    @property
    def few_boards(self) -> int | None:
        """The largest preferred number of boards if most clubs play more, else None.

        >>> MovementPreferences(13, high=10).few_boards, MovementPreferences(13, low=9, high=24).few_boards
        (10, None)
        """
        if self.boards is None or self.boards[1] >= MIN_EXPECTED_BOARDS:
            return None
        return self.boards[1]

    @property
    def one_winner(self) -> bool | None:
        """Whether one winner is preferred, or None for either."""
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
        board_count = advice.rounds * advice.boards_per_set
        sections = ", ".join(f"section {letter} {number}" for letter, number in self.section_boards)
        return f"{board_count} boards; {sections}."

    def count_minutes(self, advice: Advice | Suggestion) -> int:
        """Return the minutes of a session of *advice* with its breaks."""
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
        """Return the preferences as query parameters."""
        start = self.start.strftime("%H:%M") if self.start else None
        values = {
            self.contest_record.contestants_noun: self.contestants,
            **{name: getattr(self, name) for name in PREFERENCE_PARAMS},
            "start": start,
        }
        # Like a browser, leave out an unticked box.
        return {name: value for name, value in values.items() if value not in (None, False, "")}

    def as_query_string(self) -> str:
        """Return the preferences as a query string."""
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
    """One movement that fits."""

    advice: Advice | Suggestion
    facts: MovementFigures
    query: str  # the query string of its whole schedule
    label: str = ""  # the purpose of a pick, or the note of a movement of the club's library
    reason: str = ""  # why it was picked
    comparison: str = ""  # gains and costs compared with the first pick
    saved_id: int = 0  # of a movement of the club's library, as is the next
    address: str = ""  # of the page that shows it
    headline: str = ""  # the reason in a few words
    room: RoomDrawing | None = None
    evening: EveningBar | None = None


@dataclass(frozen=True, slots=True)
class OfferedGain:
    """A better movement that takes one more set of boards, some minutes or one more pair."""

    lead: str  # "With a second set of the boards"
    name: str  # "Web Mitchell 13 × 2"
    differences: str
    query: str  # the query string of its schedule, which also chooses it
    ask_query: str  # the query string of the list with the addition
    more_pairs: int  # the number of pairs with one more, 0 if the pairs are those who came


@dataclass(frozen=True, slots=True)
class Offers:
    """The movements that fit: a few to look at first, and the others. Both best first."""

    recommended: tuple[MovementOffer, ...]
    other_offers: tuple[MovementOffer, ...]
    sections_advice: str = ""  # set if sections with a winner each would be fairer
    can_gain: bool = False  # whether more boards, minutes or pairs can change them

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
    def picture_width(self) -> str:
        """The width of the broadest room, which all pictures have, so that bars are equally long."""
        rooms = (offer.room for offer in self.recommended if offer.room)
        return max((room.width for room in rooms), key=int, default="")

    @property
    def all_offers(self) -> tuple[MovementOffer, ...]:
        """Every offer, the picks before the others."""
        return self.recommended + self.other_offers


def assess_movement(
    movement: Movement, preferences: MovementPreferences | None = None
) -> Advice | Suggestion:
    """Return the figures of *movement*, whether it is offered, chosen or the club's own.

    Without *preferences*, a pair may play fewer boards than the session.

    :raises MovementError: if time and boards are impossible, see
        :func:`movements.advice.advise.assess_plan`
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
    """Return the figures of *advice* in words, with an end time if *preferences* have a start.

    >>> from movements.advice.advise import assess_plan
    >>> from movements.registry import make_plan
    >>> figures = format_facts(assess_plan(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)))
    >>> figures.rounds_and_boards, figures.boards, figures.sit_outs
    ('6 × 3', '15–18', '1 round')
    >>> figures.opponents_met, figures.duration, figures.fairness
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
    if advice.sit_outs == 0:
        sit_outs, sit_outs_text = "–", "no sit-outs"
    elif advice.sit_outs == 1:
        sit_outs, sit_outs_text = "1 round", "1 sit-out"
    else:
        sit_outs = f"up to {advice.sit_outs}"
        sit_outs_text = f"{sit_outs} sit-outs"
    return MovementFigures(
        rounds_and_boards=f"{advice.rounds} × {advice.boards_per_set}",
        boards=format_span(boards),
        boards_text=f"{format_count(boards, 'board')} each",
        sit_outs=sit_outs,
        sit_outs_text=sit_outs_text,
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


def list_offered_gains(preferences: MovementPreferences) -> tuple[OfferedGain, ...]:
    """Return what a little more than *preferences* have would give.

    The list is made again for each addition, so a page that shows offers asks for it afterwards.

    :raises MovementError: if no movement takes that many contestants, or time and boards disagree
    """
    if not preferences.contest_record.has_movement_advice:
        return ()
    minutes, copies = preferences.minutes, preferences.limits.copies

    def advise_again(pairs: int, minutes: int | None, copies: int | None) -> Sequence[Advice]:
        limits = replace(preferences.limits, copies=copies)
        return _list_advice(preferences, pairs, minutes, limits)

    advice_list = advise_again(preferences.contestants, minutes, copies)
    gains = list_gains(advice_list, advise_again, minutes=minutes, copies=copies)
    return tuple(_offer_gain(gain, preferences) for gain in gains)


def _list_advice(
    preferences: MovementPreferences, pairs: int, minutes: int | None, limits: Limits
) -> Sequence[Advice]:
    """Return the list for *pairs*, *minutes* and *limits*, all else as preferred."""
    advice_list = advise(
        pairs,
        minutes=minutes,
        boards=preferences.boards,
        one_winner=preferences.one_winner,
        stationary=preferences.stationary or 0,
        boards_per_round=preferences.per_round,
        limits=limits,
        weights=preferences.quality_weights,
    )
    # Sections that are ranked together play the same boards. Sorting keeps the best first.
    return sorted(advice_list, key=lambda advice: not preferences.has_section_board_count(advice))


def _make_advised_offers(preferences: MovementPreferences) -> Offers:
    minutes, limits = preferences.minutes, preferences.limits
    advice_list = _list_advice(preferences, preferences.contestants, minutes, limits)
    sections = None
    if preferences.one_winner:
        sections = find_fairer_sections(
            advice_list,
            minutes=minutes,
            boards=preferences.boards,
            stationary=preferences.stationary or 0,
            limits=limits,
        )
    picks = choose_picks(advice_list)
    picked_offers = [
        _make_movement_offer(
            pick.advice,
            preferences,
            label=LABELS[pick.kind],
            reason=pick.reason,
            comparison=pick.price,
            headline=pick.headline,
        )
        for pick in picks
    ]
    price_by_advice = describe_price_by_advice(advice_list)
    picked_advice = {pick.advice for pick in picks}
    other_offers = [
        _make_movement_offer(advice, preferences, comparison=price_by_advice[advice])
        for advice in advice_list
        if advice not in picked_advice
    ]
    return Offers(
        recommended=_add_pictures(preferences, picked_offers),
        other_offers=tuple(other_offers),
        sections_advice=sections.text if sections else "",
        can_gain=has_additions(advice_list, minutes=minutes, copies=limits.copies),
    )


def _offer_gain(gain: Gain, preferences: MovementPreferences) -> OfferedGain:
    """Return *gain* with the addresses that take it."""
    board_copies = preferences.board_copies
    if gain.kind == "set" and gain.copies is not None:
        # Every other section plays with a set of its own.
        board_copies = gain.copies + len(preferences.section_boards)
    preferences_with_gain = replace(
        preferences, contestants=gain.pairs, minutes=gain.minutes, board_copies=board_copies
    )
    advice = gain.advice
    query = make_movement_params(
        preferences_with_gain,
        advice.plan_key,
        advice.rounds,
        advice.boards_per_set,
        advice.options,
    )
    return OfferedGain(
        lead=gain.lead,
        name=format_name_and_shape(advice),
        differences=gain.differences,
        query=urlencode(query),
        ask_query=preferences_with_gain.as_query_string(),
        more_pairs=gain.pairs if gain.kind == "pair" else 0,
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
    seen_figures: list[MovementFigures] = []
    fitting_first = sorted(
        suggestions, key=lambda suggestion: not preferences.has_section_board_count(suggestion)
    )
    for suggestion in fitting_first:
        label = COMPLETE if suggestion.is_complete else SHORTENED
        offer = _make_movement_offer(suggestion, preferences, label)
        # Two offers with the same figures leave nothing to choose by: the second is folded.
        figures = replace(offer.facts, fairness="")
        if figures in seen_figures:
            folded_offers.append(offer)
        else:
            seen_figures.append(figures)
            offers.append(offer)
    recommended = _add_pictures(preferences, offers[:MAX_PICKS])
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
    """The parts of an offer that only its plan shows."""

    room: RoomDrawing
    arrow_switch: str  # when the boards are turned, "" if never


# Cached because a page asks again for the same movements with each key that is typed.
@lru_cache(maxsize=256)
def _get_offered_plan(key: str, contestants: int, rounds: int, options: Options) -> OfferedPlan:
    plan = get_movement(key).build(
        PlanRequest(contestants, rounds, boards_per_set=1, options=options)
    )
    return OfferedPlan(draw_room_sketch(plan), format_arrow_switch(plan))


def _add_pictures(
    preferences: MovementPreferences, offers: Iterable[MovementOffer]
) -> tuple[MovementOffer, ...]:
    """Return *offers* with their rooms and evenings, the evenings on one scale of time."""
    offers = tuple(offers)
    evenings = draw_offer_evenings(preferences, [offer.advice for offer in offers])
    offers_with_pictures = []
    for offer, evening in zip(offers, evenings, strict=True):
        advice = offer.advice
        plan = _get_offered_plan(
            advice.plan_key, preferences.contestants, advice.rounds, advice.options
        )
        headline = offer.headline
        if headline and plan.arrow_switch:
            headline = f"{headline}, {plan.arrow_switch}"
        offers_with_pictures.append(
            replace(offer, room=plan.room, evening=evening, headline=headline)
        )
    return tuple(offers_with_pictures)


def draw_offer_evenings(
    preferences: MovementPreferences, advice_list: Iterable[Advice | Suggestion]
) -> tuple[EveningBar, ...]:
    """Return the bar of each evening, all on one scale of time."""
    evenings = tuple(
        PlannedEvening(
            advice.rounds,
            advice.boards_per_set,
            minutes=preferences.count_minutes(advice),
            breaks=preferences.breaks,
        )
        for advice in advice_list
    )
    return draw_evening_bars(evenings, preferences.minutes)


def format_arrow_switch(movement: Movement) -> str:
    """Return the rounds in which everybody turns the boards, or that only some tables do, or "".

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
    noun = "round" if len(switched_rounds) == 1 else "rounds"
    return f"arrow-switch in {noun} {join_with_and(sorted(switched_rounds))}"


# The catalogue: all movements of a contest, historic ones too.


NEAREST_SIZES = 2  # sizes named on either side of an impossible one


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A movement as the catalogue shows it."""

    key: str
    name: str
    description: str
    other_names: str  # "" without any
    sizes: str
    is_historic: bool
    query: str  # leads to its schedule, "" if it isn't possible
    refusal: str  # the reason why it isn't possible, or ""


def search_catalogue(
    preferences: MovementPreferences, search: str = ""
) -> tuple[CatalogueEntry, ...]:
    """Return every movement of the contest that *search* matches, in the order of the registry.

    All words of the search must occur in the movement's names, description or sizes.
    """
    entries = (
        _make_catalogue_entry(spec, preferences)
        for spec in list_movements(preferences.contest_record.movement_contest)
    )
    return tuple(entry for entry in entries if _matches_search(entry, search))


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
        phrase = "nearest sizes are" if " and " in nearest else "only size is"
        contestants_text = format_count(size, CONTESTS[spec.contest].contestant_noun)
        return f"Not for {contestants_text}. The {phrase} {nearest}."
    try:
        # Some movements of teams take one number of teams, whatever the form says.
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


def _matches_search(entry: CatalogueEntry, search: str) -> bool:
    era = "historic" if entry.is_historic else "modern"
    texts = (entry.key, entry.name, entry.other_names, entry.description, entry.sizes, era)
    searched_text = " ".join(texts).casefold()
    return all(part in searched_text for part in search.casefold().split())


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
    """Return the beginning of a sentence about *count* problems.

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
