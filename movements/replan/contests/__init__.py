"""Proposals for contests of players and of teams, in which a table seats more than two contestants.

``proposals`` answers :func:`~movements.replan.replanning.replan` for them. ``players`` and ``teams`` yield drafts,
``lengths`` those that both share. ``schedules`` fits the rounds of a known schedule to what has been
played, ``foursomes`` seats single players. ``building`` joins all with the rounds played, and
``price`` counts the costs.
"""
