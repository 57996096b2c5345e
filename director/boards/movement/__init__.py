"""The movement of a section: its plan, seats, lines and entries.

This room only reads.
"""
