"""What can be done when something changes after play has begun.

Asked by :func:`movements.replan`, which has the name of this folder: modules of it are named in
``from`` imports. A kind of change has a function that yields drafts (``arrivals``, ``departures``,
``lengths``, ``mistakes``); ``continuation`` makes a night of each, ``price`` weighs it, ``ways``
are what they search by.
"""
