"""The methods of 1900 and 1926."""
