"""PBN files: deals, results and standings, as programs for bridge exchange them."""
