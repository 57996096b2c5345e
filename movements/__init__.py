"""Movements of duplicate contests: who sits where, in which round, with which boards.

Plain Python without Django. ``registry`` makes a plan, ``check`` judges it, ``moves`` says where
everybody goes next, ``advice`` suggests a movement, and ``replan`` continues after a change. Names
are imported from the module that defines them.
"""
