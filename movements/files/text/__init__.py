"""Movement text of the English Bridge Union's scoring program and JSS: read and written."""
