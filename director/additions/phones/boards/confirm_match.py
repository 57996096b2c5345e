"""Store what a team says about the result of its match: that it is right, or that it isn't."""

from django.db import transaction

from director.additions.phones.boards.entry import CREATED
from director.additions.phones.boards.matches import read_table_match
from director.additions.phones.boards.payload import ROUND, read_sent_number
from director.additions.phones.boards.read import SIDES
from director.additions.phones.boards.sentences import PhoneSentences
from director.additions.phones.boards.state import load_table_play
from director.additions.phones.boards.turned import refuse_closed
from director.core.base.versions import count_change
from director.core.night.history import lock_event
from director.core.night.phone_entries import find_earlier_answer, store_phone_entry
from director.core.night.screens import add_call
from director.errors import DeskError
from director.kinds import Json, PhoneAnswer, PhoneEntry
from director.models import Access, TableWord


def receive_match_word(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    """Store whether a side of the table of *access* finds the result of its match right.

    If it isn't, the table calls the director. It changes no result, so it isn't in the history.

    :raises DeskError: if the table shows no result of the match, or another one than was sent
    """
    with transaction.atomic():
        lock_event(access.session.event)
        # The phone sends an entry again until it gets an answer.
        if previous_answer := find_earlier_answer(access, phone_entry):
            return previous_answer
        table = load_table_play(access)
        refuse_closed(table)
        round_no = read_sent_number(phone_entry.data, "round", *ROUND)
        is_right = phone_entry.data.get("right")
        if phone_entry.side not in SIDES or not isinstance(is_right, bool):
            raise DeskError(PhoneSentences.NO_MATCH_WORD_SENT)
        row = table.rounds.get(round_no)
        match = read_table_match(table, round_no, is_revealed=True)
        if row is None or match is None or match["waits"]:
            raise DeskError(PhoneSentences.NO_MATCH_TO_CONFIRM, round_no=round_no)
        if phone_entry.data.get("mark") != match["mark"]:
            raise DeskError(PhoneSentences.MATCH_CHANGED)
        if not is_right:
            _call_director(access, match, SIDES.index(phone_entry.side))
        payload: Json = {
            "stored": True,
            "round": round_no,
            "side": phone_entry.side,
            "right": is_right,
        }
        answer = PhoneAnswer(CREATED, payload)
        store_phone_entry(
            access,
            phone_entry,
            kind=TableWord.Kind.MATCH,
            answer=answer,
            round_no=round_no,
            ns=row.ns,
            ew=row.ew,
            text=match["mark"],
            is_dispute=not is_right,
        )
        count_change(access.session.event_id, by_table=True)
        return answer


def _call_director(access: Access, match: Json, at: int) -> None:
    """Call the director about *match*, unless the table waits already. *at* is the team's place."""
    section, table_no = access.section, access.table_no or 0
    if section is None or section.calls.filter(table_no=table_no, done_at__isnull=True).exists():
        return
    home, away = match["labels"]
    reason = (
        f"Match {home} against {away}, round {match['round']}: team {match['labels'][at]} says "
        "the result isn’t right"
    )
    add_call(section=section, table_no=table_no, reason=reason, user=None)
