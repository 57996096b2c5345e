"""The texts of a party: names of games and prizes, figures, and options as people read them.

Formats what other modules have worked out, and calculates nothing. A *round* has its own word in
each party (round, hand, game, session, series), which :func:`replace_round_noun` puts into texts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from director.core.base.tags.cards import party_figure
from director.party.models import ROUND_END_SENTENCES, GroupWords, Party
from director.party.movement.options import get_written_unit, has_lists
from director.party.presets import GERMAN_GAMES, TOTALS
from movements.option import Option as MovementOption
from movements.option import format_count
from movements.party.model import PartySystem
from scoring.option import Option as ScoringOption
from scoring.party.awarding import PRIZE_KINDS, Prize, get_prize_name
from scoring.party.methods import get_party_method
from scoring.party.presence import PartyPresence

CALLER = "caller"
"""Key of the contest in which a caller reads out the cards."""
GAMES = {
    "whist": "Whist",
    "court-whist": "Court whist",
    "euchre": "Euchre",
    "five-hundred": "Five hundred",
    "cinch": "Cinch",
    "sixty-three": "Sixty-three",
    "auction": "Auction bridge",
    "pivot": "Pivot bridge",
    "skat": "Skat",
    "schafkopf": "Schafkopf",
    "doppelkopf": "Doppelkopf",
    "beetle": "Beetle",
    "forty-fives": "Forty-fives",
    CALLER: "Caller contest",
}


def get_game_name(game: str) -> str:
    """Return the name of a game.

    >>> get_game_name("five-hundred")
    'Five hundred'
    """
    return GAMES.get(game, game.replace("-", " ").capitalize())


def format_game_suffix(game: str) -> str:
    """Return the game after a number of rounds ("of euchre"), or "".

    >>> format_game_suffix("five-hundred"), format_game_suffix("skat"), format_game_suffix("caller")
    (' of five hundred', ' of Skat', '')
    """
    game_name = get_game_name(game)
    if game == CALLER:
        return ""
    return f" of {game_name if game in GERMAN_GAMES else game_name.lower()}"


def format_within_sentence(name: str) -> str:
    """Return the *name* of a method within a sentence.

    >>> format_within_sentence("Points won"), format_within_sentence("Seeger–Fabian")
    ('points won', 'Seeger–Fabian')
    """
    if any(letter.isupper() for letter in name[1:]):
        return name
    return f"{name[:1].lower()}{name[1:]}"


def get_trump_title(game: str) -> str:
    """Return the heading for what changes each hand of *game*: the trump, or the court.

    >>> get_trump_title("whist"), get_trump_title("court-whist")
    ('Trump', 'Court')
    """
    if game == "court-whist":
        return "Court"
    return "Trump"


def format_table_number(table_no: int, row: int, *, has_rows: bool) -> str:
    """Return the table's number, with its aisle if the room has several.

    >>> format_table_number(21, 2, has_rows=True), format_table_number(5, 1, has_rows=False)
    ('aisle 2, table 21', 'table 5')
    """
    if has_rows:
        return f"aisle {row}, table {table_no}"
    return f"table {table_no}"


def describe_member(party: Party, seat: str) -> str:
    """Return what a player in *seat* A or B is called in a sentence.

    >>> describe_member(Party(group_words="red"), "A"), describe_member(Party(), "B")
    ('red player', 'player in seat B')
    """
    member_noun = party.get_member_noun(seat)
    # A letter or a colour alone would say too little.
    if len(member_noun) == 1:
        return f"player in seat {member_noun}"
    if party.group_words == GroupWords.LADIES:
        return member_noun
    return f"{member_noun} player"


def format_noun_count(number: int, noun: str) -> str:
    """Return the number with *noun* in the right form.

    >>> format_noun_count(1, "hand"), format_noun_count(2, "Serie"), format_noun_count(3, "series")
    ('1 hand', '2 Serien', '3 series')
    """
    return format_count(number, noun, pluralize_noun(noun))


def pluralize_noun(noun: str) -> str:
    """Return the plural of *noun*."""
    return {"Serie": "Serien", "series": "series"}.get(noun, f"{noun}s")


_ROUND = re.compile(r"\b([Rr])ound(s?)\b")


def replace_round_noun(text: str, noun: str) -> str:
    """Return *text* about rounds with the party's *noun* for a round.

    >>> replace_round_noun("A round ends after 8 hands, as all rounds", "game"), replace_round_noun("Every round", "series")
    ('A game ends after 8 hands, as all games', 'Every series')
    """

    def make_replacement(match: re.Match[str]) -> str:
        initial, plural_ending = match.groups()
        replacement = pluralize_noun(noun) if plural_ending else noun
        if initial == "R":
            return replacement.capitalize()
        return replacement

    return _ROUND.sub(make_replacement, text)


def describe_presence(party: Party, presence: PartyPresence | None) -> str:
    """Return who came late, left or sat out, or ""."""
    if presence:
        return presence.describe(party.round_noun, pluralize_noun(party.round_noun))
    return ""


def list_round_box_titles(party: Party) -> tuple[str, ...]:
    """Return the titles of a card's boxes for each round."""
    if not party.method:
        return ("Points",)
    method = get_party_method(party.method)
    if "plus" in method.columns:
        return ("Plus", "Minus")
    return ("Won" if method.unit == "games" else method.unit.capitalize(),)


