"""The habits of other programs: the options in which each of them differs from the defaults.

With the preset of its former program a club gets the same figures as before. Options that a preset
does not name follow the laws and Neuberg's formula.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.method import ScoringMethod

EVENT_OPTIONS = ("compare", "ties", "small_groups")
"""Options that no preset changes: they are choices of an event, not of a program."""

_AS_PLAYED = {"sit_outs": "as-played"}


@dataclass(frozen=True, slots=True)
class Preset:
    """The habits of another scoring program."""

    key: str
    program_name: str
    help: str
    # The choice of each option, by the key of the method.
    choices_by_method: Mapping[str, Mapping[str, str]]

    def get_choices_by_option(self, method: ScoringMethod) -> dict[str, str]:
        """Return the options that the preset sets for *method*, none for a method it doesn't have.

        >>> from scoring.registry import get_method
        >>> get_preset("acbl").get_choices_by_option(get_method("matchpoints"))["sit_outs"]
        'scaled-to-session'
        """
        if method.key not in self.choices_by_method:
            return {}
        settings = method.complete_settings(self.choices_by_method[method.key])
        return {name: choice for name, choice in settings.items() if name not in EVENT_OPTIONS}


PRESETS: tuple[Preset, ...] = (
    Preset(
        "laws",
        "the laws and Neuberg",
        "Neuberg on every board, sit-outs as played.",
        {"matchpoints": _AS_PLAYED, "cross-imps": _AS_PLAYED, "butler": _AS_PLAYED},
    ),
    Preset(
        "compscore",
        "Compscore",
        "Travellers show bare matchpoints, a pair that sat out is scaled, the Butler leaves out best and worst.",
        {
            "matchpoints": {"board_points": "bare", "sit_outs": "scaled"},
            "cross-imps": _AS_PLAYED,
            "butler": {"datum": "trimmed", **_AS_PLAYED},
        },
    ),
    Preset(
        "acbl",
        "ACBLscore",
        "One matchpoint per result beaten, sit-outs scaled to the session, percentages from rounded totals.",
        {
            "matchpoints": {
                "per_beaten": "1",
                "sit_outs": "scaled-to-session",
                "percent_from": "rounded-total",
            }
        },
    ),
    Preset(
        "kops",
        "KoPS",
        "Matchpoints to the hundredth before they are added up, no comparison above 17 IMPs (Poland).",
        {
            "matchpoints": {"keep": "hundredth", **_AS_PLAYED},
            "cross-imps": {"imp_cap": "17", **_AS_PLAYED},
        },
    ),
    Preset(
        "jfr",
        "JFR Pary",
        "60 % per board sat out; Butler of the middle 5 %, at most 12 IMPs per round (Poland).",
        {
            "matchpoints": {"sit_outs": "sixty"},
            "butler": {
                "datum": "middle-5",
                "rounding": "towards-zero",
                "round_gain_cap": "12",
                "sit_outs": "sixty",
                "sit_out_imps": "1.2",
            },
        },
    ),
    Preset(
        "bbo",
        "Bridge Base Online",
        "Each board by its own results; the percentage is the mean of the boards.",
        {
            "matchpoints": {"neuberg": "no", "total": "mean-of-boards", **_AS_PLAYED},
            "cross-imps": _AS_PLAYED,
        },
    ),
    Preset(
        "realbridge",
        "RealBridge",
        "Cross-IMPs divided as in Neuberg, with missing pairs counted.",
        {
            "matchpoints": _AS_PLAYED,
            "cross-imps": {"divisor": "neuberg", "count_phantom": "yes", **_AS_PLAYED},
        },
    ),
    Preset(
        "scorebridge",
        "ScoreBridge (simple)",
        "Half a comparison per missing result.",
        {"matchpoints": {"neuberg": "half"}},
    ),
    Preset(
        "ebuscore",
        "EBUScore",
        "Neuberg on every board; in IMPs a pair that sat out is scaled.",
        {
            "matchpoints": _AS_PLAYED,
            "cross-imps": {"sit_outs": "scaled"},
            "butler": {"sit_outs": "scaled"},
        },
    ),
    Preset(
        "ase",
        "ASE Scorer",
        "Boards with missing results are scaled in proportion.",
        {"matchpoints": {"neuberg": "factor", **_AS_PLAYED}},
    ),
    Preset(
        "magic",
        "Magic Contest (WBF)",
        "Matchpoints of a board to the tenth before they are added up.",
        {"matchpoints": {"keep": "tenth", **_AS_PLAYED}},
    ),
)


def list_method_presets(method: ScoringMethod) -> tuple[Preset, ...]:
    """Return the presets that have options for *method*.

    >>> from scoring.registry import get_method
    >>> [preset.key for preset in list_method_presets(get_method("butler"))]
    ['laws', 'compscore', 'jfr', 'ebuscore']
    """
    return tuple(preset for preset in PRESETS if method.key in preset.choices_by_method)


def get_preset(key: str) -> Preset:
    """Return the preset with this *key*.

    :raises ScoringError: with the known keys, for any other key
    """
    for preset in PRESETS:
        if preset.key == key:
            return preset
    raise ScoringError(
        "unknown-preset",
        "Unknown preset “{key}”. Choose one of {known}.",
        key=key,
        known=", ".join(preset.key for preset in PRESETS),
    )


def find_matching_preset(method: ScoringMethod, settings: Mapping[str, str]) -> Preset | None:
    """Return the first preset that agrees with *settings*, or None. *settings* must be complete."""
    # A preset sets only some of the options, so these must be among the settings.
    for preset in list_method_presets(method):
        if preset.get_choices_by_option(method).items() <= settings.items():
            return preset
    return None
