"""The rules of a party, made from its settings, to be read out before play.

Every text is sentences for the ear, in the order in which a table needs them. A setting that
changes nothing for the players of the evening has none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from director.names import join_names
from director.party.models import Party
from director.party.movement.cards import describe_sit_out_entry
from director.party.movement.games import get_prize_rules
from director.party.movement.options import (
    can_report_fewer_hands,
    get_contestant_noun,
    get_counted_unit,
    get_party_system,
    get_written_unit,
    has_lists,
    is_fixed,
    is_ranked_by_pairs,
    is_redrawn_each_round,
    is_skat,
    list_tie_rules,
    resolve_options,
)
from director.party.movement.seating import read_seating
from director.party.movement.words import (
    describe_member,
    describe_round_end,
    format_figure_with_unit,
    format_game_suffix,
    format_noun_count,
    get_trump_title,
    replace_round_noun,
)
from director.party.paper.moves import describe_movement, make_first_seating, to_sentence
from director.party.paper.setup import format_end_time
from director.party.presets import BY_CARDS, find_preset
from director.party.scoring.skat import get_prize_count
from movements.party.model import PartySystem, PartyTable, Seating
from scoring.party.methods import get_party_method
from scoring.party.model import ONE_DEAL, PartyMethod
from scoring.party.skat_prizes import SKAT_PRIZES

# Sentences of the rules that are read out: ties, deals, scoring and prizes, each by its key.
#
# The keys are those of the options of ``movements`` and of the methods of ``scoring``. A choice that
# changes nothing for players has no sentence.

NUMBER_NAMES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

ROUND_LENGTHS = {
    "one-deal": "Each round is one hand.",
    "one-deal-each": "In each round everybody at a table deals once.",
    "four-hands": "Each round is four hands.",
    "rubber": "Each round is one rubber.",
    "one-game": "Each round is one game.",
    "session": "In each round everybody at a table deals twenty times.",
}
"""What a round is by the option *round_ends*, if the party has no number of hands."""

DEALER_SENTENCES = {
    "cut": "At each table you cut for the deal.",
    "visiting-a": "The {a} who has just arrived deals first.",
    "remaining-a": "The {a} who has stayed deals first.",
    "losing-b": "The losing {b} deals first.",
}
"""Who deals, with the words for a player in seats A and B."""

TIE_SENTENCES = {
    "cut": "If a table is tied, its two sides cut, and the winner of the cut has won.",
    "half-game": "If a table is tied, each side has half a game. The sides cut to see who moves.",
    "half-first-made": (
        "If a table is tied, each side has half a game. The side that made its points first moves "
        "as the winner."
    ),
    "first-made": "If a table is tied, the side that made its points first has won.",
    "turned-trick": (
        "If a table is tied, the side that has turned down its third trick has won. Tricks that "
        "are not turned down don’t count."
    ),
}

SERIES_GAMES = {
    "48": "Each round is 48 games at a table of four, and 36 at a table of three.",
    "40": "Each round is 40 games at a table of four, and 30 at a table of three.",
    "32": "Each round is 32 games at a table of four, and 24 at a table of three.",
    "24": "Each round is 24 games at a table of four, and 18 at a table of three.",
}

LONE_HAND_SENTENCES = {
    "allowed": "You may play a lone hand at every table.",
    "not-at-head": "You may play a lone hand at every table except table 1.",
    "none": "Nobody may play a lone hand.",
}

CHOICE_SENTENCES = {
    ("equal", "points"): "Between equal games more points decide.",
    ("entered", "tricks"): "You write your tricks, and each trick above six is a point.",
    ("card", "followed"): "When your card is full, you start another.",
    ("card", "full"): "When your card is full, no more points count.",
    ("lower", "nothing"): "The other side writes nothing.",
    ("lower", "minus"): "The other side writes the same difference as minus.",
    ("rubber", "250"): "Each rubber won is worth 250 more.",
    ("rubbers", "3"): "Only the first three rubbers count.",
    ("bonus", "extended"): (
        "You have 50 more for each game you win and 50 less for each game you lose. For each game "
        "that another player loses you have 30 more, or 40 at a table of three."
    ),
    ("bonus", "seeger"): (
        "You have 50 more for each game you win and 50 less for each game you lose."
    ),
    ("goal", "301"): "Whoever reaches 301 loses the game.",
    ("goal", "401"): "Whoever reaches 401 loses the game.",
    ("goal", "501"): "Whoever reaches 501 loses the game.",
    ("list_sum", "zero"): "Each list adds up to zero.",
    ("list_sum", "any"): "Only plus points are written.",
    ("parts", "13"): "A whole beetle has thirteen parts.",
    ("parts", "14"): "A whole beetle has fourteen parts.",
}
"""Further sentences on scoring, by option and choice of a method."""

SHORT_TABLE_SENTENCES = {
    "best": "Only the best player there scores.",
    "1": "Everybody there scores in full.",
    "1/2": "Scores there count half.",
    "2/3": "Scores there count two thirds.",
    "3/4": "Scores there count three quarters.",
    "4/3": "Scores there count four thirds.",
    "3/2": "Scores there count one and a half times.",
    "2": "Scores there count twice.",
}

ENTRY_SENTENCES = {
    "winner": "Each table reports who won.",
    "points": "Each table reports the {unit} of {sides}.",
    "cards": "Everybody writes a card and hands it in at the end.",
    "sheets": "Each table hands in its list.",
    "mix": "At first each table reports its result. Later everybody writes a card and hands it in.",
    "totals": "Everybody hands in a total after every round.",
}

LOST_GAME_SENTENCES = {
    "50-100": "In each series you pay 0.50 for each of your first three lost games, then 1.00.",
    "50": "You pay 0.50 for each lost game.",
    "100": "You pay 1.00 for each lost game.",
}

WATCHER_SENTENCES = {
    "4": "At a table of four the dealer watches.",
    "5": "At a table of five two players watch.",
    "6": "At a table of six three players watch.",
}
"""Who does not play at a full table of Skat, by the option *full_table*."""

FINAL_TIE_SENTENCES = {
    "play-off": "If {several} tie for a prize, they play off.",
    "one-hand": "If {several} tie for a prize, they play one more hand.",
    "cut": "If {several} tie for a prize, they cut for it.",
    "slips": "If {several} tie for a prize, they draw numbered slips face down.",
    "halves": "If {several} tie for a prize, they share the prizes.",
    "one-share": "If {several} tie for a prize, they share it. The next takes the prize after it.",
    "second-half": (
        "If {several} tie for a prize, the better second half wins. If that is tied too, they cut."
    ),
    "first-half": (
        "If {several} tie for a prize, the better first half wins. If that is tied too, they cut."
    ),
}

PRIZE_PURPOSES = {
    "places": "for the best totals",
    "half": "for the best first half",
    "aisle": "for each aisle",
    "table": "for each table",
    "table_winners": "for the best winners of tables",
    "high_game": "for the highest game",
    "lone_hands": "for the most lone hands",
    "tens": "for the most hands of ten tricks",
    "booby": "for the lowest total",
    "drawn": "by a drawn number",
    "raffle": "in a raffle",
}
"""What each rule of prizes gives a prize for."""

_SUITS = {"H": "hearts", "C": "clubs", "D": "diamonds", "S": "spades", "NT": "no trump"}


def spell_number(number: int) -> str:
    """Return *number* as people say it.

    >>> spell_number(3), spell_number(24)
    ('three', '24')
    """
    return NUMBER_NAMES[number] if 0 <= number < len(NUMBER_NAMES) else str(number)


def name_trumps(labels: Sequence[str]) -> list[str]:
    """Return the trumps of hands in turn as words.

    >>> name_trumps(["H", "NT", "misère"])
    ['hearts', 'no trump', 'misère']
    """
    return [_SUITS.get(label, label) for label in labels]


def describe_length(minutes: int) -> str:
    """Return a length of time as people say it.

    >>> describe_length(169), describe_length(61), describe_length(120), describe_length(45)
    ('2 hours and 49 minutes', '1 hour and 1 minute', '2 hours', '45 minutes')
    """
    hours, minutes_left = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(f"{hours} hour{'' if hours == 1 else 's'}")
    if minutes_left or not hours:
        parts.append(f"{minutes_left} minute{'' if minutes_left == 1 else 's'}")
    return " and ".join(parts)


BELL_SENTENCES = {
    "head": "When a side at table 1 has {goal}, that table rings the bell. {ends}",
    "any": "The first side with {goal} rings the bell. {ends}",
    "time": "The clock rings after {minutes}. {ends}",
}
ROUND_END_SENTENCE = "The round then ends at every table."
FULL_SIDES = (("1", "2"), ("3", "4"))


def describe_party_rules(party: Party) -> tuple[tuple[str, str], ...]:
    """Return the headings and texts of the rules of *party*, or none before a game is chosen.

    >>> describe_party_rules(Party())
    ()
    """
    system = get_party_system(party)
    if system is None or not party.method:
        return ()
    rules = _Rules(party, system)
    texts = (
        ("What is played", rules.describe_game()),
        ("End of a {round}", rules.describe_end_of_round()),
        ("Who moves", rules.describe_moves()),
        ("Who deals", rules.describe_deal()),
        ("Ties", rules.describe_ties()),
        ("Lone hands", rules.describe_lone_hands()),
        ("Sitting out", rules.describe_sit_outs()),
        ("Small tables", rules.describe_small_tables()),
        ("Scoring", rules.describe_scoring()),
        ("Prizes", rules.describe_prizes()),
        ("Time", rules.describe_time()),
    )
    spoken_rules = []
    for heading, sentences in texts:
        text = " ".join(filter(None, sentences))
        if text:
            title = heading.format(round=party.round_noun)
            spoken_rules.append((title, replace_round_noun(text, party.round_noun)))
    return tuple(spoken_rules)


@dataclass(frozen=True)
class _Rules:
    """The rules of *party*, topic by topic. Each topic yields sentences about a "round"."""

    party: Party
    system: PartySystem

    @cached_property
    def options(self) -> dict[str, str]:
        """The choice of each option of the system."""
        return resolve_options(self.system, self.party.options)

    @cached_property
    def method(self) -> PartyMethod:
        """How results are counted."""
        return get_party_method(self.party.method)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """The choice of each option of the method."""
        return self.method.complete_settings(self.party.method_options)

    @cached_property
    def seating(self) -> Seating:
        """The seats of round 1, or as they would be before the draw, empty without players."""
        first_round = self.party.played_rounds.order_by("round_no").first()
        if first_round is not None:
            return read_seating(first_round.seating)
        numbers = [str(player.number) for player in self.party.players.all()]
        return make_first_seating(self.party, numbers)

    @cached_property
    def is_alone(self) -> bool:
        """Whether everybody plays alone at a full table."""
        return bool(self.seating) and self.seating[0].is_for_singles

    @cached_property
    def goal(self) -> int:
        """The points of a game, 0 if it has no number."""
        if self.party.goal:
            return self.party.goal
        _bell, _, number = self.options.get("round_ends", "").partition("-")
        has_bell = self.party.bell in ("head", "any") and self.party.game != "beetle"
        return int(number) if has_bell and number.isdecimal() else 0

    def describe_game(self) -> Iterator[str]:
        """Yield the game, its length and its trumps."""
        party = self.party
        rounds = format_noun_count(party.rounds, party.round_noun)
        yield f"You play {rounds}{format_game_suffix(party.game)}."
        if "games" in self.options:
            yield SERIES_GAMES[self.options["games"]]
        elif party.hands > 1:
            yield f"Each round is {party.hands} hands."
        elif self._has_new_length():
            yield ROUND_LENGTHS.get(self.options.get("round_ends", ""), "")
        if self.goal:
            yield f"Each game is to {self.goal} points."
        yield WATCHER_SENTENCES.get(self.options.get("full_table", ""), "")
        yield from self._describe_trumps()

    def _describe_trumps(self) -> Iterator[str]:
        """Yield the trumps in turn, and for how many hands each is played."""
        # One label for each run of the same trump, with the number of its hands.
        runs = [(label, len([*run])) for label, run in groupby(self.party.trumps)]
        if not runs:
            return
        trump_noun = get_trump_title(self.party.game).lower()
        names = join_names(name_trumps([label for label, _hands in runs]))
        yield f"The {trump_noun}s are {names}, in turn."
        lengths = {hands for _label, hands in runs}
        if len(lengths) == 1 and lengths != {1}:
            yield f"Each {trump_noun} is played for {spell_number(lengths.pop())} hands."

    def _has_new_length(self) -> bool:
        """Return whether the option on the end of a round says more than its name."""
        round_end = self.options.get("round_ends", "")
        is_name = {"one-deal": "hand", "one-game": "game"}.get(round_end) == self.party.round_noun
        return self.party.bell == "deals" and not is_name

    def describe_end_of_round(self) -> Iterator[str]:
        """Yield what ends a round, and who has won at a table that is not finished."""
        party = self.party
        if has_lists(party) or party.game == "beetle" or party.bell == "deals":
            yield f"{describe_round_end(party)}."
            return
        minutes = party.session.round_minutes or 0
        yield BELL_SENTENCES[party.bell].format(
            goal=f"{self.goal} points" if self.goal else "made its points",
            minutes=f"{minutes} minutes" if minutes else "the minutes of a round",
            ends=ROUND_END_SENTENCE,
        )
        if not (is_fixed(party) or self.is_alone):
            table_phrase = "At each table" if party.bell == "time" else "At every other table"
            yield f"{table_phrase} the side that is ahead has won."

    def describe_moves(self) -> Iterator[str]:
        """Yield who goes where, and who plays with whom then."""
        movement_text = describe_movement(self.party, self.seating)
        for move in movement_text.moves:
            yield to_sentence(f"{move.movers} {move.destination}")
        yield from movement_text.sentences

    def describe_deal(self) -> Iterator[str]:
        """Yield who deals first at a table."""
        choice = self.options.get("deal", "")
        if choice not in DEALER_SENTENCES:
            return
        if choice != "cut":
            yield "In the first round you cut for the deal."
        sentence = DEALER_SENTENCES[choice].format(
            a=describe_member(self.party, self._get_dealing_seat(choice)),
            b=describe_member(self.party, "B"),
        )
        yield sentence if choice == "cut" else f"Later {sentence[:1].lower()}{sentence[1:]}"

    def _get_dealing_seat(self, choice: str) -> str:
        """Return the seat of the player who deals first after a change.

        It is A by the books. If only one seat moves, nobody arrives in the other, or stays in it.
        """
        if self.options.get("who_moves") != "one-seat":
            return "A"
        moving_seat = self.options["seat"].upper()
        if choice == "visiting-a":
            return moving_seat
        return "B" if moving_seat == "A" else "A"

    def describe_ties(self) -> Iterator[str]:
        """Yield how a tie at a table is settled, if there can be one."""
        if self.is_alone or not list_tie_rules(self.party, PartyTable(1, FULL_SIDES)):
            return
        sentence = TIE_SENTENCES[self.party.tie_rule]
        if is_fixed(self.party) and "half" in self.party.tie_rule:
            sentence = sentence.partition(". ")[0].rstrip(".") + "."  # nobody moves by results
        yield sentence

    def describe_lone_hands(self) -> Iterator[str]:
        """Yield where lone hands are allowed. Only euchre has them."""
        if self.party.game == "euchre":
            choice = self.options.get("lone_hands") or self.settings.get("lone_hands", "")
            yield LONE_HAND_SENTENCES.get(choice, "")

    def describe_sit_outs(self) -> Iterator[str]:
        """Yield who sits out and what it scores, if there is no seat for everybody."""
        resting_tables = [table for table in self.seating if table.sits_out]
        if resting_tables:
            yield self._describe_sit_out_turns(resting_tables)
            yield self._describe_sit_out_score()

    def describe_small_tables(self) -> Iterator[str]:
        """Yield how tables with too few players play and score, if there are any."""
        sizes = {len(table.players) for table in self.seating if self._is_short(table)}
        if not sizes or is_redrawn_each_round(self.party):
            return
        sizes_text = " or ".join(spell_number(size) for size in sorted(sizes))
        yield f"At a table of {sizes_text} everybody plays alone."
        # A player's own card has the total as it is.
        if self.party.entry not in BY_CARDS and not self.method.has_short_table_losses:
            yield SHORT_TABLE_SENTENCES.get(self.settings.get("short_table", ""), "")

    def _describe_sit_out_turns(self, resting_tables: list[PartyTable]) -> str:
        if any(table.waits_at for table in resting_tables):
            return ""  # the moves say it
        player_count = sum(len(table.players) for table in resting_tables)
        is_pair = self.system.rule(self.options).pairs and player_count == 2
        if is_pair and self.system.key == "freeze-out":
            return "A pair without opponents waits for the next round."
        if is_pair:
            return "One pair sits out in each round, in turn."
        if player_count == 1:
            return "One player sits out in each round, in turn."
        number = spell_number(player_count).capitalize()
        return f"{number} players sit out in each round, in turn."

    def _describe_sit_out_score(self) -> str:
        choice = self.settings.get("sit_out", "nothing")
        if self.party.entry in BY_CARDS and (sit_out_entry := describe_sit_out_entry(self.party)):
            return f"When you sit out, {sit_out_entry}."
        if choice == "nothing":
            return "When you sit out, you score nothing."
        if choice == "average":
            return "When you sit out, your own average counts."
        figure = format_figure_with_unit(Fraction(choice), get_counted_unit(self.party))
        return f"When you sit out, you score {figure}."

    def _is_short(self, table: PartyTable) -> bool:
        size = self.system.rule(self.options).size
        return not table.sits_out and len(table.players) < size and not self.system.all_score

    def describe_scoring(self) -> Iterator[str]:
        """Yield what a player scores, and how it is reported."""
        yield self.method.sentence.format(
            makes="you make" if self.is_alone else "your side makes",
            takes="you take" if self.is_alone else "your side takes",
        )
        if self.settings.get("start", "0") != "0":
            yield f"You start with {self.settings['start']} counters."
        for option, choice in self.settings.items():
            yield CHOICE_SENTENCES.get((option, choice), "")
        if self.settings.get("deal") == ONE_DEAL:
            yield "The tricks of both sides add up to 13."
        if can_report_fewer_hands(self.party):
            yield self._describe_unplayed_score()
        yield ENTRY_SENTENCES[self.party.entry].format(
            unit=get_written_unit(self.party),
            sides="every player" if self.is_alone else "both sides",
        )
        yield LOST_GAME_SENTENCES.get(self.options.get("lost_games", ""), "")
        if self.options.get("duty_solo") == "one":
            yield "Everybody plays one solo in each series, and ticks it on the list."

    def _describe_unplayed_score(self) -> str:
        choice = self.settings.get("unplayed", "nothing")
        if choice == "nothing":
            return "A hand that is not played scores nothing."
        if choice == "average":
            return "A hand that is not played scores your side’s average at that table."
        figure = format_figure_with_unit(Fraction(choice), get_counted_unit(self.party))
        return f"A hand that is not played scores {figure}."

    def describe_prizes(self) -> Iterator[str]:
        """Yield the prizes, who may win them, and what a tie does."""
        if is_skat(self.party):
            yield from self._describe_session_prizes()
            return
        rules = get_prize_rules(self.party)
        prize_texts = []
        for rule, purpose in PRIZE_PURPOSES.items():
            prize_count = int(getattr(rules, rule))
            if prize_count:
                prize_texts.append(_format_prize_count(prize_count, purpose))
        if not prize_texts:
            return
        verb = "is" if prize_texts[0].startswith("a ") else "are"
        yield f"There {verb} {join_names(prize_texts)}."
        contestant_noun = get_contestant_noun(self.party)
        if is_ranked_by_pairs(self.party):
            yield f"Each prize is for a {contestant_noun}."
        elif rules.by_group and self.party.tells_groups:
            yield self._describe_prize_groups()
        if rules.one_each:
            yield "Nobody takes two prizes."
        yield FINAL_TIE_SENTENCES[rules.final_tie].format(several=f"{contestant_noun}s")

    def _describe_session_prizes(self) -> Iterator[str]:
        """Yield the prizes of a Skat congress, which each session gives."""
        yield f"In each round there are {spell_number(get_prize_count(self.party))} prizes."
        criteria = dict.fromkeys(criterion.description for criterion in SKAT_PRIZES)
        yield f"They are for {join_names([*criteria])}, in turn."
        yield "Nobody takes two prizes."

    def _describe_prize_groups(self) -> str:
        name_a, name_b = (self.party.get_group_name(group) for group in "AB")
        # A letter alone wouldn't be understood by ear.
        if len(name_a) == 1:
            name_a, name_b = "Group A", "group B"
        return f"{name_a} and {name_b[:1].lower()}{name_b[1:]} have their own prizes."

    def describe_time(self) -> Iterator[str]:
        """Yield the length of a round, of the break and of the evening."""
        party = self.party
        minutes = party.session.round_minutes or 0
        pause_minutes = party.pause_minutes if party.pause_after else 0
        if minutes:
            moving_text = "" if self.system.tables_stay else ", moving included"
            yield f"Each round takes {describe_length(minutes)}{moving_text}."
        if party.pause_after:
            preset = find_preset(party.preset)
            pause_noun = preset.pause if preset else "break"
            article = "a " if pause_noun == "break" else ""
            pause_text = f", for {describe_length(pause_minutes)}" if pause_minutes else ""
            yield f"There is {article}{pause_noun} after round {party.pause_after}{pause_text}."
        if minutes and party.rounds:
            total_minutes = party.rounds * minutes + pause_minutes
            end_text = ""
            if party.starts_at:
                end_time = format_end_time(f"{party.starts_at:%H:%M}", total_minutes)
                end_text = f" and ends at {end_time}"
            yield f"The evening lasts {describe_length(total_minutes)}{end_text}."


def _format_prize_count(prize_count: int, purpose: str) -> str:
    """Return the number of prizes with their *purpose*, such as "for the best totals"."""
    if prize_count == 1:
        return f"a prize {purpose.replace('totals', 'total').replace('winners', 'winner')}"
    return f"{spell_number(prize_count)} prizes {purpose}"
