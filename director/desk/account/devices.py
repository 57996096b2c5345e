"""Where an account is signed in: each browser is a session, which ends when its record is gone."""

from collections import Counter
from collections.abc import Iterator

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare


def devices_counted(accounts: list[User]) -> Counter[int]:
    """Return on how many browsers each of *accounts* is signed in now, by its number; one query."""
    known = {str(account.pk): account for account in accounts}
    return Counter(
        known[number].pk
        for _key, number, session_hash in _signed_in()
        if number in known and constant_time_compare(session_hash, known[number].get_session_auth_hash())
    )


def devices_sign_out(*, user: User, but: str | None = None) -> int:
    """Sign *user* out wherever the account is signed in, except in the session *but*; return in how many places."""
    keys = [key for key, number, _hash in _signed_in() if number == str(user.pk) and key != but]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def _signed_in() -> Iterator[tuple[str, str, str]]:
    """Yield every session of somebody signed in: its key, the number of the account, the hash it began with."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()):
        stored = session.get_decoded()
        if BACKEND_SESSION_KEY in stored:
            yield session.session_key, str(stored[SESSION_KEY]), str(stored.get(HASH_SESSION_KEY, ""))
