"""The drawing kit: sheets in, one PDF out.

It knows no kind of event and never uses the database.

Every sheet is pure black on A4 or Letter, keeps a margin that every printer reaches, and carries
event, date, session, section, time of printing and the movement's fingerprint.
"""
