"""Which movements are offered to the director, and when each would be finished.

The director's wishes (:class:`MovementWishes`) come from the form and stand in the address of every
offer. For pairs ``movements.advice.advise.advise`` ranks all movements that fit and picks a few for different
purposes. For players and teams ``movements.advice.suggest.suggest`` returns a short list. Both become
:class:`Offers` here, with their figures in words (:class:`MovementFigures`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from director.boards.contests import CONTESTS, PAIRS, ContestRecord
from director.errors import DeskError
from movements.advice.advise import Advice, advise, assess
from movements.advice.facts import Limits, QualityWeights, percent_met, read_worths
from movements.advice.picks import picks, prices
from movements.advice.sections import sections_instead
from movements.advice.suggest import Suggestion, suggest, suggestion_of
from movements.balance import known_fairness, shown_quality
from movements.errors import MovementError
from movements.model import Movement, MovementSpec, team_of
from movements.registry import movements_of

LABELS = {
    "two-winners": "Two winners",
    "one-winner": "One winner",
    "fairest": "Fairest",
    "shorter": "Shorter",
    "wished": "As asked",
    "usual": "Usual length",
}
"""Labels of the movements that are picked, by the purpose of the pick."""
ASKED = (
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
WORTHS = ("meeting", "sitting", "equal_boards", "familiar")
"""Qualities of a movement that can be worth more or less than usual to a club."""
RESERVED_PARAMS = ("key", "rounds", "boards")
"""Query parameters of every movement. An option of the same name gets a prefix."""
COMPLETE, SHORTENED = "Complete", "Shortened"
EVENING = ("cupboard", "board_copies", "no_sharing", "no_carrying", *WORTHS)
"""Of these, what the club is like: it is remembered for the next night."""
MAX_PICKS = 4
"""Movements for players or teams that are shown first; the others are folded."""
FEWEST_USUAL = 12
"""Fewer boards in an evening are questioned: "Boards per pair" is easily read as boards a round."""
OPEN_RANGE = 4
"""Boards between the two ends of a wish if the director gave only one end."""


@dataclass(frozen=True, slots=True)
class MovementWishes:
    """The director's preferences for tonight. None means no preference."""

    contestants: int
    contest: ContestRecord = PAIRS
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
            sharing=not self.no_sharing,
            carrying=not self.no_carrying,
        )

    @property
    def worths(self) -> QualityWeights:
        """What the qualities of a movement are worth tonight."""
        words = {name: getattr(self, name) for name in WORTHS}
        return read_worths({name: word for name, word in words.items() if word})

    def list_evening_params(self) -> dict[str, object]:
        """Return what holds for every night of the club, as query parameters."""
        query = self.query()
        return {name: query[name] for name in EVENING if name in query}

    @property
    def boards(self) -> tuple[int, int] | None:
        """The smallest and largest number of boards wanted, or None for any number."""
        if self.low is None:
            if self.high is None:
                return None
            return max(1, self.high - OPEN_RANGE), self.high
        if self.high is None:
            return self.low, self.low + OPEN_RANGE
        return self.low, self.high

    @property
    def few_boards(self) -> int | None:
        """The number of boards wanted if most clubs play more, else None.

        >>> MovementWishes(13, high=10).few_boards, MovementWishes(13, low=9, high=24).few_boards
        (10, None)
        """
        if self.boards is None or self.boards[1] >= FEWEST_USUAL:
            return None
        return self.boards[1]

    @property
    def one_winner(self) -> bool | None:
        """Whether one winner is wanted, or None for either."""
        if self.winners is None:
            return None
        return self.winners == 1

    def has_boards_of_sections(self, advice: Advice | Suggestion) -> bool:
        """Return whether *advice* has as many boards as another section, if there are others."""
        boards = {number for _letter, number in self.section_boards}
        return not boards or advice.rounds * advice.boards_per_set in boards

    def describe_other_boards(self, advice: Advice | Suggestion) -> str:
        """Return a sentence if *advice* has another number of boards than other sections, or ""."""
        if self.has_boards_of_sections(advice):
            return ""
        own_boards = advice.rounds * advice.boards_per_set
        sections = ", ".join(f"section {letter} {number}" for letter, number in self.section_boards)
        return f"{own_boards} boards; {sections}."

    def get_end(self, minutes: int) -> time | None:
        """Return the end of a session of *minutes*, or None if its start is unknown.

        >>> MovementWishes(13, start=time(19, 15)).get_end(222)
        datetime.time(22, 57)
        """
        if self.start is None:
            return None
        # datetime.time knows no addition; any day will do.
        start = datetime.combine(date.min, self.start)
        return (start + timedelta(minutes=minutes)).time()

    def query(self) -> dict[str, object]:
        """Return the wishes as query parameters."""
        start = self.start.strftime("%H:%M") if self.start else None
        values = {
            self.contest.contestants_word: self.contestants,
            **{name: getattr(self, name) for name in ASKED},
            "start": start,
        }
        # An unticked box isn't sent, as browsers do it.
        return {name: value for name, value in values.items() if value not in (None, False, "")}

    def as_query(self) -> str:
        """Return the wishes as a query string."""
        return urlencode(self.query())


