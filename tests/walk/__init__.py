"""The walk: every kind of event goes through the states of its life, and everything is opened at each.

``test_walk`` draws what people do, ``test_cases`` keeps walks that once failed, and ``test_reach``
fails for a contest that no walk plays.
"""
