"""Results that tables enter by phone, and what players read by private links."""
