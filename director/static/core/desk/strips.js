// On a phone, tabs and steps are one line that scrolls sideways. It begins at the page that is shown.

const CURRENT = ":is(.steps, .tabs, .bar nav) [aria-current]";

function showCurrent() {
  for (const current of document.querySelectorAll(CURRENT)) {
    const strip = current.closest(".steps, .tabs, nav");
    const { left, width } = current.getBoundingClientRect();
    strip.scrollLeft += left + width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
  }
}

document.addEventListener("htmx:afterSettle", showCurrent);
showCurrent();
