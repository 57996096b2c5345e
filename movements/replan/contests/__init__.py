"""Proposals for contests of players and of teams, in which a table seats more than two contestants.

``proposals`` answers :func:`~movements.replan.replanning.replan` for them with drafts. ``schedules`` fits
the rounds of a known schedule to what has been played, ``foursomes`` seats single players, ``matches``
whole teams. ``state`` joins all with the rounds played.
"""
