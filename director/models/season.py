"""The club's calendar: seasons of events with their rules, and nights to come."""

from django.db import models

from director.models.club import Club
from director.models.event import Event


class SeasonContestants(models.TextChoices):
    """Contestants that are ranked in a season."""

    PEOPLE = "people", "Players one by one"
    PAIRS = "pairs", "Pairs"
    TEAMS = "teams", "Teams"


class Season(models.Model):
    """A season of events of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    # The contestants that are ranked.
    counting = models.CharField(
        max_length=6, choices=SeasonContestants, default=SeasonContestants.PEOPLE
    )
    points = models.CharField(max_length=10, default="percent")  # a key of SEASON_POINTS
    best = models.PositiveSmallIntegerField(default=0)  # how many events count, 0 for all
    minimum = models.PositiveSmallIntegerField(
        default=0
    )  # events that a contestant needs to be ranked
    attendance = models.PositiveSmallIntegerField(default=0)  # points for each event played
    handicap = models.PositiveSmallIntegerField(default=0)  # percent
    handicap_events = models.PositiveSmallIntegerField(default=3)
    table = models.TextField(blank=True, default="")  # the points for ranks, as typed
    ties = models.CharField(max_length=40, blank=True, default="")  # keys of SEASON_TIES
    by_group = models.BooleanField(default=False)  # each prize group has standings of its own
    # Every new event of this weekday (1 is Monday, 0 none) and contest counts, from a day on.
    weekday = models.PositiveSmallIntegerField(default=0)
    weekday_contest = models.CharField(max_length=12, blank=True, default="")
    weekday_start = models.DateField(null=True, blank=True)
    # Seasons of parties had numbers of their own, which old addresses still name.
    former_number = models.PositiveIntegerField(null=True, blank=True, unique=True)

    class Meta:
        ordering = ("club", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="club_season_once_in_club"),
        )

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event that counts for a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="season_events")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="in_seasons")

    class Meta:
        ordering = ("season", "pk")
        constraints = (
            models.UniqueConstraint(fields=("season", "event"), name="event_once_in_season"),
        )

    def __str__(self) -> str:
        return f"{self.event} in {self.season}"


class NextNight(models.Model):
    """A future event, or the first of weekly ones."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="next_nights")
    date = models.DateField()
    starts_at = models.TimeField(null=True, blank=True)
    kind = models.CharField(max_length=60)  # "Duplicate pairs"
    text = models.CharField(max_length=200, blank=True)  # more information for visitors
    is_weekly = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("club", "date", "pk")

    def __str__(self) -> str:
        return f"{self.kind} on {self.date}"
