"""The party as Field asks for it, while the form is unfinished."""

from director.models import Session
from director.party.models import GroupWords, Party
from director.party.pages.field.form import MAX_PLAYERS, PartyFieldForm
from director.party.pages.field.choices import PRIZE, parse_whole_number
from director.party.pages.field.choices import PRIZE_NUMBERS
from director.party.paper.moves import make_first_seating
from director.party.paper.setup import Summary, describe_evening, format_end_time
from director.party.presets import ENTRIES
from director.party.trumps import read_trumps

NUMBERS = ("rounds", "hands", "goal", "pause_after", "pause_minutes")


def describe_typed_evening(form: PartyFieldForm) -> Summary:
    """Return the summary of what *form* asks for."""
    party = _make_typed_party(form)
    players = min(form.get_number("players") or 0, MAX_PLAYERS)
    numbers = [str(number) for number in range(1, players + 1)]
    seating = make_first_seating(party, numbers)
    return describe_evening(party, seating, compute_end_time(form))


def _make_typed_party(form: PartyFieldForm) -> Party:
    """Return an unsaved party as *form* asks for it. A number that can't be read is 0."""
    prizes = {}
    for name in form.fields:
        if name.startswith(PRIZE):
            prizes[name.removeprefix(PRIZE)] = form[name].value()
    for name in PRIZE_NUMBERS:
        prizes[name] = parse_whole_number(prizes.get(name)) or 0
    values = form.current_values
    party = Party(
        session=Session(round_minutes=form.get_number("minutes") or 0),
        preset=form.active_preset.key if form.active_preset else "",
        game=form.game_key,
        system=form.chosen_system.key,
        options=form.get_options(),
        method=form.chosen_method.key,
        trumps=read_trumps(str(values.get("trumps") or "")),
        prizes=prizes,
        by_pair=form.party.by_pair,
        **{name: form.get_number(name) or 0 for name in NUMBERS},
    )
    # Any other choice is one that no page offers: the default stays.
    if values.get("group_words") in GroupWords.values:
        party.group_words = values["group_words"]
    if values.get("entry") in ENTRIES:
        party.entry = values["entry"]
    return party


def compute_end_time(form: PartyFieldForm) -> str:
    """Return when play ends, or "" without a start."""
    start = form.current_values.get("starts_at")
    rounds = form.get_number("rounds")
    minutes = form.get_number("minutes")
    if not start or rounds is None or minutes is None:
        return ""
    play_minutes = rounds * minutes
    if form.get_number("pause_after"):
        play_minutes += form.get_number("pause_minutes") or 0
    return format_end_time(str(start), play_minutes)
