"""Results in LIN files, as vugraph writes them."""
