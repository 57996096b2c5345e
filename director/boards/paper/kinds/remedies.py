"""What must be done before a sheet can be printed, as the page says it beside the sheets that wait for it."""

CHOOSE = "choose a movement first"
SCORE = "enter results first"
