"""Every act of a party, with who and when."""
