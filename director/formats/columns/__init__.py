"""Results in columns, CSV or workbooks, however somebody laid them out."""
