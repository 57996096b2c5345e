"""Every row of the books, played from Start to its standings."""
