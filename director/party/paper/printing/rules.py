"""The rules of a party, made from its settings, to be read out before play.

Every text is sentences for the ear, in the order in which a table needs them. A setting that
changes nothing for the players of the evening has none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from director.names import join_names
from director.party.models import Party
from director.party.movement.games.read import get_prize_rules
from director.party.movement.games.sit_outs import describe_sit_out_entry
from director.party.movement.options import (
    can_report_fewer_hands,
    get_contestant_word,
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
from director.party.movement.seating.read import read_seating
from director.party.movement.words import (
    describe_member,
    describe_round_end,
    format_count,
    format_figure_with_unit,
    format_game_suffix,
    get_trump_title,
    replace_round_word,
)
from director.party.paper.printing.spoken import (
    DEALERS,
    ENTRIES,
    FINAL_TIES,
    LONE_HANDS,
    LOST_GAMES,
    METHOD_CHOICES,
    PRIZES,
    ROUND_LENGTHS,
    SCORING,
    SERIES_GAMES,
    SHORT_TABLES,
    TIES,
    WATCHERS,
    count_word,
    describe_length,
    name_trumps,
)
from director.party.paper.setup.games import format_end_time
from director.party.paper.setup.moving import describe_moving, make_first_seating, to_sentence
from director.party.presets.model import BY_CARDS
from director.party.presets.registry import find_preset
from director.party.scoring.skat import get_prize_count
from movements.party.model import PartySystem, PartyTable, Seating
from scoring.party.model import PartyMethod
from scoring.party.registry import find_party_method
from scoring.party.skat_prizes import SKAT_PRIZES

BELL_SENTENCES = {
    "head": "When a side at table 1 has {goal}, that table rings the bell. {ends}",
    "any": "The first side with {goal} rings the bell. {ends}",
    "time": "The clock rings after {minutes}. {ends}",
}
ENDS = "The round then ends at every table."
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
            title = heading.format(round=party.round_word)
            spoken_rules.append((title, replace_round_word(text, party.round_word)))
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
        return find_party_method(self.party.method)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """The choice of each option of the method."""
        return self.method.settings(self.party.method_options)

    @cached_property
    def seating(self) -> Seating:
        """The seats of round 1, or as they would be before the draw, empty without players."""
        first = self.party.played_rounds.order_by("round_no").first()
        if first is not None:
            return read_seating(first.seating)
        numbers = [str(player.number) for player in self.party.players.all()]
        return make_first_seating(self.party, numbers)

    @cached_property
    def is_alone(self) -> bool:
        """Whether everybody plays alone at a full table."""
        return bool(self.seating) and self.seating[0].alone

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
        rounds = format_count(party.rounds, party.round_word)
        yield f"You play {rounds}{format_game_suffix(party.game)}."
        if "games" in self.options:
            yield SERIES_GAMES[self.options["games"]]
        elif party.hands > 1:
            yield f"Each round is {party.hands} hands."
        elif self._has_new_length():
            yield ROUND_LENGTHS.get(self.options.get("round_ends", ""), "")
        if self.goal:
            yield f"Each game is to {self.goal} points."
        yield WATCHERS.get(self.options.get("full_table", ""), "")
        yield from self._describe_trumps()

    def _describe_trumps(self) -> Iterator[str]:
        """Yield the trumps in turn, and for how many hands each is played."""
        # One label for each run of the same trump, with the number of its hands.
        runs = [(label, len([*run])) for label, run in groupby(self.party.trumps)]
        if not runs:
            return
        trump_word = get_trump_title(self.party.game).lower()
        names = join_names(name_trumps([label for label, _hands in runs]))
        yield f"The {trump_word}s are {names}, in turn."
        lengths = {hands for _label, hands in runs}
        if len(lengths) == 1 and lengths != {1}:
            yield f"Each {trump_word} is played for {count_word(lengths.pop())} hands."

    def _has_new_length(self) -> bool:
        """Return whether the option on the end of a round says more than its name."""
        round_end = self.options.get("round_ends", "")
        is_name = {"one-deal": "hand", "one-game": "game"}.get(round_end) == self.party.round_word
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
            ends=ENDS,
        )
        if not (is_fixed(party) or self.is_alone):
            where = "At each table" if party.bell == "time" else "At every other table"
            yield f"{where} the side that is ahead has won."

    def describe_moves(self) -> Iterator[str]:
        """Yield who goes where, and who plays with whom then."""
        moving = describe_moving(self.party, self.seating)
        for move in moving.moves:
            yield to_sentence(f"{move.movers} {move.destination}")
        yield from moving.sentences

    def describe_deal(self) -> Iterator[str]:
        """Yield who deals first at a table."""
        choice = self.options.get("deal", "")
        if choice not in DEALERS:
            return
        if choice != "cut":
            yield "In the first round you cut for the deal."
        sentence = DEALERS[choice].format(
            a=describe_member(self.party, self._find_dealing_seat(choice)),
            b=describe_member(self.party, "B"),
        )
        yield sentence if choice == "cut" else f"Later {sentence[:1].lower()}{sentence[1:]}"

    def _find_dealing_seat(self, choice: str) -> str:
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
        sentence = TIES[self.party.tie_rule]
        if is_fixed(self.party) and "half" in self.party.tie_rule:
            sentence = sentence.partition(". ")[0].rstrip(".") + "."  # nobody moves by results
        yield sentence

    def describe_lone_hands(self) -> Iterator[str]:
        """Yield where lone hands are allowed. Only euchre has them."""
        if self.party.game == "euchre":
            choice = self.options.get("lone_hands") or self.settings.get("lone_hands", "")
            yield LONE_HANDS.get(choice, "")

    def describe_sit_outs(self) -> Iterator[str]:
        """Yield who sits out and what it scores, if there is no seat for everybody."""
        resting = [table for table in self.seating if table.sits_out]
        if resting:
            yield self._describe_resting(resting)
            yield self._describe_sit_out_score()

    def describe_small_tables(self) -> Iterator[str]:
        """Yield how tables with too few players play and score, if there are any."""
        sizes = {len(table.players) for table in self.seating if self._is_short(table)}
        if not sizes or is_redrawn_each_round(self.party):
            return
        sizes_text = " or ".join(count_word(size) for size in sorted(sizes))
        yield f"At a table of {sizes_text} everybody plays alone."
        # A player's own card has the total as it is.
        if self.party.entry not in BY_CARDS and not self.method.has_short_table_losses:
            yield SHORT_TABLES.get(self.settings.get("short_table", ""), "")

    def _describe_resting(self, resting: list[PartyTable]) -> str:
        if any(table.waits_at for table in resting):
            return ""  # the moves say it
        players = sum(len(table.players) for table in resting)
        is_pair = self.system.rule(self.options).pairs and players == 2
        if is_pair and self.system.key == "freeze-out":
            return "A pair without opponents waits for the next round."
        if is_pair:
            return "One pair sits out in each round, in turn."
        if players == 1:
            return "One player sits out in each round, in turn."
        number = count_word(players).capitalize()
        return f"{number} players sit out in each round, in turn."

    def _describe_sit_out_score(self) -> str:
        choice = self.settings.get("sit_out", "nothing")
        if self.party.entry in BY_CARDS and (worth := describe_sit_out_entry(self.party)):
            return f"When you sit out, {worth}."
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
        yield SCORING[self.method.key].format(
            makes="you make" if self.is_alone else "your side makes",
            takes="you take" if self.is_alone else "your side takes",
        )
        if self.settings.get("start", "0") != "0":
            yield f"You start with {self.settings['start']} counters."
        for option, choice in self.settings.items():
            yield METHOD_CHOICES.get((option, choice), "")
        if self.settings.get("deal") == "13":
            yield "The tricks of both sides add up to 13."
        if can_report_fewer_hands(self.party):
            yield self._describe_unplayed_score()
        yield ENTRIES[self.party.entry].format(
            unit=get_written_unit(self.party),
            sides="every player" if self.is_alone else "both sides",
        )
        yield LOST_GAMES.get(self.options.get("lost_games", ""), "")

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
        for rule, purpose in PRIZES.items():
            number = int(getattr(rules, rule))
            if number:
                prize_texts.append(_format_prize_count(number, purpose))
        if not prize_texts:
            return
        verb = "is" if prize_texts[0].startswith("a ") else "are"
        yield f"There {verb} {join_names(prize_texts)}."
        contestant = get_contestant_word(self.party)
        if is_ranked_by_pairs(self.party):
            yield f"Each prize is for a {contestant}."
        elif rules.by_group and self.party.tells_groups:
            yield self._describe_prize_groups()
        if rules.one_each:
            yield "Nobody takes two prizes."
        yield FINAL_TIES[rules.final_tie].format(several=f"{contestant}s")

    def _describe_session_prizes(self) -> Iterator[str]:
        """Yield the prizes of a Skat congress, which each session gives."""
        yield f"In each round there are {count_word(get_prize_count(self.party))} prizes."
        criteria = dict.fromkeys(criterion.text for criterion in SKAT_PRIZES)
        yield f"They are for {join_names([*criteria])}, in turn."
        yield "Nobody takes two prizes."

    def _describe_prize_groups(self) -> str:
        first, second = (self.party.get_group_name(group) for group in "AB")
        # A letter alone wouldn't be understood by ear.
        if len(first) == 1:
            first, second = "Group A", "group B"
        return f"{first} and {second[:1].lower()}{second[1:]} have their own prizes."

    def describe_time(self) -> Iterator[str]:
        """Yield the length of a round, of the break and of the evening."""
        party = self.party
        minutes = party.session.round_minutes or 0
        pause_minutes = party.pause_minutes if party.pause_after else 0
        if minutes:
            moving_words = "" if self.system.tables_stay else ", moving included"
            yield f"Each round takes {describe_length(minutes)}{moving_words}."
        if party.pause_after:
            preset = find_preset(party.preset)
            pause = preset.pause if preset else "break"
            article = "a " if pause == "break" else ""
            length = f", for {describe_length(pause_minutes)}" if pause_minutes else ""
            yield f"There is {article}{pause} after round {party.pause_after}{length}."
        if minutes and party.rounds:
            total_minutes = party.rounds * minutes + pause_minutes
            end_words = ""
            if party.starts_at:
                end_time = format_end_time(f"{party.starts_at:%H:%M}", total_minutes)
                end_words = f" and ends at {end_time}"
            yield f"The evening lasts {describe_length(total_minutes)}{end_words}."


def _format_prize_count(number: int, purpose: str) -> str:
    """Return the number of prizes with their *purpose*, such as "for the best totals"."""
    if number == 1:
        return f"a prize {purpose.replace('totals', 'total').replace('winners', 'winner')}"
    return f"{count_word(number)} prizes {purpose}"
