// On a phone, tabs and steps are one line that scrolls sideways and begins at the page shown.

const CURRENT = ":is(.steps, .tabs, .bar nav) [aria-current]";

function showCurrent() {
  for (const current of document.querySelectorAll(CURRENT)) {
    const strip = current.closest(".steps, .tabs, nav");
    const { left, width } = current.getBoundingClientRect();
    const middle = strip.getBoundingClientRect().left + strip.clientWidth / 2;
    strip.scrollLeft += left + width / 2 - middle;
  }
}

document.addEventListener("htmx:afterSettle", showCurrent);
showCurrent();
