"""Name the accounts, links and tokens that a backup would open again."""

from collections import Counter
from collections.abc import Iterator

from django.contrib.auth.models import User

from director.core.base.roles import get_role
from director.core.base.sentences import DeskSentences
from director.core.files.backups.access import read_access
from director.core.files.backups.contents import BackupContents


def list_returning_access(contents: BackupContents) -> list[str]:
    """Return a phrase for all access that the backup would reopen: accounts, links and tokens.

    Accounts aren't named if no director can sign in now, because they come back in any case.
    """
    current = read_access()
    phrases: list[str] = []
    if current.has_director:
        phrases += _list_account_phrases(contents.accounts, current.accounts)
    current_usernames = {account.username for account in current.accounts}
    invited_usernames = {account.username for account in contents.invitations}
    if count := len(invited_usernames - current_usernames):
        phrases.append(DeskSentences.INVITATIONS_RETURN.format(count=_format_count(count, "link")))
    event_ids = [
        event_id for token, event_id in contents.links.items() if token not in current.link_tokens
    ]
    for event_id, count in Counter(event_ids).items():
        phrases.append(
            DeskSentences.LINKS_RETURN.format(
                count=_format_count(count, "private link"), event=contents.events[event_id].name
            )
        )
    phrases += [
        DeskSentences.TOKEN_RETURNS.format(name=name)
        for token_hash, name in contents.tokens.items()
        if token_hash not in current.token_hashes
    ]
    return phrases


def _list_account_phrases(backed_up: list[User], current: list[User]) -> Iterator[str]:
    """Yield a phrase for each account that can do more or other things by the backup."""
    current_accounts = {account.username: account for account in current}
    for account in backed_up:
        current_account = current_accounts.get(account.username)
        if not account.is_active:
            continue
        sentence = None
        if current_account is None:
            sentence = DeskSentences.ACCOUNT_RETURNS
        elif not current_account.is_active:
            sentence = DeskSentences.ACCOUNT_REOPENS
        elif get_role(account) != get_role(current_account):
            sentence = DeskSentences.ROLE_RETURNS
        elif account.password != current_account.password:
            sentence = DeskSentences.PASSWORD_RETURNS
        role = get_role(account)
        if sentence and role:
            yield sentence.format(name=account.username, role=role.label)


def _format_count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
