"""Changing accounts: their role, closing them and opening them again."""

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.roles import Role, get_role, get_role_fields
from director.core.base.sentences import DeskSentences
from director.core.club.accounts.read import fetch_accounts, find_account, sign_out_devices
from director.errors import DeskError


@transaction.atomic
def change_account_role(*, account_id: int, role: Role) -> User:
    """Change the *role* of an account. Return the account.

    :raises DeskError: if the account doesn't exist, or no other director could sign in
    """
    account = _lock_account(account_id)
    if role is not Role.DIRECTOR:
        _refuse_last_director(account)
    for field, value in get_role_fields(role).items():
        setattr(account, field, value)
    account.save(update_fields=["is_staff", "is_superuser"])
    return account


@transaction.atomic
def close_account(*, account_id: int) -> User:
    """Close an account and sign it out everywhere. Return the account.

    :raises DeskError: if the account doesn't exist, or no other director could sign in
    """
    account = _lock_account(account_id)
    _refuse_last_director(account)
    account.is_active = False
    account.save(update_fields=["is_active"])
    sign_out_devices(user=account)
    return account


@transaction.atomic
def reopen_account(*, account_id: int) -> User:
    """Reopen a closed account with its old password. Return the account.

    :raises DeskError: if there is no such account
    """
    account = _lock_account(account_id)
    account.is_active = True
    account.save(update_fields=["is_active"])
    return account


def _lock_account(account_id: int) -> User:
    """Return an account and lock all accounts, so that two directors can't close each other."""
    list(fetch_accounts().select_for_update())  # the list makes the query run
    return find_account(account_id)


def _refuse_last_director(account: User) -> None:
    if not (account.is_active and get_role(account) is Role.DIRECTOR):
        return
    other_directors = (
        fetch_accounts().filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    )
    if not other_directors.exists():
        raise DeskError(DeskSentences.LAST_DIRECTOR, name=account.username)
