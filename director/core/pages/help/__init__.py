"""Help inside the program: what one does on a page, and the documents, searchable."""
