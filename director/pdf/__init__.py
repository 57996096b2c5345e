"""The drawing kit: sheets in, one PDF out; it knows no kind of event and never the database.

Every sheet is pure black on A4 or Letter, keeps a margin that every printer reaches, and carries
event, date, session, section, time of printing and the movement's fingerprint.
"""
