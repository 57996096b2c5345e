"""Tables of results, the same on a page, in a workbook and on paper."""
