"""The party as a form that is still being filled in describes it."""

from director.party.models import GroupWords, Party
from director.party.movement.words import in_word
from director.party.pages.field.forms.field import PartyFieldForm
from director.party.pages.field.forms.options import PRIZE, whole_number
from director.party.pages.field.forms.prizes import PRIZE_NUMBERS
from director.party.paper.setup.games import ending
from director.party.paper.setup.summary import EveningSummary
from director.party.presets.model import ENTRIES
from director.party.trumps import read_trumps

NUMBERS = ("rounds", "minutes", "hands", "goal", "pause_after", "pause_minutes")


def evening_of(form: PartyFieldForm) -> EveningSummary:
    """Return the evening that *form* asks for, whatever of it can be read."""
    words, named = str(form.asked.get("group_words", "")), form.named
    party = Party(group_words=words if words in GroupWords.values else GroupWords.LETTERS)
    asked = {
        name.removeprefix(PRIZE): form[name].value()
        for name in form.fields
        if name.startswith(PRIZE)
    }
    numbers = {name: whole_number(asked.get(name)) or 0 for name in PRIZE_NUMBERS}
    pause = named.pause if named else "break"
    return EveningSummary(
        game=form.game_key,
        system=form.chosen,
        options=form.options(),
        counted=form.way.name,
        entry=in_word(
            ENTRIES.get(str(form.asked.get("entry")), next(iter(ENTRIES.values()))), form.round_word
        ),
        members=(_seat(party, "A"), _seat(party, "B")),
        round_word=form.round_word,
        trumps=read_trumps(str(form.asked.get("trumps") or "")),
        pause=pause,
        prizes=asked | numbers,
        as_one=form.as_one,
        ends_at=ends_at(form),
        **{name: form.number(name) or 0 for name in NUMBERS},
    )


def ends_at(form: PartyFieldForm) -> str:
    """Return when play ends, or "" without a start."""
    start, rounds, minutes = (
        form.asked.get("starts_at"),
        form.number("rounds"),
        form.number("minutes"),
    )
    if not start or rounds is None or minutes is None:
        return ""
    pause = (form.number("pause_minutes") or 0) if form.number("pause_after") else 0
    return ending(str(start), rounds * minutes + pause)


def _seat(party: Party, letter: str) -> str:
    """Return what somebody in a seat is called, where letters alone would say too little."""
    word = party.member_word(letter)
    if len(word) == 1:
        return f"player in seat {word}"
    return word
