"""What an addition has in lists of the core: tabs, menus and pages."""

from dataclasses import dataclass

from django.apps import AppConfig, apps

from director.hooks import register_when_asked


@dataclass(frozen=True, slots=True)
class AdditionTab:
    """A tab of an addition: the *key* of its page's URL, its *name*, and the key of the tab that it follows.

    If its page *starts_nights*, Tonight offers it with a *description* where there is no night.
    """

    key: str
    name: str
    previous_tab_key: str
    is_for_directors: bool = False
    starts_nights: bool = False
    description: str = ""


class AdditionConfig(AppConfig):
    """An addition as a Django application, with its places in lists of the core. By default none.

    It is read before all models, so what needs them is imported by ``register``.
    """

    def __init_subclass__(cls) -> None:
        # In each ``apps.py`` Django finds this class too, and takes none of two without a default.
        super().__init_subclass__()
        cls.default = True

    nights_tabs: tuple[AdditionTab, ...] = ()
    """Its tabs on the page Nights, also on Tonight: below Recent nights, or where nights start."""
    event_menu: tuple[tuple[str, str], ...] = ()
    """Its pages of an event, in the menu of Results: the names of their URLs, and their titles."""
    people_pages: tuple[tuple[str, str], ...] = ()
    """Its pages about people, for scorers: the names of their URLs, and their titles."""

    def ready(self) -> None:
        """Have everything registered before it is asked."""
        register_when_asked(self.register)

    def register(self) -> None:
        """Register kinds of events and sheets, formats of rounds, and answers of hooks."""


def list_additions() -> list[AdditionConfig]:
    """Return the additions, in the order of the settings."""
    return [config for config in apps.get_app_configs() if isinstance(config, AdditionConfig)]
