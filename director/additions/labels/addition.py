"""What labels and lists of people add to the page People and to the menu of Results."""

from director.additions import Addition


class Labels(Addition):
    """Labels, badges, a phone list and an attendance sheet."""

    people_pages = (("people_labels", "Labels and lists"),)
    event_menu = (("event_labels", "Labels and lists"),)


ADDITION = Labels()
