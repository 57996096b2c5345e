"""What goes with results.

Changes with undo, corrections after publishing, handicaps and strata, and the scoring method.
"""
