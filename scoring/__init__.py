"""Scoring: from a contract and its tricks to points, from points to places.

Plain Python with exact arithmetic: ``int`` and ``Fraction`` throughout, rounded only in
``format_percent`` and ``points_text``. Movements, names and pages are left to other packages. Names
are imported from the module that defines them.
"""
