"""Files for unions and other programs: USEBIO, PBN, and the CSV of BridgeWebs.

``event`` makes a record of an event, of which ``files`` writes each format. ``checks`` finds what a
receiver would reject, and ``page`` shows it. ``sending`` sends files to BridgeWebsReceiver or by e-mail.
"""