@dataclass(frozen=True, slots=True)
class MovementFigures:
    """The figures of a movement in words."""

    rounds_and_boards: str  # "7 × 4": seven rounds of four boards
    boards: str  # played by a pair, a player or a team: "28", "24–28"
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
    it gains and costs beside the first. A movement of the club's library has its *saved_id*, and
    its note as label.
    """

    advice: Advice | Suggestion
    facts: MovementFigures
    query: str
    label: str = ""
    reason: str = ""
    comparison: str = ""
    saved_id: int = 0


@dataclass(frozen=True, slots=True)
class Offers:
    """The movements that fit: the few to look at first, and the others. Both best first.

    *sections* says whether sections with a winner each would be fairer, "" if they wouldn't.
    """

    recommended: tuple[MovementOffer, ...]
    other_offers: tuple[MovementOffer, ...]
    sections: str = ""

    @property
    def all_offers(self) -> tuple[MovementOffer, ...]:
        """Every offer, the picks before the others."""
        return self.recommended + self.other_offers


def assess_movement(
    movement: Movement, wishes: MovementWishes | None = None
) -> Advice | Suggestion:
    """Return the figures of *movement*, whether it is offered, chosen or the club's own.

    Without *wishes* it has as many boards as were asked for.

    :raises MovementError: if the wishes for time or boards are impossible, see :func:`movements.advice.advise.assess`
    """
    if not CONTESTS[movement.contest].has_movement_advice:
        return suggestion_of(movement)
    if wishes is None:
        boards = movement.rounds * movement.boards_per_set
        return assess(movement, boards=(boards, boards))
    return assess(
        movement,
        minutes=wishes.minutes,
        boards=wishes.boards,
        one_winner=wishes.one_winner,
        stationary=wishes.stationary or 0,
        boards_per_round=wishes.per_round,
        limits=wishes.limits,
        worths=wishes.worths,
    )


def format_facts(
    advice: Advice | Suggestion, wishes: MovementWishes | None = None
) -> MovementFigures:
    """Return the figures of *advice* in words. It has an end if *wishes* have a start.

    >>> from movements.advice.advise import assess
    >>> from movements.registry import make_plan
    >>> shown = format_facts(assess(make_plan("mitchell", pairs=13, rounds=6, boards_per_set=3)))
    >>> shown.rounds_and_boards, shown.boards, shown.sit_outs
    ('6 × 3', '15–18', '1 round')
    >>> shown.opponents_met, shown.duration, shown.fairness
    ('86%', '2 h 25 min', '97.49')
    """
    if isinstance(advice, Advice):
        boards = advice.boards_per_pair
        opponents_met = f"{percent_met(advice.field_met)}%"
    else:
        boards = advice.boards_each
        opponents_met = f"{_format_range(advice.met)} of {advice.possible}"
    hours, minutes = divmod(advice.minutes, 60)
    quality = shown_quality(advice.qf)
    winners = "one" if advice.winners == 1 else "two"
    end = wishes.get_end(advice.minutes) if wishes else None
    fairness = "–" if quality is None else f"{quality:g}"
    sit_outs = {0: "–", 1: "1 round"}.get(advice.sit_outs, f"up to {advice.sit_outs}")
    sit_outs_long = {0: "no sit-outs", 1: "1 sit-out"}.get(
        advice.sit_outs, f"up to {advice.sit_outs} sit-outs"
    )
    return MovementFigures(
        rounds_and_boards=f"{advice.rounds} × {advice.boards_per_set}",
        boards=_format_range(boards),
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
    known = known_fairness(movement.contestants, movement.rounds)
    if known is None:
        return ""
    text = f"The best known for {movement.contestants} pairs in {movement.rounds} rounds is {known.best:g}"
    if known.bound is None:
        return f"{text}."
    if known.bound == known.best:
        return f"{text}, and no movement can have more."
    return f"{text}, and no movement can have more than {known.bound:g}."


def _format_range(figures: tuple[int, int]) -> str:
    fewest, most = figures
    if fewest == most:
        return str(most)
    return f"{fewest}–{most}"


def get_option_param(name: str) -> str:
    """Return the name of the option *name* in an address.

    >>> get_option_param("half_table"), get_option_param("boards")
    ('half_table', 'option_boards')
    """
    if name in RESERVED_PARAMS:
        return f"option_{name}"
    return name


def build_movement_query(
    wishes: MovementWishes,
    key: str,
    rounds: int,
    boards_per_set: int,
    options: Iterable[tuple[str, str]],
) -> dict[str, object]:
    """Return the query parameters of a movement with its rounds, boards and preferences."""
    shape = {"key": key, "rounds": rounds, "boards": boards_per_set}
    option_params = {get_option_param(name): choice for name, choice in options}
    return {**wishes.query(), **shape, **option_params}


def list_offers(wishes: MovementWishes) -> Offers:
    """Return the movements that fit *wishes*.

    :raises MovementError: if no movement takes that many contestants, or time and boards disagree
    """
    if wishes.contest.has_movement_advice:
        return _list_advised_offers(wishes)
    return _list_suggested_offers(wishes)


def _list_advised_offers(wishes: MovementWishes) -> Offers:
    advice = advise(
        wishes.contestants,
        minutes=wishes.minutes,
        boards=wishes.boards,
        one_winner=wishes.one_winner,
        stationary=wishes.stationary or 0,
        boards_per_round=wishes.per_round,
        limits=wishes.limits,
        worths=wishes.worths,
    )
    # Sections that are ranked together play the same boards. Sorting keeps the best first.
    advice = tuple(sorted(advice, key=lambda offer: not wishes.has_boards_of_sections(offer)))
    sections = None
    if wishes.one_winner:
        sections = sections_instead(
            advice,
            minutes=wishes.minutes,
            boards=wishes.boards,
            stationary=wishes.stationary or 0,
            limits=wishes.limits,
        )
    picked = picks(advice)
    price_of = prices(advice)
    picked_advice = {pick.advice for pick in picked}
    return Offers(
        recommended=tuple(
            _make_movement_offer(pick.advice, wishes, LABELS[pick.kind], pick.why, pick.price)
            for pick in picked
        ),
        other_offers=tuple(
            _make_movement_offer(other_advice, wishes, price=price_of[other_advice])
            for other_advice in advice
            if other_advice not in picked_advice
        ),
        sections=sections.text if sections else "",
    )


def _list_suggested_offers(wishes: MovementWishes) -> Offers:
    suggestions = suggest(
        wishes.contest.movement_contest,
        wishes.contestants,
        minutes=wishes.minutes,
        boards=wishes.boards,
    )
    offers = []
    folded_offers = []
    facts_seen = []
    fitting_first = sorted(
        suggestions, key=lambda suggestion: not wishes.has_boards_of_sections(suggestion)
    )
    for suggestion in fitting_first:
        label = COMPLETE if suggestion.is_complete else SHORTENED
        offer = _make_movement_offer(suggestion, wishes, label)
        # Two offers with the same figures leave nothing to choose by: the second is folded.
        figures = replace(offer.facts, fairness="")
        if figures in facts_seen:
            folded_offers.append(offer)
        else:
            facts_seen.append(figures)
            offers.append(offer)
    return Offers(tuple(offers[:MAX_PICKS]), (*offers[MAX_PICKS:], *folded_offers))


def _make_movement_offer(
    advice: Advice | Suggestion,
    wishes: MovementWishes,
    label: str = "",
    reason: str = "",
    price: str = "",
) -> MovementOffer:
    query = build_movement_query(
        wishes, advice.plan_key, advice.rounds, advice.boards_per_set, advice.options
    )
    price = f"{price} {wishes.describe_other_boards(advice)}".strip()
    return MovementOffer(
        advice=advice,
        facts=format_facts(advice, wishes),
        query=urlencode(query),
        label=label,
        reason=reason,
        comparison=price,
    )


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


def search_catalogue(wishes: MovementWishes, search: str = "") -> tuple[CatalogueEntry, ...]:
    """Return every movement of the contest that *search* matches, in the usual order.

    All words of the search must occur in the movement's names, description or sizes.
    """
    entries = (
        _make_catalogue_entry(spec, wishes)
        for spec in movements_of(wishes.contest.movement_contest)
    )
    return tuple(entry for entry in entries if _has_search_words(entry, search))


def _make_catalogue_entry(spec: MovementSpec, wishes: MovementWishes) -> CatalogueEntry:
    refusal = _explain_refusal(spec, wishes.contestants)
    query = "" if refusal else urlencode(wishes.query() | {"key": spec.key})
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
    if size not in spec.counts:
        nearest = _format_nearest_sizes(spec.counts, size)
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
    below = [candidate for candidate in ordered if candidate < size][-NEAREST_SIZES:]
    above = [candidate for candidate in ordered if candidate > size][:NEAREST_SIZES]
    *sizes_before, last = map(str, below + above)
    if sizes_before:
        return f"{', '.join(sizes_before)} and {last}"
    return last


def _has_search_words(entry: CatalogueEntry, search: str) -> bool:
    era = "historic" if entry.is_historic else "modern"
    text = f"{entry.key} {entry.name} {entry.other_names} {entry.description} {entry.sizes} {era}".casefold()
    return all(word in text for word in search.casefold().split())


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
        f"{plan.called}s": plan.contestants,
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


def format_fault_count(count: int) -> str:
    """Return how a sentence about *count* faults begins.

    >>> format_fault_count(1), format_fault_count(3)
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
        and [team_of(player, size) for player in row.players] == [row.ns, row.ew] * 2
        for row in plan.rows
    )
