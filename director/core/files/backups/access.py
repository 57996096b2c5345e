"""Keep the present access rights when a backup is restored.

A backup holds the accounts, private links and tokens of its day. By default none of them opens
what is closed now. An account that only the backup has comes back closed, because the history names
it.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.club.accounts.links import fetch_invited_accounts
from director.core.club.accounts.read import fetch_director_names
from director.core.night.tokens.read import fetch_open_token_hashes
from director.core.night.tokens.write import revoke_other_tokens
from director.models import Access, TablePhone
from director.models.access import PhoneState

_BATCH = 500


@dataclass(frozen=True, slots=True)
class CurrentAccess:
    """The accounts, open private links, open tokens and blocked phones.

    Without a director (*has_director*) nobody can manage this database, so the backup's accounts
    are taken over.
    """

    accounts: list[User]
    link_tokens: frozenset[str]
    token_hashes: frozenset[str]
    shut_phones: list[TablePhone]
    has_director: bool


def read_access() -> CurrentAccess:
    """Return the present access rights."""
    return CurrentAccess(
        accounts=list(User.objects.order_by("pk")),
        link_tokens=frozenset(_fetch_open_links().values()),
        token_hashes=frozenset(fetch_open_token_hashes()),
        shut_phones=_read_shut_phones(),
        has_director=bool(fetch_director_names()),
    )


def keep_access(current: CurrentAccess, *, with_backup: bool, director: User | None) -> None:
    """Give a restored database the access rights *current*.

    *with_backup* adds those of the backup. The signed-in *director*'s account stays as it is now in
    any case.
    """
    if not with_backup:
        revoke_other_tokens(current.token_hashes)
        _revoke_other_links(current.link_tokens)
        _shut_phones(current.shut_phones)
        names = [account.username for account in current.accounts]
        fetch_invited_accounts().exclude(username__in=names).delete()
    if current.has_director:
        _keep_accounts(current.accounts, with_backup=with_backup, director=director)


def _keep_accounts(accounts: list[User], *, with_backup: bool, director: User | None) -> None:
    """Store *accounts* in place of or beside the backup's."""
    restored_keys = dict(User.objects.values_list("username", "pk"))
    if not with_backup:
        names = [account.username for account in accounts]
        User.objects.exclude(username__in=names).update(is_active=False)
    for account in accounts:
        is_director = director is not None and account.username == director.username
        if account.username in restored_keys:
            if is_director or not with_backup:
                # Under the key by which the backup's history names the account.
                account.pk = restored_keys[account.username]
                account.save(force_update=True)
        elif account.pk not in restored_keys.values():
            # A closed account that the restored history doesn't name lets nobody in.
            if account.is_active:
                account.save(force_insert=True)
        elif account.is_active and account.has_usable_password():
            account.pk = None
            account.save(force_insert=True)


def _fetch_open_links() -> dict[int, str]:
    links = Access.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return dict(links.values_list("pk", "token"))


def _revoke_other_links(open_tokens: frozenset[str]) -> None:
    other_links = [pk for pk, token in _fetch_open_links().items() if token not in open_tokens]
    for start in range(0, len(other_links), _BATCH):
        links = Access.objects.filter(pk__in=other_links[start : start + _BATCH])
        links.update(revoked_at=timezone.now())


def _read_shut_phones() -> list[TablePhone]:
    shut_states = [state for state in PhoneState if state.is_shut]
    phones = TablePhone.objects.select_related("access").filter(standing__in=shut_states)
    return list(phones.filter(access__in=list(_fetch_open_links())))


def _shut_phones(phones: list[TablePhone]) -> None:
    """Refuse *phones* again at the tables whose links are in the backup."""
    links = Access.objects.in_bulk([phone.access.token for phone in phones], field_name="token")
    for phone in phones:
        if link := links.get(phone.access.token):
            state = {"standing": phone.standing, "since": phone.since, "side": phone.side}
            TablePhone.objects.update_or_create(access=link, device=phone.device, defaults=state)
