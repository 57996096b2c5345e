"""A summary of the evening, while the form on Field is unfinished."""

from director.party.models import GroupWords, Party
from director.party.movement.words import describe_member, replace_round_word
from director.party.pages.field.forms.field import PartyFieldForm
from director.party.pages.field.forms.options import PRIZE, parse_whole_number
from director.party.pages.field.forms.prizes import PRIZE_NUMBERS
from director.party.paper.setup.games import format_end_time
from director.party.paper.setup.summary import EveningSummary
from director.party.presets.model import ENTRIES
from director.party.trumps import read_trumps

NUMBERS = ("rounds", "minutes", "hands", "goal", "pause_after", "pause_minutes")


def make_evening_summary(form: PartyFieldForm) -> EveningSummary:
    """Return the summary of what *form* asks for. Fields that can't be read are left out."""
    group_words = str(form.asked.get("group_words", ""))
    if group_words not in GroupWords.values:
        group_words = GroupWords.LETTERS
    # An unsaved party knows what its members are called.
    party = Party(group_words=group_words)
    prizes = {}
    for name in form.fields:
        if name.startswith(PRIZE):
            prizes[name.removeprefix(PRIZE)] = form[name].value()
    for name in PRIZE_NUMBERS:
        prizes[name] = parse_whole_number(prizes.get(name)) or 0
    default_entry = next(iter(ENTRIES.values()))
    entry = ENTRIES.get(str(form.asked.get("entry")), default_entry)
    return EveningSummary(
        game=form.game_key,
        system=form.chosen,
        options=form.options(),
        counted=form.way.name,
        entry=replace_round_word(entry, form.round_word),
        members=(describe_member(party, "A"), describe_member(party, "B")),
        round_word=form.round_word,
        trumps=read_trumps(str(form.asked.get("trumps") or "")),
        pause=form.named.pause if form.named else "break",
        prizes=prizes,
        as_one=form.as_one,
        ends_at=compute_end_time(form),
        **{name: form.number(name) or 0 for name in NUMBERS},
    )


def compute_end_time(form: PartyFieldForm) -> str:
    """Return when play ends, or "" without a start."""
    start = form.asked.get("starts_at")
    rounds = form.number("rounds")
    minutes = form.number("minutes")
    if not start or rounds is None or minutes is None:
        return ""
    play_minutes = rounds * minutes
    if form.number("pause_after"):
        play_minutes += form.number("pause_minutes") or 0
    return format_end_time(str(start), play_minutes)
