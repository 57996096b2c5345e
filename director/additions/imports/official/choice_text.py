"""The scoring that was chosen for an imported event, in words."""

from collections.abc import Mapping

from director.additions.imports.official.options import MethodMatch
from director.models.event import RankingScope
from movements.option import Option
from scoring.presets import Preset


def describe_choice(choice: MethodMatch, usual: Mapping[str, str], preset: Preset | None) -> str:
    """Return the scoring in words: the method, options that aren't *usual*, and their *preset*."""
    options = {option.name: option for option in choice.method.options}
    parts = [choice.method.name]
    unusual_names = set()
    for name, value in choice.settings.items():
        if value != usual.get(name, options[name].default):
            unusual_names.add(name)
            parts.append(f"{format_option_name(options[name])} {format_choice_name(value)}")
    if preset and unusual_names & preset.settings(choice.method).keys():
        parts.append(describe_preset(preset))
    if choice.places == RankingScope.SECTION:
        parts.append("places within each section")
    return ", ".join(parts)


def describe_preset(preset: Preset) -> str:
    """Return the program of a preset in words: ``"as Compscore does"``."""
    verb = "do" if " and " in preset.program else "does"
    return f"as {preset.program} {verb}"


def format_option_name(option: Option) -> str:
    """Return the name of an option for use in a sentence."""
    return option.name.replace("_", " ")


def format_choice_name(value: str) -> str:
    """Return the *value* of an option for use in a sentence."""
    return value.replace("-", " ")
