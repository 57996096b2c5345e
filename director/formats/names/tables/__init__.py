"""Read a table of people, pairs or teams, whatever its language, separator and encoding.

The only reader of such tables: People and every kind of Seats use it. ``rows`` cuts the list into
cells, ``heading_row`` finds its headings, and ``titled`` or ``untitled`` says what each column holds
by headings or by cells. What stays unclear is asked (``questions``), and never becomes a person.
"""
