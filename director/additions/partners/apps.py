"""What the rota of partners adds to the page Nights."""

from director.addition_config import AdditionConfig, AdditionTab


class PartnersConfig(AdditionConfig):
    """Who partners whom from session to session."""

    name = "director.additions.partners"
    nights_tabs = (AdditionTab("partners", "Partner rota", previous_tab_key="archived"),)
