"""The list of presets on the page Field, and a party in three lines: game, moves and length."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from director.party.models import Party
from director.party.movement.options import get_contestant_noun, is_ranked_by_pairs
from director.party.movement.words import (
    format_game_suffix,
    format_noun_count,
    format_within_sentence,
    get_trump_title,
    replace_round_noun,
)
from director.party.paper.moves import TableMove, describe_movement
from director.party.play.setup import compute_preset_rounds
from director.party.presets import (
    ENTRY_LABELS,
    NAMED_PRESETS,
    PRESET_GROUPS,
    PartyPreset,
    find_preset,
)
from director.party.trumps import get_trump_sign
from movements.party.model import Seating
from scoring.party.awarding import PRIZE_KINDS
from scoring.party.methods import get_party_method

# The list of presets on the page Field.

OTHER_SYSTEMS = "others"
"""The tab of the systems that no preset names."""


@dataclass(frozen=True, slots=True)
class GameTab:
    """A heading of the list with its *key*."""

    key: str
    name: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PresetRow:
    """A preset in a row: rounds, minutes, unit and end."""

    preset: PartyPreset
    length: str  # "24 × 6"
    method_name: str
    end_text: str  # "21:49", or "2 h 49 min" without a start


def make_game_tabs(requested_key: str, preset: PartyPreset | None) -> list[GameTab]:
    """Return the tabs with *requested_key* open, or else the one of the preset *preset*."""
    names_by_key = {str(number): name for number, name in enumerate(PRESET_GROUPS, start=1)}
    names_by_key[OTHER_SYSTEMS] = "Other systems"
    open_key = OTHER_SYSTEMS
    if requested_key in names_by_key:
        open_key = requested_key
    elif preset and preset in NAMED_PRESETS:
        open_key = next(key for key, name in names_by_key.items() if name == preset.group)
    return [GameTab(key, name, key == open_key) for key, name in names_by_key.items()]


def list_preset_rows(tabs: Sequence[GameTab], player_count: int, starts_at: str) -> list[PresetRow]:
    """Return the presets of the open tab, for *player_count* players."""
    group = next(tab.name for tab in tabs if tab.is_open)
    return [
        _make_preset_row(preset, player_count, starts_at)
        for preset in NAMED_PRESETS
        if preset.group == group
    ]


def _make_preset_row(preset: PartyPreset, player_count: int, starts_at: str) -> PresetRow:
    rounds = compute_preset_rounds(preset, player_count)
    minutes = rounds * preset.minutes
    if 0 < preset.settings.get("pause_after", 0) < rounds:
        minutes += preset.settings["pause_minutes"]
    method_name = format_within_sentence(get_party_method(preset.method).name)
    return PresetRow(
        preset,
        f"{rounds} × {preset.minutes}",
        method_name,
        format_end_time(starts_at, minutes) or format_duration(minutes),
    )


def format_end_time(starts_at: str, minutes: int) -> str:
    """Return the time *minutes* after *starts_at*, or an empty text without a start.

    >>> format_end_time("19:30", 96), format_end_time("", 96)
    ('21:06', '')
    """
    try:
        start = datetime.strptime(starts_at[:5], "%H:%M")
    except ValueError:
        return ""
    return f"{start + timedelta(minutes=minutes):%H:%M}"


def format_duration(minutes: int) -> str:
    """Return *minutes* in hours and minutes.

    >>> format_duration(96), format_duration(120), format_duration(45)
    ('1 h 36 min', '2 h', '45 min')
    """
    hours, minutes_left = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(f"{hours} h")
    if minutes_left:
        parts.append(f"{minutes_left} min")
    return " ".join(parts)


MAX_SIGN_LETTERS = 6
"""Trump signs up to this length are listed without commas. It is the length of misère."""


@dataclass(frozen=True, slots=True)
class PartySummary:
    """The summary: *moves* with arrows, and in *moves_text* what follows them."""

    game: str
    trumps: str
    moves: tuple[TableMove, ...]
    moves_text: str
    scoring: str
    prizes: str
    time: str


def summarize_party(party: Party, seating: Seating, end_time: str) -> PartySummary:
    """Return the summary of *party*, which may be unsaved. Unknown numbers are 0, as is its end "".

    *seating* holds the first seats, or is empty if there are none.
    """
    movement_text = describe_movement(party, seating)
    entry = replace_round_noun(ENTRY_LABELS[party.entry], party.round_noun)
    return PartySummary(
        game=_describe_rounds(party),
        trumps=_describe_trumps(party),
        moves=movement_text.moves,
        moves_text=replace_round_noun(" ".join(movement_text.sentences), party.round_noun),
        scoring=f"{get_party_method(party.method).name}; {entry}.",
        prizes=_describe_listed_prizes(party),
        time=_describe_time(party, end_time),
    )


def _describe_rounds(party: Party) -> str:
    text = f"{format_noun_count(party.rounds, party.round_noun)}{format_game_suffix(party.game)}"
    if party.hands > 1:
        text += f", {party.hands} hands each"
    if party.goal:
        text += f", a game to {party.goal} points"
    if party.pause_after:
        text += f", {_get_pause_noun(party)} after {party.round_noun} {party.pause_after}"
    return f"{text}."


def _get_pause_noun(party: Party) -> str:
    preset = find_preset(party.preset)
    return preset.pause if preset else "break"


def _describe_trumps(party: Party) -> str:
    labels = [get_trump_sign(label) for label in _without_repetitions(party.trumps)]
    if not labels:
        return ""
    separator = ", " if max(map(len, labels)) > MAX_SIGN_LETTERS else " "
    return f"{get_trump_title(party.game)}s in turn: {separator.join(labels)}"


def _without_repetitions(trumps: Sequence[str]) -> list[str]:
    """Return *trumps* with each run of the same label as one."""
    return [label for label, _run in groupby(trumps)]


def _describe_listed_prizes(party: Party) -> str:
    prizes = party.prizes
    contestant_noun = get_contestant_noun(party) if is_ranked_by_pairs(party) else ""
    raffle_text = ""
    if contestant_noun and prizes.get("raffle"):
        # A raffle is for single people even if pairs win the other prizes, so it is listed apart.
        raffle_text = f"{prizes['raffle']} of a raffle"
    prize_texts = []
    if prizes.get("places"):
        prize_texts.append(f"{prizes['places']} principal")
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule_name)]
    prize_texts += [
        f"{prizes[kind.rule_name]} {kind.label_in_list}" for kind in kinds if kind.is_counted
    ]
    prize_texts += [kind.label_in_list for kind in kinds if not kind.is_counted]
    ranked_text = ", ".join(text for text in prize_texts if text != raffle_text)
    if ranked_text and contestant_noun:
        ranked_text += f", each for a {contestant_noun}"
    elif ranked_text and prizes.get("by_group"):
        ranked_text += ", for each group"
    text = "; ".join(filter(None, (ranked_text, raffle_text))) or "none"
    return f"{text[:1].upper()}{text[1:]}."


def _describe_time(party: Party, end_time: str) -> str:
    minutes = party.session.round_minutes
    if not (party.rounds and minutes):
        return ""
    pause_minutes = party.pause_minutes if party.pause_after else 0
    length = format_duration(party.rounds * minutes + pause_minutes)
    pause_text = f" + {pause_minutes} min {_get_pause_noun(party)}" if pause_minutes else ""
    end_text = f", ends {end_time}" if end_time else ""
    return f"{party.rounds} × {minutes} min{pause_text} = {length}{end_text}."
