"""Files for unions and other programs: USEBIO, PBN, and the CSV of BridgeWebs.

``page`` asks who takes a file, and shows what they would reject. ``sending`` sends files to
BridgeWebs or by e-mail.
"""