def get_written_title(party: Party) -> str:
    """Return the title of the box for a side's points, tricks or parts."""
    if party.method:
        return get_written_unit(party).capitalize()
    return "Points"


def describe_boxes(hand_points: Sequence[int]) -> str:
    """Return how to fill in the boxes of a card with *hand_points* to tap, or "".

    >>> describe_boxes((1, 2, 4)), describe_boxes(())
    ('One box per hand: 1, 2, 4, or X for no point', '')
    """
    if hand_points:
        return f"One box per hand: {', '.join(map(str, hand_points))}, or X for no point"
    return ""


def describe_card_deadline(party: Party) -> str:
    """Return when players hand in their cards."""
    if party.entry == TOTALS:
        return f"after each {party.round_noun}"
    return "at the end"


def describe_round_end(party: Party, round_no: int = 0) -> str:
    """Return what ends round *round_no* of *party*. *round_no* 0 means any round."""
    if has_lists(party):
        round_name = f"{party.round_title} {round_no}" if round_no else f"A {party.round_noun}"
        return f"{round_name} ends when every table has handed in its list"
    if party.game == "beetle":
        return "The first complete beetle in the room ends the round"
    return ROUND_END_SENTENCES[party.bell].format(noun=party.round_noun)


def format_prize_title(party: Party, prize: Prize) -> str:
    """Return the title of *prize*: ``"First prize, Ladies"``."""
    title = get_prize_name(prize.kind)
    kind = PRIZE_KINDS.get(prize.kind)
    if kind and kind.is_counted and prize.prize_no > 1:
        title += f" {prize.prize_no}"
    parts = [title]
    if prize.table_no is not None:
        parts.append(f"table {prize.table_no}")
    elif prize.row is not None:
        parts.append(f"aisle {prize.row}")
    if prize.group:
        parts.append(party.get_group_name(prize.group))
    return ", ".join(parts)


def format_figure_with_unit(value: Fraction | int, unit: str) -> str:
    """Return *value* with its *unit*, a plural.

    >>> format_figure_with_unit(1, "games"), format_figure_with_unit(Fraction(3, 2), "games")
    ('1 game', '1½ games')
    """
    if value == 1:
        unit = unit.removesuffix("s")
    return f"{party_figure(value)} {unit}"


# Options as a director reads them: labels, and every choice as a phrase.

PartyOption = MovementOption | ScoringOption
"""An option of a party's system, or of its method."""


@dataclass(frozen=True, slots=True)
class OptionBox:
    """An option on the page: its name, label, and every choice with its phrase."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str


def make_option_box(option: PartyOption, round_noun: str = "round") -> OptionBox:
    """Return *option* for a party whose rounds are called *round_noun*.

    >>> from movements.party.rounds import get_progressive_system
    >>> make_option_box(get_progressive_system("drive-whist").options[0]).choices[0]
    ('divided', 'change at every move')
    """
    choices = tuple(
        (choice, replace_round_noun(phrase, round_noun))
        for choice, phrase in option.phrases.items()
    )
    return OptionBox(
        option.name, replace_round_noun(option.label, round_noun), choices, option.default
    )


def is_applicable(option: PartyOption, choice_by_option: Mapping[str, str]) -> bool:
    """Return whether *option* makes a difference, given the choices of the other options."""
    needed_option, needed_choice = option.condition
    if len(option.choices) < 2:
        return False
    return choice_by_option.get(needed_option, needed_choice) == needed_choice


def describe_options(
    system: PartySystem, choice_by_option: Mapping[str, str], round_noun: str = "round"
) -> tuple[tuple[str, str], ...]:
    """Return the label and choice of each option of *system* that makes a difference."""
    labelled_choices = []
    for option in system.options:
        box = make_option_box(option, round_noun)
        # An option with a single choice can't be changed, but it says how the system works.
        if len(option.choices) == 1 or is_applicable(option, choice_by_option):
            labelled_choices.append((box.label, dict(box.choices)[choice_by_option[option.name]]))
    return tuple(labelled_choices)
