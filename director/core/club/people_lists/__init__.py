"""Lists of people from a club or union: read from CSV or a workbook, imported, and undone.

``file`` reads a list. ``matching`` finds the person that each line is about, the changes, and a problem
that prevents the import; the preview shows these rows, and a director answers for namesakes. ``storing``
imports them, and ``undoing`` takes an imported list back.
"""
