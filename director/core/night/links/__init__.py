"""Private links of tables and pairs, and the phones that use them."""
