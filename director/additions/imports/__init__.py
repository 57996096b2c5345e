"""Results of other programs, and of table units: what a night that was played elsewhere adds.

``formats`` reads files. ``official`` compares their figures with ours, and rules where they differ.
``store`` makes an event of what was read, and ``pages`` ask for the file. ``units`` has the files and
the Data Connector of table units.
"""
