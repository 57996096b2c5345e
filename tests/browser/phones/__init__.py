"""The page that players use on their phones, in a real browser."""
