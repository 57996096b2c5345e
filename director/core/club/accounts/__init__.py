"""Who may come in: accounts of directors, sign-in and its limits."""
