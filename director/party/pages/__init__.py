"""Views, forms and the records of templates."""
