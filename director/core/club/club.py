"""The club: first-run set-up, name, paper, and the sites that may embed its standings."""

import re

from django.contrib.auth.models import User
from django.db import transaction

from director.core.club.accounts import join_account
from director.errors import DeskError
from director.models import Club, PersonNumber
from director.names import make_name_key

UNNAMED_CLUB = "Our club"
"""The name of a club until a director chooses one."""


def set_up_club(*, user: User, username: str, password: str, club_name: str, paper: str) -> Club:
    """Activate the first director's account and name the club."""
    with transaction.atomic():
        join_account(user=user, username=username, password=password)
        # The club exists already if something has asked for it (``get_or_create_club``).
        club = Club.objects.first() or Club()
        club.name = club_name or club.name or UNNAMED_CLUB
        club.paper = paper
        club.save()
    return club


def get_or_create_named_club(name: str) -> Club:
    """Return the club called *name*.

    If there is no club it is created, and a club without a name or an event gets this name.

    :raises DeskError: if another club is here: both would share people, events and directors
    """
    clubs = Club.objects.filter(is_practice=False).order_by("pk")
    club = clubs.filter(name=name).first()
    if club is not None:
        return club
    other_club = clubs.first()
    if other_club is None:
        return Club.objects.create(name=name)
    if other_club.name == UNNAMED_CLUB and not other_club.events.exists():
        other_club.name = name
        other_club.save()
        return other_club
    raise DeskError(
        "second-club",
        "The club here is {club}, and {name} would share its people and directors. Start "
        "another data folder for {name} (KALAMAZOO_DATA), with a database of its own.",
        club=other_club.name,
        name=name,
    )


def get_or_create_club() -> Club:
    """Return the club that runs this program.

    It is the first one: a practice club is created later, by somebody with an account.
    """
    return Club.objects.order_by("pk").first() or Club.objects.create(name=UNNAMED_CLUB)


def fetch_public_club() -> Club:
    """Return the club for visitors. Before setup it is unsaved and has no events."""
    # Only with a key do its events and people answer, as empty ones.
    return Club.objects.order_by("pk").first() or Club(pk=0, name=UNNAMED_CLUB)


def change_club(*, club: Club, **changes: object) -> Club:
    """Change the fields of *club* named in *changes*, and return it.

    :raises DeskError: if another club here has the name, or if ``sent_body`` is another body than
        the club's own and no member has a number of it
    """
    name = str(changes.get("name", club.name))
    other_names = Club.objects.exclude(pk=club.pk).values_list("name", flat=True)
    if make_name_key(name) in map(make_name_key, other_names):
        raise DeskError(
            "club-name-taken",
            "Another club is already called {name}. Choose another name.",
            name=name,
        )
    for field, value in changes.items():
        setattr(club, field, value)
    is_body_changed = bool(club.sent_body) and "sent_body" in changes
    if is_body_changed and not _has_membership_numbers(club, club.sent_body):
        raise DeskError(
            "body-unknown",
            "No {body} numbers have been entered yet, so exports would have none. Add them in "
            "People first, or leave this empty.",
            body=club.sent_body,
        )
    club.save()
    return club


def _has_membership_numbers(club: Club, body: str) -> bool:
    # A club may name its own body before it types the numbers: they aren't rows of PersonNumber.
    if make_name_key(body) == make_name_key(club.number_body):
        return True
    return PersonNumber.objects.filter(person__club=club, body_key=make_name_key(body)).exists()


ANY_SITE_MARK = "*"
_SITE = re.compile(
    r"(?P<site>https?://(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(?:/\S*)?",
    re.IGNORECASE,
)
"""The address of a site. The path of a page may follow and is ignored."""


def clean_sites(text: str) -> str:
    """Return the sites in *text* as they are stored, separated by spaces.

    >>> clean_sites("https://club.example/results/, https://Club.example  http://*.league.example:8080")
    'https://club.example http://*.league.example:8080'
    >>> clean_sites("club.example")
    Traceback (most recent call last):
    director.errors.DeskError: “club.example” isn’t the address of a site. Type it as https://club.example.

    :raises DeskError: if a part of *text* isn't the address of a site
    """
    unique_sites: dict[str, None] = {}
    for site in text.replace(",", " ").split():
        match = _SITE.fullmatch(site)
        if match:
            unique_sites[match["site"].lower()] = None
        elif site == ANY_SITE_MARK:
            unique_sites[site] = None
        else:
            raise DeskError(
                "no-site",
                "“{text}” isn’t the address of a site. Type it as https://club.example.",
                text=site,
            )
    return " ".join(unique_sites)


def format_frame_ancestors(sites: str) -> str:
    """Return the stored *sites* as the value of the header directive ``frame-ancestors``.

    >>> format_frame_ancestors("https://club.example"), format_frame_ancestors("")
    ('https://club.example', "'none'")
    """
    return sites or "'none'"
