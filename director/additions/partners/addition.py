"""What the rota of partners adds to the page Nights."""

from director.additions import Addition, AdditionTab


class Partners(Addition):
    """Who partners whom from session to session."""

    nights_tabs = (AdditionTab("partners", "Partner rota", previous_tab_key="archived"),)


ADDITION = Partners()
