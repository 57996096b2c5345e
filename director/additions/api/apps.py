"""What the interface for programs adds to the core's pages."""

from director.additions import AdditionConfig, AdditionTab


class ProgramsConfig(AdditionConfig):
    """The page on which directors let programs in."""

    name = "director.additions.api"
    help_pages = (("api_docs", "Interface for programs"),)
    club_tabs = (
        AdditionTab("programs", "Programs", previous_tab_key="club_numbers", is_for_directors=True),
    )
