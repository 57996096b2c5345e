"""What several ways to count at a party ask, and what is written down for a side."""

from collections.abc import Mapping

from scoring.method import Option

Settings = Mapping[str, str]
WON = 2
HALVED = 1
"""Half games of who has won, and of who has half a game."""
LONE_HANDS = Option(
    "lone_hands",
    ("allowed", "not-at-head", "none"),
    "allowed",
    "Whether lone hands are played: at every table, at every table but the head table, or not at all.",
    label="Lone hands",
    words=(("allowed", "everywhere"), ("not-at-head", "not at the head table"), ("none", "nowhere")),
)
EQUAL = Option(
    "equal",
    ("share", "points"),
    "share",
    "What parts those with equally many games: nothing, they share the place, or more points, where they are written.",
    label="Equal games",
    words=(("share", "share the place"), ("points", "more points come first")),
)
ENTERED = Option(
    "entered",
    ("points", "tricks"),
    "points",
    "What is written down for a side: the points of the deal, or its tricks, of which each above six is a point.",
    label="What is written down",
    words=(("points", "points of the deal"), ("tricks", "tricks")),
)


def deal_points(written: int | None, settings: Settings) -> int:
    """Return the points of the deal from what is *written* down."""
    if written is None:
        return 0
    return max(written - 6, 0) if settings["entered"] == "tricks" else written
