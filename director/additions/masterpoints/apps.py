"""What masterpoints add to the page People."""

from director.addition_config import AdditionConfig


class MasterpointsConfig(AdditionConfig):
    """A month's return of masterpoints."""

    name = "director.additions.masterpoints"
    people_pages = (("people_masterpoints", "Masterpoints"),)
