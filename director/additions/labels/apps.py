"""What labels and lists of people add to the page People and to the menu of Results."""

from director.addition_config import AdditionConfig


class LabelsConfig(AdditionConfig):
    """Labels, badges, a phone list and an attendance sheet."""

    name = "director.additions.labels"
    people_pages = (("people_labels", "Labels and lists"),)
    event_menu = (("event_labels", "Labels and lists"),)
