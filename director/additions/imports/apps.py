"""What results of other programs add to the core's pages, and which files they read."""

from director.addition_config import AdditionConfig, AdditionTab


class ImportsConfig(AdditionConfig):
    """Nights that were played elsewhere, with the figures of the program that scored them."""

    name = "director.additions.imports"
    nights_tabs = (
        AdditionTab(
            "results_import",
            "Import results",
            previous_tab_key="archived",
            is_for_directors=True,
            starts_nights=True,
            description="Bring in a night that another program scored.",
        ),
    )

    def register(self) -> None:
        """Register the files that it reads."""
        from director.additions.imports.desk import ResultsReader
        from director.core.base.hooks import FILE_READERS

        FILE_READERS.register(ResultsReader())
