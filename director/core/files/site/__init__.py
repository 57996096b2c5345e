"""Published nights for readers elsewhere: a folder of plain pages, a feed, a page to embed."""
