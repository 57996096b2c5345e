"""What seasons add to the core's pages and files."""

from director.addition_config import AdditionConfig, AdditionTab


class SeasonsConfig(AdditionConfig):
    """Standings of several events, on the public home and beside each event."""

    name = "director.additions.seasons"
    nights_tabs = (AdditionTab("seasons", "Seasons", previous_tab_key="archived"),)
    event_menu = (("event_seasons", "Seasons"),)

    def register(self) -> None:
        """Register links and public pages, and what the file of an event carries of seasons."""
        from director.additions.seasons.desk import CountingSeasons, SeasonRules
        from director.core.club.hooks import EVENT_COUNTING
        from director.core.files.hooks import EVENT_RULES

        EVENT_COUNTING.register(CountingSeasons())
        EVENT_RULES.register(SeasonRules())
