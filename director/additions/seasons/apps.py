"""What seasons add to the core's pages and files."""

from django.db.models.signals import post_save

from director.addition_config import AdditionConfig, AdditionTab


class SeasonsConfig(AdditionConfig):
    """Standings of several events, on the public home and beside each event."""

    name = "director.additions.seasons"
    nights_tabs = (AdditionTab("seasons", "Seasons", previous_tab_key="archived"),)
    event_menu = (("event_seasons", "Seasons"),)

    def register(self) -> None:
        """Register links and public pages, and what the file of an event carries of seasons."""
        from director.additions.seasons.desk import CountingSeasons, SeasonRules, count_new_event
        from director.core.club.hooks import EVENT_COUNTING
        from director.core.files.hooks import EVENT_RULES
        from director.models import Event

        EVENT_COUNTING.register(CountingSeasons())
        EVENT_RULES.register(SeasonRules())
        # Events are created by every kind, by repeats and by imports.
        post_save.connect(count_new_event, sender=Event, dispatch_uid="seasons")
