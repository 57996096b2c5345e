"""A club's custom movement, built from choices that its key holds."""
