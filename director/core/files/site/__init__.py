"""The static site of published events, the feed, and pages to embed."""
