"""An evening of every party by its name, played through the browser as people would play it."""
